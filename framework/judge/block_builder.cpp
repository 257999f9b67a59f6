#include "framework/judge/block_builder.h"

#include <algorithm>
#include <cmath>

#include "framework/judge/hot_loop.h"

namespace touchstone::judge {
namespace {

TOUCHSTONE_HOT_LOOP bool AnyNotZero(const uint8_t* bytes, size_t count) {
  uint8_t all = 0;
  for (size_t i = 0; i < count; ++i) all = static_cast<uint8_t>(all | bytes[i]);
  return all != 0;
}

TOUCHSTONE_HOT_LOOP bool AllNotZero(const uint8_t* bytes, size_t count) {
  uint8_t zeros = 0;
  for (size_t i = 0; i < count; ++i) zeros = static_cast<uint8_t>(zeros | (bytes[i] == 0));
  return zeros == 0;
}

TOUCHSTONE_HOT_LOOP bool AnySpecialEnclosure(const double* lower, const double* upper,
                                             double largest, size_t count) {
  uint64_t proper = 0;
  for (size_t i = 0; i < count; ++i) {
    // Written so that NaN is not proper.
    proper += (lower[i] <= upper[i]) & (lower[i] > -largest) & (upper[i] < largest) &
              (upper[i] - lower[i] < HUGE_VAL);
  }
  return proper != count;
}

/// Element `begin` of a vector that may be empty.
template <typename T>
const T* From(const std::vector<T>& values, size_t begin) {
  return values.empty() ? nullptr : values.data() + begin;
}

constexpr std::array<uint8_t, kBlockSize> kAllDecided = [] {
  std::array<uint8_t, kBlockSize> decided{};
  decided.fill(1);
  return decided;
}();

const double* SerialBounds(const ExpectedChunk& expected) {
  return expected.serial_bound.empty() ? expected.rounding_bound.data()
                                       : expected.serial_bound.data();
}

}  // namespace

BlockBuilder::BlockBuilder(tensor::DType dtype, const ClassPolicy& policy,
                           double small_value_threshold)
    : format_(tensor::FormatOf(dtype)),
      policy_(policy),
      small_value_threshold_(small_value_threshold),
      pass_(BlockPass()) {
  block_.format = &format_;
}

const Block& BlockBuilder::Build(const ActualChunk& actual, const ExpectedChunk& expected,
                                 size_t begin, size_t count, uint64_t first_index) {
  block_.first_index = first_index;
  block_.specials.clear();
  block_.count = count;
  block_.offsets = nullptr;
  block_.bits = actual.bits.data() + begin;
  block_.lower = expected.lower.data() + begin;
  block_.upper = expected.upper.data() + begin;
  block_.rounded_bits = expected.rounded_bits.data() + begin;
  block_.decided =
      expected.decided.empty() ? kAllDecided.data() : expected.decided.data() + begin;
  block_.benchmark = From(expected.benchmark, begin);
  block_.bound = expected.rounding_bound.data() + begin;
  block_.serial_bound = SerialBounds(expected) + begin;
  bool special = IsSpecial(actual, expected, begin, count);
  if (!special) {
    Pass();
    special = block_.pass.special || MayFlushOrOverflow();
  }
  if (special) {
    Classify(actual, expected, begin, count);
    Pass();
  }
  block_.all_decided = expected.ordinary || AllNotZero(block_.decided, block_.count);
  return block_;
}

void BlockBuilder::Pass() {
  BlockPassInput input{block_.count,        format_.precision_bits, format_.min_exponent,
                       block_.bits,         block_.lower,           block_.upper,
                       block_.rounded_bits, block_.bound,           small_value_threshold_,
                       square_exponent_};
  block_.has_errors = false;
  pass_(input, block_.pass);
  const double largest = block_.pass.max_error;
  if (block_.pass.special || !(largest < kLargeError)) return;
  if (largest * largest < SquareSum::Limit(square_exponent_)) return;
  square_exponent_ = input.square_exponent = SquareSum::ExponentFor(largest * largest);
  pass_(input, block_.pass);
}

// Elements that anything but their own bits calls special.
bool BlockBuilder::IsSpecial(const ActualChunk& actual, const ExpectedChunk& expected, size_t begin,
                             size_t count) const {
  static_assert(static_cast<unsigned>(tensor::ElementClass::kFinite) == 0);
  static_assert(sizeof(tensor::ElementClass) == 1);
  const uint8_t* const unwritten = From(actual.unwritten, begin);
  if (unwritten != nullptr && AnyNotZero(unwritten, count)) return true;
  if (expected.ordinary) return false;
  const auto* const stated =
      reinterpret_cast<const uint8_t*>(expected.stated_class.data() + begin);
  return !expected.stated_value.empty() || AnyNotZero(stated, count);
}

// After the pass over elements that are all finite: what this chip or policy makes special of them.
bool BlockBuilder::MayFlushOrOverflow() const {
  const BlockPassResult& pass = block_.pass;
  // Under `limit` every enclosure must be clear of overflow.
  const bool arithmetic = policy_.special_values() == SpecialValues::kArithmetic;
  const double largest = policy_.overflow_threshold();
  if ((!arithmetic || policy_.saturates()) && !(pass.max_magnitude + pass.max_width < largest) &&
      AnySpecialEnclosure(block_.lower, block_.upper, largest, block_.count)) {
    return true;
  }
  const double flushed = policy_.flush_threshold();
  if (flushed == 0 || !pass.any_zero) return false;
  for (size_t i = 0; i < block_.count; ++i) {
    if ((block_.bits[i] & ~format_.sign_bit) == 0 && block_.lower[i] > -flushed &&
        block_.upper[i] < flushed) {
      return true;
    }
  }
  return false;
}

// Under `arithmetic` the stated order's own number is right, and a saturating chip's largest number
// where the exact value lies beyond it. Under `either` the one nearer to the result counts.
BlockBuilder::Expectation BlockBuilder::ExpectationOf(const ActualChunk& actual,
                                                      const ExpectedChunk& expected,
                                                      size_t j) const {
  Expectation e{expected.lower[j],
                expected.upper[j],
                expected.rounded_bits[j],
                expected.decided.empty() ? uint8_t{1} : expected.decided[j],
                expected.stated_class.empty() ? tensor::ElementClass::kFinite
                                              : expected.stated_class[j],
                expected.rounding_bound[j],
                SerialBounds(expected)[j]};
  if (policy_.special_values() == SpecialValues::kLimit) return e;
  const bool either = policy_.special_values() == SpecialValues::kEither;
  const double largest = policy_.largest_finite();
  if (policy_.saturates() && !either && e.stated == tensor::ElementClass::kFinite &&
      !(std::fabs(e.lower) <= largest && std::fabs(e.upper) <= largest) && e.lower <= e.upper) {
    e.lower = std::clamp(e.lower, -largest, largest);
    e.upper = std::clamp(e.upper, -largest, largest);
    if (e.lower == e.upper) {
      e.rounded_bits = tensor::Round(format_, e.lower);
      e.decided = 1;
    }
  }
  const bool has_stated = !expected.stated_value.empty() && !std::isnan(expected.stated_value[j]);
  if (!has_stated) return e;
  const double stated = expected.stated_value[j];
  const double value = tensor::Decode(format_, actual.bits[j]);
  const bool nearer = std::fabs(value - stated) < std::fabs(value - e.lower);
  if (either && policy_.FitsLimit(actual.bits[j], e.lower, e.upper) &&
      !(nearer && std::isfinite(e.lower))) {
    return e;
  }
  e.lower = e.upper = stated;
  e.bound = expected.stated_bound[j];
  e.serial_bound =
      expected.stated_serial_bound.empty() ? e.bound : expected.stated_serial_bound[j];
  e.rounded_bits = tensor::Round(format_, stated);
  e.decided = 1;
  return e;
}

void BlockBuilder::Classify(const ActualChunk& actual, const ExpectedChunk& expected, size_t begin,
                            size_t count) {
  size_t kept = 0;
  for (size_t i = 0; i < count; ++i) {
    const size_t j = begin + i;
    const Expectation e = ExpectationOf(actual, expected, j);
    const double benchmark = expected.benchmark.empty() ? 0 : expected.benchmark[j];
    SpecialKind kind = SpecialKind::kUnwritten;
    if (actual.unwritten.empty() || actual.unwritten[j] == 0) {
      switch (policy_.Decide(actual.bits[j], e.lower, e.upper, e.stated)) {
        case ClassPolicy::Decision::kCompare:
          offsets_[kept] = static_cast<uint16_t>(i);
          bits_[kept] = actual.bits[j];
          lower_[kept] = e.lower;
          upper_[kept] = e.upper;
          rounded_bits_[kept] = e.rounded_bits;
          decided_[kept] = e.decided;
          benchmark_[kept] = benchmark;
          bound_[kept] = e.bound;
          serial_bound_[kept] = e.serial_bound;
          ++kept;
          continue;
        case ClassPolicy::Decision::kMismatch:
          kind = SpecialKind::kClassMismatch;
          break;
        case ClassPolicy::Decision::kMatch:
          kind = SpecialKind::kClassMatch;
          break;
        case ClassPolicy::Decision::kOpen:
          kind = SpecialKind::kOpen;
          break;
      }
    }
    block_.specials.push_back({block_.first_index + i, kind,
                               policy_.Expected(e.lower, e.upper, e.stated), actual.bits[j],
                               e.lower, e.upper, e.bound, e.serial_bound, benchmark});
  }
  block_.count = kept;
  block_.offsets = offsets_.data();
  block_.bits = bits_.data();
  block_.lower = lower_.data();
  block_.upper = upper_.data();
  block_.rounded_bits = rounded_bits_.data();
  block_.decided = decided_.data();
  block_.benchmark = benchmark_.data();
  block_.bound = bound_.data();
  block_.serial_bound = serial_bound_.data();
}

}  // namespace touchstone::judge

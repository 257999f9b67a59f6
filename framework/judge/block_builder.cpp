#include "framework/judge/block_builder.h"

#include <algorithm>
#include <cmath>

#include "framework/judge/hot_loop.h"

namespace touchstone::judge {
namespace {

TOUCHSTONE_HOT_LOOP void DecodeActual(const tensor::FloatFormat& format, Block& block) {
  const size_t count = block.count;
  const uint32_t* const bits = block.bits;
  double* const actual = block.actual.data();
  if (format.storage_bits == 32) {
    for (size_t i = 0; i < count; ++i) actual[i] = DecodeFiniteFp32(bits[i]);
  } else if (format.precision_bits == 11) {
    for (size_t i = 0; i < count; ++i) actual[i] = DecodeFiniteFp16(bits[i]);
  } else {
    for (size_t i = 0; i < count; ++i) actual[i] = DecodeFiniteBf16(bits[i]);
  }
}

TOUCHSTONE_HOT_LOOP void DeriveErrors(UlpScale scale, Block& block) {
  const size_t count = block.count;
  const double* __restrict const lowers = block.lower;
  const double* __restrict const uppers = block.upper;
  for (size_t i = 0; i < count; ++i) {
    const double lower = lowers[i], upper = uppers[i];
    const double middle = lower + 0.5 * (upper - lower);
    const double above = upper - middle, below = middle - lower;
    // Both differences round; the factor makes up for that and keeps 0 where the ends are equal.
    const double radius = (above < below ? below : above) * (1 + 0x1p-51);
    const double difference = block.actual[i] - middle;
    const double error_ulp = difference * scale.InverseUlp(middle);
    block.middle[i] = middle;
    block.radius[i] = radius;
    block.error[i] = std::fabs(difference);
    block.ulp[i] = scale.Ulp(middle);
    block.error_ulp[i] = error_ulp;
    block.error_ulp_magnitude[i] = std::fabs(error_ulp);
  }
  block.max_error_ulp = LargestOf(block.error_ulp_magnitude.data(), count);
}

// Are there elements that class alone decides? Each loop is one comparison per element.
TOUCHSTONE_HOT_LOOP bool AnySpecialBits(const tensor::FloatFormat& format, const uint32_t* bits,
                                        const uint8_t* unwritten,
                                        const tensor::ElementClass* stated, size_t count) {
  static_assert(static_cast<unsigned>(tensor::ElementClass::kFinite) == 0);
  uint8_t flags = 0;
  for (size_t i = 0; unwritten != nullptr && i < count; ++i) {
    flags = static_cast<uint8_t>(flags | unwritten[i]);
  }
  for (size_t i = 0; stated != nullptr && i < count; ++i) {
    flags = static_cast<uint8_t>(flags | static_cast<uint8_t>(stated[i]));
  }
  uint32_t non_finite = 0;
  const uint32_t infinity = format.infinity;
  for (size_t i = 0; i < count; ++i) non_finite += (bits[i] & infinity) == infinity;
  return flags != 0 || non_finite != 0;
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

BlockBuilder::BlockBuilder(tensor::DType dtype, const ClassPolicy& policy)
    : format_(tensor::FormatOf(dtype)), policy_(policy), scale_(format_) {}

const Block& BlockBuilder::Build(const ActualChunk& actual, const ExpectedChunk& expected,
                                 size_t begin, size_t count, uint64_t first_index) {
  block_.first_index = first_index;
  block_.specials.clear();
  if (NeedsClassification(actual, expected, begin, count)) {
    Classify(actual, expected, begin, count);
  } else {
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
  }
  DecodeActual(format_, block_);
  DeriveErrors(scale_, block_);
  return block_;
}

bool BlockBuilder::NeedsClassification(const ActualChunk& actual, const ExpectedChunk& expected,
                                       size_t begin, size_t count) const {
  const uint32_t* const bits = actual.bits.data() + begin;
  const uint8_t* const unwritten = From(actual.unwritten, begin);
  const tensor::ElementClass* const stated = From(expected.stated_class, begin);
  const double* const lower = expected.lower.data() + begin;
  const double* const upper = expected.upper.data() + begin;
  // Under `limit` every enclosure must be clear of overflow, otherwise just finite.
  const bool arithmetic = policy_.special_values() == SpecialValues::kArithmetic;
  const double largest =
      arithmetic && !policy_.saturates() ? HUGE_VAL : policy_.overflow_threshold();
  bool special = !expected.stated_value.empty() ||
                 AnySpecialBits(format_, bits, unwritten, stated, count) ||
                 AnySpecialEnclosure(lower, upper, largest, count);
  const double flushed = policy_.flush_threshold();
  if (flushed > 0) {
    for (size_t i = 0; i < count; ++i) {
      special |= (bits[i] & ~format_.sign_bit) == 0 && lower[i] > -flushed && upper[i] < flushed;
    }
  }
  return special;
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
  e.bound = e.serial_bound = expected.stated_bound[j];
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

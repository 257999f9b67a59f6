#include "framework/judge/block_builder.h"

#include <cmath>

namespace touchstone::judge {

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
    block_.decided = expected.decided.data() + begin;
    block_.benchmark = expected.benchmark.data() + begin;
    block_.bound = expected.rounding_bound.data() + begin;
  }
  Derive();
  return block_;
}

bool BlockBuilder::NeedsClassification(const ActualChunk& actual, const ExpectedChunk& expected,
                                       size_t begin, size_t count) const {
  const uint32_t* const bits = actual.bits.data() + begin;
  const uint8_t* const unwritten = actual.unwritten.data() + begin;
  const tensor::ElementClass* const stated = expected.stated_class.data() + begin;
  const double* const lower = expected.lower.data() + begin;
  const double* const upper = expected.upper.data() + begin;
  // Under `limit` every enclosure must be clear of overflow, otherwise just finite.
  const double largest = policy_.special_values() == SpecialValues::kArithmetic
                             ? HUGE_VAL
                             : policy_.overflow_threshold();
  static_assert(static_cast<unsigned>(tensor::ElementClass::kFinite) == 0);
  uint32_t flags = 0;
  for (size_t i = 0; i < count; ++i) {
    flags |= static_cast<uint32_t>((bits[i] & format_.infinity) == format_.infinity);
    flags |= static_cast<uint32_t>(unwritten[i]) | static_cast<uint32_t>(stated[i]);
  }
  bool special = flags != 0;
  for (size_t i = 0; i < count; ++i) {
    // Written so that NaN counts as special.
    special |= !(lower[i] <= upper[i]) | !(lower[i] > -largest) | !(upper[i] < largest) |
               !(upper[i] - lower[i] < HUGE_VAL);
  }
  const double flushed = policy_.flush_threshold();
  if (flushed > 0) {
    for (size_t i = 0; i < count; ++i) {
      special |= (bits[i] & ~format_.sign_bit) == 0 && lower[i] > -flushed && upper[i] < flushed;
    }
  }
  return special;
}

void BlockBuilder::Classify(const ActualChunk& actual, const ExpectedChunk& expected, size_t begin,
                            size_t count) {
  size_t kept = 0;
  for (size_t i = 0; i < count; ++i) {
    const size_t j = begin + i;
    const double lower = expected.lower[j], upper = expected.upper[j];
    const tensor::ElementClass stated = expected.stated_class[j];
    SpecialKind kind = SpecialKind::kUnwritten;
    if (actual.unwritten[j] == 0) {
      switch (policy_.Decide(actual.bits[j], lower, upper, stated)) {
        case ClassPolicy::Decision::kCompare:
          offsets_[kept] = static_cast<uint16_t>(i);
          bits_[kept] = actual.bits[j];
          lower_[kept] = lower;
          upper_[kept] = upper;
          rounded_bits_[kept] = expected.rounded_bits[j];
          decided_[kept] = expected.decided[j];
          benchmark_[kept] = expected.benchmark[j];
          bound_[kept] = expected.rounding_bound[j];
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
    block_.specials.push_back({block_.first_index + i, kind, policy_.Expected(lower, upper, stated),
                               actual.bits[j], lower, upper, expected.rounding_bound[j],
                               expected.benchmark[j]});
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
}

void BlockBuilder::Derive() {
  const size_t count = block_.count;
  double* const actual = block_.actual.data();
  if (format_.storage_bits == 32) {
    for (size_t i = 0; i < count; ++i) actual[i] = DecodeFiniteFp32(block_.bits[i]);
  } else if (format_.precision_bits == 11) {
    for (size_t i = 0; i < count; ++i) actual[i] = DecodeFiniteFp16(block_.bits[i]);
  } else {
    for (size_t i = 0; i < count; ++i) actual[i] = DecodeFiniteBf16(block_.bits[i]);
  }
  for (size_t i = 0; i < count; ++i) {
    const double lower = block_.lower[i], upper = block_.upper[i];
    const double middle = lower + 0.5 * (upper - lower);
    // Both differences round; the factor makes up for that and keeps 0 where the ends are equal.
    const double radius = std::max(upper - middle, middle - lower) * (1 + 0x1p-51);
    const double difference = actual[i] - middle;
    block_.middle[i] = middle;
    block_.radius[i] = radius;
    block_.error[i] = std::fabs(difference);
    block_.ulp[i] = scale_.Ulp(middle);
    block_.error_ulp[i] = difference * scale_.InverseUlp(middle);
  }
}

}  // namespace touchstone::judge

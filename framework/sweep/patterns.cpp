#include "framework/sweep/patterns.h"

#include <algorithm>

namespace touchstone::sweep {

std::string_view Name(PatternKind kind) {
  switch (kind) {
    case PatternKind::kSubnormal:
      return "subnormal";
    case PatternKind::kNormal:
      return "normal";
    case PatternKind::kInfinity:
      return "infinity";
    case PatternKind::kNan:
      return "nan";
  }
  return "";
}

PatternGroup Patterns::GroupOf(uint32_t bits) const {
  const tensor::FloatFormat& format = *format_;
  const int fraction_bits = format.precision_bits - 1;
  const uint32_t fraction_mask = (uint32_t{1} << fraction_bits) - 1;
  const uint32_t sign = bits & format.sign_bit;
  const uint32_t magnitude = bits & (format.sign_bit - 1);
  PatternGroup group;
  group.negative = sign != 0;
  group.first_bits = bits & ~fraction_mask;
  group.last_bits = bits | fraction_mask;
  if (magnitude == format.infinity) {
    group.kind = PatternKind::kInfinity;
    group.last_bits = group.first_bits;
  } else if (magnitude > format.infinity) {
    group.kind = PatternKind::kNan;
    ++group.first_bits;
  } else if (magnitude <= fraction_mask) {
    group.kind = PatternKind::kSubnormal;
    group.exponent = format.min_exponent;
  } else {
    group.exponent = static_cast<int>(magnitude >> fraction_bits) - 1 + format.min_exponent;
  }
  return group;
}

void Patterns::ForEachRun(
    uint64_t first, uint64_t count,
    const std::function<void(const PatternGroup&, uint64_t, uint64_t)>& visit) const {
  const uint64_t end = first + count;
  while (first < end) {
    const PatternGroup group = GroupOf(BitsAt(first));
    const uint64_t next =
        group.last_bits / stride_ + 1;  // number of the next group's first pattern
    visit(group, first, std::min(next, end) - first);
    first = std::min(next, end);
  }
}

}  // namespace touchstone::sweep

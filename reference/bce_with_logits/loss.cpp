#include "reference/bce_with_logits/loss.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/bce_with_logits/enclosure.h"
#include "reference/bce_with_logits/ladder.h"

namespace touchstone::reference::bce_with_logits {
namespace {

Certified SpecialValue(LimitKind kind, const FloatFormat& format) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  double value = std::numeric_limits<double>::quiet_NaN();
  if (kind == LimitKind::kPositiveInfinity) value = kInfinity;
  if (kind == LimitKind::kNegativeInfinity) value = -kInfinity;
  return {value, value, RoundToBits(format, value), true, 0};
}

// Both ends round to one number and are close: nothing to gain from more precision.
bool IsSettled(double lower, double upper, uint32_t lower_bits, uint32_t upper_bits,
               const FloatFormat& format) {
  if (lower_bits != upper_bits) return false;
  const double magnitude = std::max(std::fabs(lower), std::fabs(upper));
  return upper - lower <= kSharpnessUlp * UlpAt(format, magnitude);
}

}  // namespace

uint64_t EvaluateLoss(const LossArguments& arguments, const FloatFormat& format,
                      const LossResults& results) {
  uint64_t climbed = 0;
  BlockEnclosure enclosure;
  for (size_t first = 0; first < arguments.size(); first += LossBlock::kCapacity) {
    const size_t count = std::min(LossBlock::kCapacity, arguments.size() - first);
    const LossBlock block(arguments.Part(first, count));
    EncloseBlock(block, enclosure);
    for (size_t i = 0; i < count; ++i) {
      Certified value = {enclosure.lower[i], enclosure.upper[i], 0, true, 0};
      value.bits = RoundToBits(format, value.lower);
      const uint32_t upper_bits = RoundToBits(format, value.upper);
      if (!block.all_finite && block.limit[i] != LimitKind::kFinite) {
        value = SpecialValue(block.limit[i], format);
      } else if (!IsSettled(value.lower, value.upper, value.bits, upper_bits, format)) {
        value = CertifyLoss(block.Element(i), format);
        ++climbed;
      }
      results.lower[first + i] = value.lower;
      results.upper[first + i] = value.upper;
      results.bits[first + i] = value.bits;
      results.decided[first + i] = value.decided ? 1 : 0;
    }
  }
  return climbed;
}

}  // namespace touchstone::reference::bce_with_logits

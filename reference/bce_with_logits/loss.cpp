#include "reference/bce_with_logits/loss.h"

#include <algorithm>
#include <cmath>

#include "reference/bce_with_logits/beside_constant.h"
#include "reference/bce_with_logits/enclosure.h"
#include "reference/bce_with_logits/ladder.h"
#include "reference/softplus_tail.h"

namespace touchstone::reference::bce_with_logits {
namespace {

using internal::KernelHalfFormat;

KernelHalfFormat HalfFormat(const FloatFormat& format) {
  constexpr int kDoubleFractionBits = 52, kDoubleBias = 1023;
  const int fraction_bits = format.precision_bits - 1;
  return {std::ldexp(1.0, format.min_exponent),
          std::ldexp(1.0, kDoubleFractionBits - fraction_bits),
          static_cast<uint32_t>(kDoubleBias + format.min_exponent) << fraction_bits,
          kDoubleFractionBits - fraction_bits,
          format.infinity,
          format == kFp16 || format == kBf16 ? 15 : 31};
}

// Rounds every lower end; false where a look at each element is needed.
bool RoundAll(const LossBlock& block, const FloatFormat& format, const LossResults& results) {
  const internal::BlockKernel& kernel = internal::ChosenBlockKernel();
  const double* const lower = results.lower.data();
  const double* const upper = results.upper.data();
  // Without cancellation an enclosure is at most 25 * 2^-53 of the loss wide.
  const bool checks_width = block.mixed_signs;
  if (format == kFp32) {
    return kernel.round_fp32(lower, upper, block.count, checks_width, results.bits.data()) == 0;
  }
  return kernel.round_half(lower, upper, block.count, checks_width, HalfFormat(format),
                           results.bits.data()) == 0;
}

// Both ends round to one number and are close: nothing to gain from more precision.
bool IsSettled(double lower, double upper, uint32_t lower_bits, uint32_t upper_bits,
               const FloatFormat& format) {
  if (!std::isfinite(lower)) return true;  // a limit
  if (lower_bits != upper_bits) return false;
  const double magnitude = std::max(std::fabs(lower), std::fabs(upper));
  return upper - lower <= kSharpnessUlp * UlpAt(format, magnitude);
}

Certified Settle(const LossElement& element, const FloatFormat& format, uint64_t& climbed) {
  double decay, tail;
  SoftplusTail(&element.x, &decay, &tail, 1);
  if (const auto value = CertifyBesideConstant(element, tail, format)) return *value;
  ++climbed;
  return CertifyLoss(element, format);
}

// The few elements that the vector loop leaves open.
uint64_t SettleEach(const LossBlock& block, const FloatFormat& format, const LossResults& results) {
  uint64_t climbed = 0;
  auto special = block.specials.begin();
  for (size_t i = 0; i < block.count; ++i) {
    LossElement element = block.Element(i);
    if (special != block.specials.end() && special->index == i) {
      element = special->limit.finite;
      ++special;
    }
    results.bits[i] = RoundToBits(format, results.lower[i]);
    const uint32_t upper_bits = RoundToBits(format, results.upper[i]);
    if (IsSettled(results.lower[i], results.upper[i], results.bits[i], upper_bits, format))
      continue;
    const Certified value = Settle(element, format, climbed);
    results.lower[i] = value.lower;
    results.upper[i] = value.upper;
    results.bits[i] = value.bits;
    results.decided[i] = value.decided ? 1 : 0;
  }
  return climbed;
}

}  // namespace

uint64_t EvaluateLoss(const LossBlock& block, const FloatFormat& format,
                      const LossResults& results) {
  EncloseBlock(block, results.lower, results.upper);
  std::fill_n(results.decided.begin(), block.count, uint8_t{1});
  const uint64_t climbed =
      RoundAll(block, format, results) ? 0 : SettleEach(block, format, results);
  for (const SpecialElement& special : block.specials) {
    if (special.limit.kind == LimitKind::kNone) results.bits[special.index] = format.quiet_nan;
  }
  return climbed;
}

uint64_t EvaluateLoss(const LossArguments& arguments, const FloatFormat& format,
                      const LossResults& results) {
  uint64_t climbed = 0;
  for (size_t first = 0; first < arguments.size(); first += LossBlock::kCapacity) {
    const size_t count = std::min(LossBlock::kCapacity, arguments.size() - first);
    const LossBlock block(arguments.Part(first, count));
    climbed +=
        EvaluateLoss(block, format,
                     {results.lower.subspan(first, count), results.upper.subspan(first, count),
                      results.bits.subspan(first, count), results.decided.subspan(first, count)});
  }
  return climbed;
}

}  // namespace touchstone::reference::bce_with_logits

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

// Rounds every lower end, and says whether some element is open, or which are.
bool RoundAll(const LossBlock& block, const FloatFormat& format, const LossResults& results,
              uint32_t* open) {
  const internal::BlockKernel& kernel = internal::ChosenBlockKernel();
  const double* const lower = results.lower.data();
  const double* const upper = results.upper.data();
  uint32_t* const bits = results.bits.data();
  // Without cancellation an enclosure is at most 26 * 2^-53 of the loss wide.
  const bool checks_width = block.mixed_signs;
  if (format == kFp32) {
    return kernel.round_fp32(lower, upper, block.count, checks_width, bits, open) != 0;
  }
  return kernel.round_half(lower, upper, block.count, checks_width, HalfFormat(format), bits,
                           open) != 0;
}

// Both ends round to one number and are close: nothing to gain from more precision.
bool IsSettled(double lower, double upper, uint32_t lower_bits, uint32_t upper_bits,
               const FloatFormat& format) {
  if (!std::isfinite(lower)) return true;  // a limit
  if (lower_bits != upper_bits) return false;
  const double magnitude = std::max(std::fabs(lower), std::fabs(upper));
  return upper - lower <= kSharpnessUlp * UlpAt(format, magnitude);
}

Certified Settle(const LossElement& element, double tail, const FloatFormat& format,
                 uint64_t& climbed) {
  if (const auto value = CertifyBesideConstant(element, tail, format)) return *value;
  ++climbed;
  return CertifyLoss(element, format);
}

// The arguments of a special element's limit, and the tail that belongs to them; else the block's.
LossElement ArgumentsOf(const LossBlock& block, size_t i, double& tail) {
  tail = block.tail[i];
  const auto special = std::ranges::lower_bound(block.specials, i, {}, &SpecialElement::index);
  if (special == block.specials.end() || special->index != i) return block.Element(i);
  double decay;
  SoftplusTail(&special->limit.finite.x, &decay, &tail, 1);
  return special->limit.finite;
}

// The few elements that the vector loop leaves open, or the many beside exact numbers.
uint64_t SettleOpen(const LossBlock& block, const FloatFormat& format, const LossResults& results) {
  uint32_t open[LossBlock::kCapacity];
  RoundAll(block, format, results, open);
  uint64_t climbed = 0;
  for (size_t i = 0; i < block.count; ++i) {
    if (open[i] == 0) continue;
    const uint32_t lower_bits = RoundToBits(format, results.lower[i]);
    const uint32_t upper_bits = RoundToBits(format, results.upper[i]);
    if (IsSettled(results.lower[i], results.upper[i], lower_bits, upper_bits, format)) continue;
    double tail;
    const LossElement element = ArgumentsOf(block, i, tail);
    const Certified value = Settle(element, tail, format, climbed);
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
  const bool is_open = RoundAll(block, format, results, nullptr);
  const uint64_t climbed = is_open ? SettleOpen(block, format, results) : 0;
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

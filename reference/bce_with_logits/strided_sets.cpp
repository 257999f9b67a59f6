#include <bit>
#include <cmath>

#include "reference/bce_with_logits/proof_sets.h"
#include "reference/bce_with_logits/test_inputs.h"

namespace touchstone::reference::bce_with_logits {
namespace {

constexpr uint64_t kLabels = 6;
constexpr float kFixedLabels[kLabels - 1] = {0.0f, 1.0f, 0.25f, 0.5f, 0.75f};

float FiniteValue(uint64_t bits) {
  const auto value = std::bit_cast<float>(static_cast<uint32_t>(bits));
  return std::isfinite(value) ? value : 0.0f;
}

}  // namespace

std::vector<ProofSet> StridedSets(uint64_t logits) {
  const uint64_t stride = (uint64_t{1} << 32) / logits;
  const auto element = [stride](uint64_t i) {
    // An odd offset within each stride, so that low bits vary too.
    const uint64_t offset = Random(53, i / kLabels) % stride;
    const float random_label = static_cast<float>(Random(54, i) >> 40) * 0x1p-24f;
    return LossElement{FiniteValue(i / kLabels * stride + offset),
                       i % kLabels < kLabels - 1 ? kFixedLabels[i % kLabels] : random_label,
                       FiniteValue(Random(55, 2 * i)), FiniteValue(Random(55, 2 * i + 1))};
  };
  return {{"fp32 logits over all patterns", kFp32, false, logits * kLabels, element},
          {"fp32 logits and weights over all patterns", kFp32, true, logits * kLabels / 4,
           [element](uint64_t i) { return element(4 * i + Random(56, i) % 4); }}};
}

}  // namespace touchstone::reference::bce_with_logits

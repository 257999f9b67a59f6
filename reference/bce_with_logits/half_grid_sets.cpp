#include <array>
#include <cmath>

#include "reference/bce_with_logits/proof_sets.h"
#include "reference/bce_with_logits/test_inputs.h"

namespace touchstone::reference::bce_with_logits {
namespace {

constexpr uint64_t kLabels = 32;

float FiniteValue(const FloatFormat& format, uint64_t bits) {
  const double value = ValueOfBits(format, static_cast<uint32_t>(bits & 0xFFFF));
  return std::isfinite(value) ? static_cast<float>(value) : 0.0f;
}

std::array<float, kLabels> Labels(const FloatFormat& format) {
  const auto rounded = [&](double value) {
    return static_cast<float>(ValueOfBits(format, RoundToBits(format, value)));
  };
  const uint32_t one = RoundToBits(format, 1.0);
  return {0.0f,
          1.0f,
          0.25f,
          0.5f,
          0.75f,
          -0.0f,
          FiniteValue(format, 1),                                        // smallest subnormal
          FiniteValue(format, (1u << (format.precision_bits - 1)) - 1),  // largest subnormal
          FiniteValue(format, 1u << (format.precision_bits - 1)),        // smallest normal
          FiniteValue(format, one - 1),
          FiniteValue(format, one + 1),
          FiniteValue(format, format.infinity - 1u),
          -FiniteValue(format, format.infinity - 1u),
          -1.0f,
          2.0f,
          -0.5f,
          1.5f,
          3.0f,
          100.0f,
          rounded(1e-3),
          rounded(0.01),
          rounded(0.1),
          rounded(0.2),
          rounded(0.3),
          rounded(1.0 / 3),
          rounded(0.4),
          rounded(0.6),
          rounded(2.0 / 3),
          rounded(0.7),
          rounded(0.8),
          rounded(0.9),
          rounded(0.99)};
}

}  // namespace

std::vector<ProofSet> HalfGridSets(uint64_t stride) {
  struct Half {
    const char* name;
    FloatFormat format;
  };
  std::vector<ProofSet> sets;
  for (const Half& half : {Half{"fp16", kFp16}, Half{"bf16", kBf16}}) {
    const FloatFormat format = half.format;
    const std::array<float, kLabels> labels = Labels(format);
    for (const bool weighted : {false, true}) {
      sets.push_back(
          {std::string(half.name) + " grid" + (weighted ? ", weights" : ""), format, weighted,
           (0x10000 + stride - 1) / stride * kLabels, [format, labels, stride](uint64_t i) {
             return LossElement{FiniteValue(format, i / kLabels * stride), labels[i % kLabels],
                                FiniteValue(format, Random(51, 2 * i)),
                                FiniteValue(format, Random(51, 2 * i + 1))};
           }});
    }
  }
  return sets;
}

}  // namespace touchstone::reference::bce_with_logits

// The loss as a chip's published order of fp32 operations yields it, for classes of results.
//
// Register-based chips:  m = min(x,0); s = m - log(1 + e^-|x|); with pos_weight s *= (p-1) y + 1;
//                        l = (1-y) x - s; with weight l *= w
// Older chips:           M = max(0-x,0); L = log(e^-M + e^(-M-x)) + M;
//                        l = (1-y) x + ((p-1) y + 1) L; with weight l *= w   (p = 1 when absent)
// (Ascend operator library, sigmoid_cross_entropy_with_logits_v2, kernels of the two generations.)
// Every operation rounds to nearest even; exp and log are within 1 ULP. Values here are models: a
// device may differ in the last places, so only classes are taken from them.
#pragma once

#include <cstdint>
#include <span>

#include "reference/bce_with_logits/block.h"
#include "reference/float_format.h"

namespace touchstone::reference::bce_with_logits {

enum class OperationOrder : uint8_t { kRegBase, kTbe };

/// Arguments that come in another dtype and are cast to fp32. A cast is an operation: on a
/// saturating chip an infinite argument leaves it as the largest finite number.
struct WidenedArguments {
  bool self = false, target = false, weight = false, pos_weight = false;
};

struct StatedArithmetic {
  OperationOrder order = OperationOrder::kTbe;
  bool flushes_subnormals = false;  ///< results below the smallest normal fp32 become zero
  bool saturates = false;           ///< infinite results become the largest finite number
  WidenedArguments widened = {};
};

/// For each element of the block, as given: the fp32 result, and whether an intermediate of finite
/// arguments overflowed. Both spans have at least the block's length.
void StatedLoss(const LossBlock& block, const StatedArithmetic& arithmetic, std::span<float> loss,
                std::span<uint8_t> overflows);

/// The sum of `values` in fp32, halving: with h the largest power of two below n, v[i] += v[i + h]
/// for i < n - h, then the same on the first h. `values` is used as scratch. Empty: +0.
float StatedSum(std::span<float> values, const StatedArithmetic& arithmetic);

/// value * (float)(1 / count): chips multiply, they do not divide.
float StatedMean(float sum, uint64_t count, const StatedArithmetic& arithmetic);

/// The class after the last rounding, from fp32 to the output format.
ValueClass StatedClass(float value, const FloatFormat& format, const StatedArithmetic& arithmetic);

}  // namespace touchstone::reference::bce_with_logits

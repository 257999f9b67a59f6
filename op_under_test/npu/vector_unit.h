// The arithmetic of a vector core on fp32 spans in its unified buffer.
//
// Every operation is one IEEE-754 rounding to nearest even per element (exp and log: SLEEF's
// bit-reproducible functions of at most 1.0 ULP), then the chip's mode is applied to the result:
//   * a NaN becomes the canonical quiet NaN 0x7FC00000;
//   * on chips that flush, a subnormal becomes a zero of its sign;
//   * on chips without infinities, an infinity becomes the largest finite number of its sign.
// Results are the same bits for every implementation (portable, AVX2, AVX-512). Spans of one call
// must have one size; an output may be one of the inputs. Functions throw KernelFault on a size
// mismatch, hold no state and are thread-safe.
#pragma once

#include <cstdint>
#include <span>

#include "op_under_test/npu/internal.h"
#include "op_under_test/npu/isa.h"

namespace npusim {

using Fp16Bits = uint16_t;
using Bf16Bits = uint16_t;

/// How a chip's vector unit treats results; from SocSpec and the device's saturation mode.
struct VectorMode {
  bool flushes_subnormals = false;
  bool saturates = false;
};

struct VectorLoops;
struct ExpLogFunctions;

class NPUSIM_INTERNAL VectorUnit {
 public:
  VectorUnit(VectorMode mode, Isa isa);

  using Out = std::span<float>;
  using In = std::span<const float>;

  void Add(Out out, In a, In b) const;
  void Sub(Out out, In a, In b) const;
  void Mul(Out out, In a, In b) const;
  void Div(Out out, In a, In b) const;
  /// NaN when either operand is; of zeros, Max prefers +0 and Min -0.
  void Max(Out out, In a, In b) const;
  void Min(Out out, In a, In b) const;
  void Abs(Out out, In a) const;
  void Neg(Out out, In a) const;
  void Exp(Out out, In a) const;
  void Log(Out out, In a) const;  ///< natural logarithm
  /// With a scalar: a + scalar, a * scalar, max(a, scalar), min(a, scalar).
  void Adds(Out out, In a, float scalar) const;
  void Muls(Out out, In a, float scalar) const;
  void Maxs(Out out, In a, float scalar) const;
  void Mins(Out out, In a, float scalar) const;
  void Duplicate(Out out, float scalar) const;  ///< every element = scalar, its bits kept

  /// Sum in a fixed order that depends on the count alone: with h the largest power of two below n,
  /// v[i] += v[i + h] for i < n - h, then the same on the first h elements, down to one. Uses the
  /// operand as scratch. The empty sum is +0. At most ceil(log2 n) roundings reach any addend.
  float ReduceSum(Out values) const;

  /// Widening is exact (a subnormal result is flushed on chips that flush).
  void CastFp16ToFp32(Out out, std::span<const Fp16Bits> a) const;
  void CastBf16ToFp32(Out out, std::span<const Bf16Bits> a) const;
  /// Narrowing rounds to nearest even and keeps subnormals; overflow gives infinity, or the largest
  /// finite number on chips without infinities; NaN becomes 0x7E00 or 0x7FC0.
  void CastFp32ToFp16(std::span<Fp16Bits> out, In a) const;
  void CastFp32ToBf16(std::span<Bf16Bits> out, In a) const;
  /// fp32 to fp32 through the unit: applies the chip's mode and makes NaN canonical.
  void CastFp32ToFp32(Out out, In a) const;

  VectorMode mode() const { return mode_; }

 private:
  VectorMode mode_;
  const VectorLoops* loops_;
  const ExpLogFunctions* exp_log_;
};

}  // namespace npusim

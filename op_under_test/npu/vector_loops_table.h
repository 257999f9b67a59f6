// The text of the vector unit's element loops, compiled once for each instruction set. Private to the
// files that do so: all names are local to each of them, so that no program mixes their code.
#pragma once

#include <bit>

#include "op_under_test/npu/half_formats.h"
#include "op_under_test/npu/result_mode.h"
#include "op_under_test/npu/vector_loops.h"

namespace npusim {
namespace {

struct AddOf {
  float operator()(float a, float b) const { return a + b; }
};
struct SubOf {
  float operator()(float a, float b) const { return a - b; }
};
struct MulOf {
  float operator()(float a, float b) const { return a * b; }
};
struct DivOf {
  float operator()(float a, float b) const { return a / b; }
};
// Equal operands differ at most in the sign of zero: "and" of the bits gives +0, "or" gives -0.
struct MaxOf {
  float operator()(float a, float b) const {
    const uint32_t a_bits = std::bit_cast<uint32_t>(a);
    const uint32_t b_bits = std::bit_cast<uint32_t>(b);
    const uint32_t ordered = a > b ? a_bits : a < b ? b_bits : a_bits & b_bits;
    return std::bit_cast<float>(a != a || b != b ? kFp32CanonicalNan : ordered);
  }
};
struct MinOf {
  float operator()(float a, float b) const {
    const uint32_t a_bits = std::bit_cast<uint32_t>(a);
    const uint32_t b_bits = std::bit_cast<uint32_t>(b);
    const uint32_t ordered = a < b ? a_bits : a > b ? b_bits : a_bits | b_bits;
    return std::bit_cast<float>(a != a || b != b ? kFp32CanonicalNan : ordered);
  }
};

template <bool kFlush, bool kSaturate>
struct Loops {
  static float Finish(float value) { return ApplyMode<kFlush, kSaturate>(value); }

  template <typename Operation>
  static void Binary(float* out, const float* a, const float* b, size_t count) {
    for (size_t i = 0; i < count; ++i) out[i] = Finish(Operation{}(a[i], b[i]));
  }
  template <typename Operation>
  static void Scalar(float* out, const float* a, float scalar, size_t count) {
    for (size_t i = 0; i < count; ++i) out[i] = Finish(Operation{}(a[i], scalar));
  }
  static void Abs(float* out, const float* a, size_t count) {
    for (size_t i = 0; i < count; ++i) {
      out[i] = Finish(std::bit_cast<float>(std::bit_cast<uint32_t>(a[i]) & kFp32MagnitudeMask));
    }
  }
  static void Neg(float* out, const float* a, size_t count) {
    for (size_t i = 0; i < count; ++i) {
      out[i] = Finish(std::bit_cast<float>(std::bit_cast<uint32_t>(a[i]) ^ kFp32SignMask));
    }
  }
  static void Mode(float* out, const float* a, size_t count) {
    for (size_t i = 0; i < count; ++i) out[i] = Finish(a[i]);
  }
  static float ReduceSum(float* values, size_t count) {
    if (count == 0) return 0.0F;
    if (count == 1) return Finish(values[0]);
    while (count > 1) {
      const size_t half = std::bit_ceil(count) / 2;
      for (size_t i = 0; i < count - half; ++i) values[i] = Finish(values[i] + values[i + half]);
      count = half;
    }
    return values[0];
  }
  static void WidenFp16(float* out, const uint16_t* a, size_t count) {
    for (size_t i = 0; i < count; ++i) out[i] = Finish(Fp16ToFp32(a[i]));
  }
  static void WidenBf16(float* out, const uint16_t* a, size_t count) {
    for (size_t i = 0; i < count; ++i) out[i] = Finish(Bf16ToFp32(a[i]));
  }
  static void NarrowFp16(uint16_t* out, const float* a, size_t count) {
    for (size_t i = 0; i < count; ++i) out[i] = Fp32ToFp16(a[i], kSaturate ? 0x7BFF : 0x7C00);
  }
  static void NarrowBf16(uint16_t* out, const float* a, size_t count) {
    for (size_t i = 0; i < count; ++i) out[i] = Fp32ToBf16(a[i], kSaturate ? 0x7F7F : 0x7F80);
  }

  static constexpr VectorLoops kTable = {
      .add = Binary<AddOf>,
      .sub = Binary<SubOf>,
      .mul = Binary<MulOf>,
      .div = Binary<DivOf>,
      .max = Binary<MaxOf>,
      .min = Binary<MinOf>,
      .adds = Scalar<AddOf>,
      .muls = Scalar<MulOf>,
      .maxs = Scalar<MaxOf>,
      .mins = Scalar<MinOf>,
      .abs = Abs,
      .neg = Neg,
      .apply_mode = Mode,
      .reduce_sum = ReduceSum,
      .fp16_to_fp32 = WidenFp16,
      .bf16_to_fp32 = WidenBf16,
      .fp32_to_fp16 = NarrowFp16,
      .fp32_to_bf16 = NarrowBf16,
  };
};

const VectorLoops& LoopsOfThisFile(VectorMode mode) {
  if (mode.flushes_subnormals) {
    return mode.saturates ? Loops<true, true>::kTable : Loops<true, false>::kTable;
  }
  return mode.saturates ? Loops<false, true>::kTable : Loops<false, false>::kTable;
}

}  // namespace
}  // namespace npusim

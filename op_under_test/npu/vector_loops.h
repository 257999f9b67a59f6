// The element loops of the vector unit, one table for each combination of a chip's modes and each
// instruction set. Every loop gives the same bits in all of them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "op_under_test/npu/isa.h"
#include "op_under_test/npu/vector_unit.h"

namespace npusim {

struct VectorLoops {
  using Binary = void (*)(float* out, const float* a, const float* b, size_t count);
  using Scalar = void (*)(float* out, const float* a, float scalar, size_t count);
  using Unary = void (*)(float* out, const float* a, size_t count);
  using Widen = void (*)(float* out, const uint16_t* a, size_t count);
  using Narrow = void (*)(uint16_t* out, const float* a, size_t count);

  Binary add, sub, mul, div, max, min;
  Scalar adds, muls, maxs, mins;
  Unary abs, neg, apply_mode;
  float (*reduce_sum)(float* values, size_t count);
  Widen fp16_to_fp32, bf16_to_fp32;
  Narrow fp32_to_fp16, fp32_to_bf16;
};

const VectorLoops& PortableVectorLoops(VectorMode mode);  // vector_loops_portable.cpp
const VectorLoops& Avx2VectorLoops(VectorMode mode);      // vector_loops_avx2.cpp
const VectorLoops& Avx512VectorLoops(VectorMode mode);    // vector_loops_avx512.cpp

const VectorLoops& VectorLoopsFor(VectorMode mode, Isa isa);

}  // namespace npusim

// Exponential and logarithm of fp32, without the chip's mode applied.
//
// SLEEF's bit-reproducible functions (Sleef_finz_*_u10*, at most 1.0 ULP): the vector and the
// scalar forms give the same bits but for the sign and payload of NaN.
#pragma once

#include <cstddef>

#include "op_under_test/npu/internal.h"
#include "op_under_test/npu/isa.h"

namespace npusim {

struct ExpLogFunctions {
  void (*exp)(float* out, const float* in, size_t count);
  void (*log)(float* out, const float* in, size_t count);
};

extern const ExpLogFunctions kExpLogPortable;  // exp_log_portable.cpp
extern const ExpLogFunctions kExpLogAvx2;      // exp_log_avx2.cpp
extern const ExpLogFunctions kExpLogAvx512;    // exp_log_avx512.cpp

NPUSIM_INTERNAL const ExpLogFunctions& ExpLogFor(Isa isa);

}  // namespace npusim

// The header declares the scalar functions only for compilers set to a machine with fused
// multiply-add; the library has them always.
#ifndef FP_FAST_FMA
#define FP_FAST_FMA
#endif
#include <sleef.h>

#include "op_under_test/npu/exp_log.h"

namespace npusim {
namespace {

void Exp(float* out, const float* in, size_t count) {
  for (size_t i = 0; i < count; ++i) out[i] = Sleef_finz_expf1_u10purecfma(in[i]);
}

void Log(float* out, const float* in, size_t count) {
  for (size_t i = 0; i < count; ++i) out[i] = Sleef_finz_logf1_u10purecfma(in[i]);
}

}  // namespace

constinit const ExpLogFunctions kExpLogPortable = {Exp, Log};

const ExpLogFunctions& ExpLogFor(Isa isa) {
  switch (isa) {
    case Isa::kAvx512:
      return kExpLogAvx512;
    case Isa::kAvx2:
      return kExpLogAvx2;
    case Isa::kPortable:
      break;
  }
  return kExpLogPortable;
}

}  // namespace npusim

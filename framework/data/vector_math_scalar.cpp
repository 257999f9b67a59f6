// sleef.h declares the finz scalars only where the C library says that fma is an instruction; GCC
// and Clang differ in when it does. The functions themselves are always in SLEEF's library.
#include <math.h>
#ifndef FP_FAST_FMA
#define FP_FAST_FMA 1
#endif
#include <sleef.h>

#include "framework/data/isa.h"
#include "framework/data/vector_math.h"

namespace touchstone::data {
namespace {

void Log(const double* x, double* result, size_t count) {
  for (size_t i = 0; i < count; ++i) result[i] = Sleef_finz_logd1_u10purecfma(x[i]);
}

void Exp(const double* x, double* result, size_t count) {
  for (size_t i = 0; i < count; ++i) result[i] = Sleef_finz_expd1_u10purecfma(x[i]);
}

void SinCos(const double* x, double* sine, double* cosine, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const Sleef_double_2 both = Sleef_finz_sincosd1_u10purecfma(x[i]);
    sine[i] = both.x;
    cosine[i] = both.y;
  }
}

}  // namespace

const VectorMath kVectorMathScalar = {Log, Exp, SinCos};

const VectorMath& BestVectorMath() {
  return MayUseAvx2() ? kVectorMathAvx2 : kVectorMathScalar;
}

}  // namespace touchstone::data

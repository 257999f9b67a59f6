#include <immintrin.h>
#include <sleef.h>

#include "framework/data/vector_math.h"

namespace touchstone::data {
namespace {

constexpr size_t kLanes = 4;

/// Lanes [i, i + 4) of x; those past the end are 1, which every function here takes.
__m256d Load(const double* x, size_t i, size_t count) {
  if (i + kLanes <= count) return _mm256_loadu_pd(x + i);
  double lanes[kLanes] = {1, 1, 1, 1};
  for (size_t lane = 0; i + lane < count; ++lane) lanes[lane] = x[i + lane];
  return _mm256_loadu_pd(lanes);
}

void Store(__m256d value, double* result, size_t i, size_t count) {
  if (i + kLanes <= count) return _mm256_storeu_pd(result + i, value);
  double lanes[kLanes];
  _mm256_storeu_pd(lanes, value);
  for (size_t lane = 0; i + lane < count; ++lane) result[i + lane] = lanes[lane];
}

void Log(const double* x, double* result, size_t count) {
  for (size_t i = 0; i < count; i += kLanes) {
    Store(Sleef_finz_logd4_u10avx2(Load(x, i, count)), result, i, count);
  }
}

void Exp(const double* x, double* result, size_t count) {
  for (size_t i = 0; i < count; i += kLanes) {
    Store(Sleef_finz_expd4_u10avx2(Load(x, i, count)), result, i, count);
  }
}

void SinCos(const double* x, double* sine, double* cosine, size_t count) {
  for (size_t i = 0; i < count; i += kLanes) {
    const Sleef___m256d_2 both = Sleef_finz_sincosd4_u10avx2(Load(x, i, count));
    Store(both.x, sine, i, count);
    Store(both.y, cosine, i, count);
  }
}

}  // namespace

const VectorMath kVectorMathAvx2 = {Log, Exp, SinCos};

}  // namespace touchstone::data

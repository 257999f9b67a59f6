#include <immintrin.h>
#include <sleef.h>

#include <cstring>

#include "op_under_test/npu/exp_log.h"

namespace npusim {
namespace {

constexpr size_t kLanes = 8;

struct Exp {
  static __m256 Of(__m256 x) { return Sleef_finz_expf8_u10avx2(x); }
};
struct Log {
  static __m256 Of(__m256 x) { return Sleef_finz_logf8_u10avx2(x); }
};

template <typename Function>
void Apply(float* out, const float* in, size_t count) {
  size_t i = 0;
  for (; i + kLanes <= count; i += kLanes)
    _mm256_storeu_ps(out + i, Function::Of(_mm256_loadu_ps(in + i)));
  if (i == count) return;
  float rest[kLanes] = {};
  std::memcpy(rest, in + i, (count - i) * sizeof(float));
  _mm256_storeu_ps(rest, Function::Of(_mm256_loadu_ps(rest)));
  std::memcpy(out + i, rest, (count - i) * sizeof(float));
}

}  // namespace

constinit const ExpLogFunctions kExpLogAvx2 = {Apply<Exp>, Apply<Log>};

}  // namespace npusim

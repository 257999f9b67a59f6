#include <immintrin.h>
#include <sleef.h>

#include <cstring>

#include "op_under_test/npu/exp_log.h"

namespace npusim {
namespace {

constexpr size_t kLanes = 16;

struct Exp {
  static __m512 Of(__m512 x) { return Sleef_finz_expf16_u10avx512f(x); }
};
struct Log {
  static __m512 Of(__m512 x) { return Sleef_finz_logf16_u10avx512f(x); }
};

template <typename Function>
void Apply(float* out, const float* in, size_t count) {
  size_t i = 0;
  for (; i + kLanes <= count; i += kLanes)
    _mm512_storeu_ps(out + i, Function::Of(_mm512_loadu_ps(in + i)));
  if (i == count) return;
  float rest[kLanes] = {};
  std::memcpy(rest, in + i, (count - i) * sizeof(float));
  _mm512_storeu_ps(rest, Function::Of(_mm512_loadu_ps(rest)));
  std::memcpy(out + i, rest, (count - i) * sizeof(float));
}

}  // namespace

constinit const ExpLogFunctions kExpLogAvx512 = {Apply<Exp>, Apply<Log>};

}  // namespace npusim

#include "reference/softplus_tail_error.h"

#include <mpfr.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "reference/parallel.h"

namespace touchstone::reference {
namespace {

constexpr uint32_t kRun = 1024;
constexpr mpfr_prec_t kBits = 96;

// Relative error of `computed` in units of 2^-53; `exact` is overwritten.
double RelativeError(double computed, mpfr_ptr exact) {
  const double nearest = mpfr_get_d(exact, MPFR_RNDN);
  mpfr_sub_d(exact, exact, computed, MPFR_RNDN);
  return std::fabs(mpfr_get_d(exact, MPFR_RNDN) / nearest) * 0x1p53;
}

}  // namespace

TailError MeasureTailError(internal::SoftplusTailFunction function, float first, float last,
                           uint32_t step) {
  const uint64_t low = std::bit_cast<uint32_t>(first);
  const uint64_t high = std::bit_cast<uint32_t>(last);
  const uint64_t count = (high - low) / step + 1;
  PerThread<TailError> errors;
  ParallelFor((count + kRun - 1) / kRun, [&](uint64_t run) {
    TailError& error = errors.Own();
    const auto size = static_cast<size_t>(std::min<uint64_t>(kRun, count - run * kRun));
    float x[kRun];
    double decay[kRun], tail[kRun];
    for (size_t i = 0; i < size; ++i) {
      x[i] = std::bit_cast<float>(static_cast<uint32_t>(low + (run * kRun + i) * step));
    }
    function(x, decay, tail, size);
    mpfr_t e, l;
    mpfr_inits2(kBits, e, l, static_cast<mpfr_ptr>(nullptr));
    for (size_t i = 0; i < size; ++i) {
      mpfr_set_d(e, -static_cast<double>(x[i]), MPFR_RNDN);
      mpfr_exp(e, e, MPFR_RNDN);
      mpfr_log1p(l, e, MPFR_RNDN);
      const double tail_error = RelativeError(tail[i], l);
      error.decay = std::max(error.decay, RelativeError(decay[i], e));
      if (tail_error > error.tail) {
        error.tail = tail_error;
        error.worst_x = x[i];
      }
    }
    error.count += size;
    mpfr_clears(e, l, static_cast<mpfr_ptr>(nullptr));
  });
  TailError total;
  errors.ForEach([&](const TailError& error) {
    total.decay = std::max(total.decay, error.decay);
    if (error.tail > total.tail) {
      total.tail = error.tail;
      total.worst_x = error.worst_x;
    }
    total.count += error.count;
  });
  return total;
}

}  // namespace touchstone::reference

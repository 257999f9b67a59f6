#include "framework/judge/rules/relative_terms.h"

#include "framework/judge/hot_loop.h"
#include "framework/judge/relative_error.h"

namespace touchstone::judge {
namespace {

TOUCHSTONE_HOT_LOOP double FillErrors(const double* __restrict errors,
                                      const double* __restrict magnitudes, size_t count,
                                      double* __restrict relative) {
  for (size_t i = 0; i < count; ++i) {
    relative[i] = errors[i] / (magnitudes[i] + kRelativeErrorOffset);
  }
  return LargestOf(relative, count);
}

TOUCHSTONE_HOT_LOOP double FillRadii(const double* __restrict magnitudes,
                                     const double* __restrict radii, size_t count,
                                     double* __restrict relative) {
  for (size_t i = 0; i < count; ++i) {
    const double least = magnitudes[i] - radii[i];
    const double smallest = (least > 0 ? least : 0.0) + kRelativeErrorOffset;
    relative[i] = radii[i] / smallest * (1 + 0x1p-40);
  }
  return LargestOf(relative, count);
}

}  // namespace

double RelativeErrors(const double* errors, const double* magnitudes, size_t count,
                      double* relative_errors) {
  return FillErrors(errors, magnitudes, count, relative_errors);
}

double RelativeRadii(const double* magnitudes, const double* radii, size_t count,
                     double* relative_radii) {
  return FillRadii(magnitudes, radii, count, relative_radii);
}

}  // namespace touchstone::judge

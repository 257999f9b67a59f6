#include "framework/judge/rules/relative_terms.h"

#include "framework/judge/hot_loop.h"
#include "framework/judge/relative_error.h"

namespace touchstone::judge {
namespace {

TOUCHSTONE_HOT_LOOP void Fill(const double* __restrict errors, const double* __restrict magnitudes,
                              const double* __restrict radii, size_t count,
                              double* __restrict relative, double* __restrict relative_radii) {
  for (size_t i = 0; i < count; ++i) {
    relative[i] = errors[i] / (magnitudes[i] + kRelativeErrorOffset);
    const double least = magnitudes[i] - radii[i];
    const double smallest = (least > 0 ? least : 0.0) + kRelativeErrorOffset;
    relative_radii[i] = radii[i] / smallest * (1 + relative[i]) * (1 + 0x1p-40);
  }
}

TOUCHSTONE_HOT_LOOP double Largest(const double* values, size_t count) {
  return LargestOf(values, count);
}

}  // namespace

void RelativeTerms::Measure(const double* errors, const double* magnitudes, const double* radii,
                            size_t count) {
  Fill(errors, magnitudes, radii, count, error.data(), radius.data());
  largest_error = Largest(error.data(), count);
  largest_radius = Largest(radius.data(), count);
}

}  // namespace touchstone::judge

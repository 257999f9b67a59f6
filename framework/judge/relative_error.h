// The relative error that all ecosystem and commercial standards share.
#pragma once

#include <algorithm>

namespace touchstone::judge {

/// The denominator's addend: |actual-golden| / (|golden| + 1e-7) (eco-v1: added, not a maximum).
inline constexpr double kRelativeErrorOffset = 1e-7;

/// Bound on the change of a relative error while golden moves by at most `radius` around a value of
/// this magnitude. Where the enclosure is narrow against the denominator (2^-40) the bound is
/// simply that: far below any standard's threshold.
inline double RelativeErrorRadius(double relative_error, double magnitude, double radius) {
  constexpr double kNarrow = 0x1p-40;
  if (radius == 0) return 0;
  if (radius <= kNarrow * (magnitude + kRelativeErrorOffset)) return kNarrow * (1 + relative_error);
  const double smallest = std::max(0.0, magnitude - radius) + kRelativeErrorOffset;
  return radius / smallest * (1 + relative_error) * (1 + kNarrow);
}

}  // namespace touchstone::judge

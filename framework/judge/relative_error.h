// The relative error that all ecosystem and commercial standards share.
#pragma once

#include <algorithm>

namespace touchstone::judge {

/// The denominator's addend: |actual-golden| / (|golden| + 1e-7) (eco-v1: added, not a maximum).
inline constexpr double kRelativeErrorOffset = 1e-7;

/// An enclosure whose radius is at most this share of the denominator is narrow: it moves a
/// relative error e by at most this share of 1 + e, far below any standard's threshold.
inline constexpr double kNarrowRadius = 0x1p-40;

/// Bound on the change of a relative error while golden moves by at most `radius` around a value of
/// this magnitude.
inline double RelativeErrorRadius(double relative_error, double magnitude, double radius) {
  if (radius == 0) return 0;
  const double smallest = std::max(0.0, magnitude - radius) + kRelativeErrorOffset;
  return radius / smallest * (1 + relative_error) * (1 + 0x1p-40);
}

}  // namespace touchstone::judge

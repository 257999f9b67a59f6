// The loss in long double, and how far an honest fp32 kernel may be from it.
#pragma once

#include <algorithm>
#include <cmath>

namespace npusim_tests {

inline long double Softplus(long double t) {
  return std::max(t, 0.0L) + std::log1p(std::exp(-std::fabs(t)));
}

/// w (p y softplus(-x) + (1 - y) softplus(x)).
inline long double ExactLoss(double x, double y, double w, double p) {
  return w * (static_cast<long double>(p) * y * Softplus(-static_cast<long double>(x)) +
              (1.0L - y) * Softplus(static_cast<long double>(x)));
}

/// Rounding errors of the published order in fp32 (u = 2^-24): at most two roundings on each of
/// (1 - y) x and (p - 1) y + 1, one each of exp and log (1 ULP = 2 u at most) and of their sum, one
/// of each product, of the final sum and of the weight; first-order terms, rounded up to 6 u.
inline long double LossErrorBound(double x, double y, double w, double p) {
  const long double u = std::ldexp(1.0L, -24);
  const long double negative_part = std::max(-static_cast<long double>(x), 0.0L);
  return 6 * u * std::fabs(w) *
             ((1 + std::fabs(y)) * std::fabs(x) +
              (1 + std::fabs(p - 1) * std::fabs(y)) * (negative_part + 1)) +
         std::ldexp(1.0L, -126);
}

}  // namespace npusim_tests

#include "reference/bce_with_logits/enclosure.h"

#include <cmath>

#include "reference/softplus_tail.h"

namespace touchstone::reference::bce_with_logits {
namespace {

// Coefficients of the bound in units of u = 2^-53; enclosure.md derives them.
constexpr double kU = 0x1p-53;
constexpr double kTailTermU = kTailRelativeError / kU + 6.0;
constexpr double kTargetTermU = 1.5;
constexpr double kLinearTermU = 5.5;
// Beyond kLargestArgument the computed tail only bounds the true one: |error| <= tail.
constexpr double kUnknownTail = 1.0 + 0x1p-40;
// Covers every underflow; far below the smallest number of any output format.
constexpr double kUnderflow = 0x1p-900;
// Where |P| exceeds this multiple of |1 - y|, rounding cannot have changed its sign.
constexpr double kSignMargin = 4 * kU;

struct Enclosed {
  double value, radius, lower, upper;
};

inline Enclosed EncloseElement(float xf, float yf, float wf, float pf, double tail) {
  const double y = yf;
  const double w = wf;
  const double a = std::fabs(static_cast<double>(xf));
  const double q = 1.0 - y;
  const double py = pf * y;
  const double p = py + q;
  const double linear = (xf < 0 ? py : q) * a;
  const double tail_term = p * tail;
  const bool is_zero = (w == 0) | ((py == 0) & (q == 0));
  const double value = is_zero ? 0.0 : w * (tail_term + linear);

  const double abs_p_tail = std::fabs(tail_term);
  const double tail_error = a > kLargestArgument ? kUnknownTail : kTailTermU * kU;
  const double v_error = tail_error * abs_p_tail + (kTargetTermU * kU) * (std::fabs(q) * tail) +
                         (kLinearTermU * kU) * std::fabs(linear);
  const double radius = is_zero ? 0.0 : std::fabs(w) * v_error + kUnderflow;

  // Both terms of V have a certain sign, and the same: so has the loss.
  const double margin = kSignMargin * std::fabs(q);
  const bool positive_v = (linear >= 0) & (p > margin);
  const bool negative_v = (linear <= 0) & (p < -margin);
  const bool positive = (positive_v & (w > 0)) | (negative_v & (w < 0));
  const bool negative = (positive_v & (w < 0)) | (negative_v & (w > 0));
  const double lower = value - radius;
  const double upper = value + radius;
  return {value, radius, (positive & (lower < 0)) ? 0.0 : lower,
          (negative & (upper > 0)) ? -0.0 : upper};
}

}  // namespace

void EncloseBlock(const LossBlock& block, BlockEnclosure& enclosure) {
  for (size_t i = 0; i < block.count; ++i) {
    const Enclosed e =
        EncloseElement(block.x[i], block.y[i], block.w[i], block.p[i], block.tail[i]);
    enclosure.value[i] = e.value;
    enclosure.radius[i] = e.radius;
    enclosure.lower[i] = e.lower;
    enclosure.upper[i] = e.upper;
  }
}

}  // namespace touchstone::reference::bce_with_logits

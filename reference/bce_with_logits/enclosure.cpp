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

}  // namespace

// Selections instead of branches and one type throughout, so that compilers vectorise the loop.
void EncloseBlock(const LossBlock& block, BlockEnclosure& enclosure) {
  for (size_t i = 0; i < block.count; ++i) {
    const double x = block.x[i];
    const double y = block.y[i];
    const double w = block.w[i];
    const double tail = block.tail[i];
    const double a = std::fabs(x);
    const double q = 1.0 - y;
    const double py = block.p[i] * y;
    const double p = py + q;
    const double linear = (x < 0 ? py : q) * a;
    const double tail_term = p * tail;

    // w = 0, or p y = 1 - y = 0: the loss is zero, exactly. (No product here can underflow.)
    const double is_zero = std::fabs(w) * (std::fabs(py) + std::fabs(q));
    const double value = is_zero == 0 ? 0.0 : w * (tail_term + linear);
    const double tail_error = a > kLargestArgument ? kUnknownTail : kTailTermU * kU;
    const double v_error = tail_error * std::fabs(tail_term) +
                           (kTargetTermU * kU) * (std::fabs(q) * tail) +
                           (kLinearTermU * kU) * std::fabs(linear);
    const double radius = is_zero == 0 ? 0.0 : std::fabs(w) * v_error + kUnderflow;

    // Where both terms of V have a certain sign, and the same, the loss has a certain sign too.
    const double margin = kSignMargin * std::fabs(q);
    const double above = linear >= 0 ? p - margin : -1.0;
    const double below = linear <= 0 ? -p - margin : -1.0;
    const double not_above = below > 0 ? -w : 0.0;
    const double sign = above > 0 ? w : not_above;
    const double lower = value - radius;
    const double upper = value + radius;
    const double floor = lower < 0 ? 0.0 : lower;
    const double ceiling = upper > 0 ? -0.0 : upper;
    enclosure.value[i] = value;
    enclosure.radius[i] = radius;
    enclosure.lower[i] = sign > 0 ? floor : lower;
    enclosure.upper[i] = sign < 0 ? ceiling : upper;
  }
}

}  // namespace touchstone::reference::bce_with_logits

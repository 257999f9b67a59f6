#include "reference/bce_with_logits/beside_constant.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace touchstone::reference::bce_with_logits {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Covers the error of the computed tail and three roundings.
constexpr double kRoundUp = 1 + 0x1p-40;

int SignOf(double value) { return (value > 0) - (value < 0); }

// Products and differences of doubles, where they are doubles.
class Exact {
 public:
  double OneMinus(double y) {
    const double difference = 1.0 - y;
    const double subtrahend = difference - 1.0;
    is_exact_ &= (1.0 - (difference - subtrahend)) + (-y - subtrahend) == 0;
    return difference;
  }
  // Arguments keep far from underflow: the residue of a product of three fp32 numbers and a
  // difference of some is a multiple of 2^-700.
  double Product(double a, double b) {
    const double product = a * b;
    is_exact_ &= std::fma(a, b, -product) == 0;
    return product;
  }
  bool is_exact() const { return is_exact_; }

 private:
  bool is_exact_ = true;
};

}  // namespace

std::optional<Certified> CertifyBesideConstant(const LossElement& e, double tail,
                                               const FloatFormat& format) {
  Exact exact;
  const double q = exact.OneMinus(e.y);
  const double py = static_cast<double>(e.p) * e.y;  // 24 x 24 bits
  const double c = e.x < 0 ? py : q;
  const double constant = exact.Product(exact.Product(c, std::fabs(e.x)), e.w) + 0.0;
  if (!exact.is_exact()) return std::nullopt;

  const double factor = py + q;  // rounded, but its sign and its zero are the exact sum's
  const int sign = SignOf(factor) * SignOf(e.w);
  Certified result = {constant, constant, RoundToBits(format, constant), true, 0};
  if (sign == 0) return result;
  if (constant == 0) return std::nullopt;
  const double distance = std::fabs(factor * e.w) * tail * kRoundUp;
  const double far = std::nextafter(constant + sign * distance, sign * kInfinity);
  result.bits = RoundToBits(format, constant, sign);
  (sign > 0 ? result.upper : result.lower) = far;
  const double magnitude = std::max(std::fabs(constant), std::fabs(far));
  const bool settles = RoundToBits(format, far) == result.bits &&
                       distance <= kSharpnessUlp * UlpAt(format, magnitude) / 2;
  return settles ? std::optional(result) : std::nullopt;
}

}  // namespace touchstone::reference::bce_with_logits

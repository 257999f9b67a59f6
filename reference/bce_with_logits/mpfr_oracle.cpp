#include "reference/bce_with_logits/mpfr_oracle.h"

#include <mpfr.h>

#include <cmath>

namespace touchstone::reference::bce_with_logits {
namespace {

constexpr mpfr_prec_t kBits = 1000;

class Number {
 public:
  explicit Number(double value = 0) {
    mpfr_init2(value_, kBits);
    mpfr_set_d(value_, value, MPFR_RNDN);
  }
  Number(const Number& other) {
    mpfr_init2(value_, kBits);
    mpfr_set(value_, other.value_, MPFR_RNDN);
  }
  Number& operator=(const Number& other) {
    mpfr_set(value_, other.value_, MPFR_RNDN);
    return *this;
  }
  ~Number() { mpfr_clear(value_); }
  mpfr_ptr get() { return value_; }
  mpfr_srcptr get() const { return value_; }

 private:
  mpfr_t value_;
};

Number operator*(const Number& a, const Number& b) {
  Number result;
  mpfr_mul(result.get(), a.get(), b.get(), MPFR_RNDN);
  return result;
}
Number operator+(const Number& a, const Number& b) {
  Number result;
  mpfr_add(result.get(), a.get(), b.get(), MPFR_RNDN);
  return result;
}
Number operator-(const Number& a, const Number& b) {
  Number result;
  mpfr_sub(result.get(), a.get(), b.get(), MPFR_RNDN);
  return result;
}

Number Softplus(double t) {
  // Written as t + softplus(-t) for positive t, so that 1000 bits hold the tail as well as they
  // can.
  Number result(-std::fabs(t));
  mpfr_exp(result.get(), result.get(), MPFR_RNDN);
  mpfr_log1p(result.get(), result.get(), MPFR_RNDN);
  return t > 0 ? result + Number(t) : result;
}

Number Loss(const LossElement& e) {
  const Number y(e.y);
  return Number(e.w) * (Number(e.p) * y * Softplus(-e.x) + (Number(1) - y) * Softplus(e.x));
}

// The loss without its exponentially small part, for the tie rule: softplus(t) becomes max(t, 0).
Number Skeleton(const LossElement& e) {
  const Number y(e.y);
  return Number(e.w) * (Number(e.p) * y * Number(e.x < 0 ? -e.x : 0) +
                        (Number(1) - y) * Number(e.x > 0 ? e.x : 0));
}

int TailSign(const LossElement& e) {
  const Number factor = Number(e.w) * (Number(e.p) * Number(e.y) + (Number(1) - Number(e.y)));
  return mpfr_sgn(factor.get());
}

// Rounds |value| by comparing it with candidates' midpoints: no bit tricks shared with the product.
uint32_t Nearest(const Number& value, int tail, const FloatFormat& format) {
  const int value_sign = mpfr_sgn(value.get());
  const int sign = value_sign != 0 ? value_sign : tail;
  const uint32_t sign_bits = sign < 0 ? format.sign_bit : 0;
  Number magnitude;
  mpfr_abs(magnitude.get(), value.get(), MPFR_RNDN);
  const int outward = sign < 0 ? -tail : tail;
  // Largest pattern whose value is <= magnitude, by bisection over the finite patterns.
  uint32_t low = 0;
  uint32_t high = format.infinity;
  while (high - low > 1) {
    const uint32_t middle = low + (high - low) / 2;
    if (mpfr_cmp_d(magnitude.get(), ValueOfBits(format, middle)) >= 0) {
      low = middle;
    } else {
      high = middle;
    }
  }
  const double below = ValueOfBits(format, low);
  const double above = high == format.infinity ? std::ldexp(1.0, format.max_exponent + 1)
                                               : ValueOfBits(format, high);
  int order = mpfr_cmp_d(magnitude.get(), (below + above) / 2);  // exact in double
  if (order == 0) order = outward;
  if (order == 0) order = low % 2 != 0 ? 1 : -1;
  return sign_bits | (order > 0 ? high : low);
}

// A difference of more than this, relative, is resolved by 1000 bits.
bool IsResolved(const Number& value, const Number& skeleton) {
  const Number difference = value - skeleton;
  if (mpfr_zero_p(difference.get())) return false;
  if (mpfr_zero_p(skeleton.get())) return true;
  return mpfr_get_exp(difference.get()) > mpfr_get_exp(skeleton.get()) - 900;
}

}  // namespace

uint32_t MpfrOracle::Round(const LossElement& element, const FloatFormat& format) {
  const Number value = Loss(element);
  const Number skeleton = Skeleton(element);
  const int tail = TailSign(element);
  if (tail == 0) return Nearest(skeleton, 0, format);
  return IsResolved(value, skeleton) ? Nearest(value, 0, format) : Nearest(skeleton, tail, format);
}

uint32_t MpfrOracle::RoundSum(const std::vector<LossElement>& elements, uint64_t divisor,
                              const FloatFormat& format) {
  Number sum;
  for (const LossElement& element : elements) sum = sum + Loss(element);
  mpfr_div_ui(sum.get(), sum.get(), divisor, MPFR_RNDN);
  return Nearest(sum, 0, format);
}

bool MpfrOracle::IsEnclosed(const LossElement& element, double lower, double upper) {
  const Number value = Loss(element);
  return mpfr_cmp_d(value.get(), lower) >= 0 && mpfr_cmp_d(value.get(), upper) <= 0;
}

double MpfrOracle::ErrorOf(double value, const LossElement& element) {
  Number error = Loss(element);
  mpfr_sub_d(error.get(), error.get(), value, MPFR_RNDN);
  mpfr_abs(error.get(), error.get(), MPFR_RNDN);
  return mpfr_get_d(error.get(), MPFR_RNDU);
}

bool MpfrOracle::IsSumEnclosed(const std::vector<LossElement>& elements, uint64_t divisor,
                               double lower, double upper) {
  Number sum;
  for (const LossElement& element : elements) sum = sum + Loss(element);
  mpfr_div_ui(sum.get(), sum.get(), divisor, MPFR_RNDN);
  return mpfr_cmp_d(sum.get(), lower) >= 0 && mpfr_cmp_d(sum.get(), upper) <= 0;
}

}  // namespace touchstone::reference::bce_with_logits

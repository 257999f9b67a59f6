#include "reference/mpfr_rounding.h"

#include <algorithm>

namespace touchstone::reference {

uint32_t RoundToBits(const FloatFormat& format, mpfr_srcptr value, int tail) {
  if (mpfr_nan_p(value)) return format.quiet_nan;
  const int value_sign = mpfr_sgn(value);
  const int sign = value_sign != 0 ? value_sign : tail;
  const uint32_t sign_bits = sign < 0 ? format.sign_bit : 0;
  if (mpfr_inf_p(value)) return sign_bits | format.infinity;
  if (value_sign == 0) return sign_bits;

  const mpfr_exp_t exponent = mpfr_get_exp(value) - 1;
  if (exponent > format.max_exponent) return sign_bits | format.infinity;
  const int fraction_bits = format.precision_bits - 1;
  // Below half of the smallest subnormal, whatever the tail.
  if (exponent < format.min_exponent - fraction_bits - 1) return sign_bits;

  const mpfr_exp_t binade = std::max<mpfr_exp_t>(0, exponent - format.min_exponent);
  mpfr_t scaled;
  mpfr_init2(scaled, mpfr_get_prec(value));
  mpfr_abs(scaled, value, MPFR_RNDN);  // same precision: exact
  mpfr_mul_2si(scaled, scaled, fraction_bits - format.min_exponent - binade, MPFR_RNDN);
  const unsigned long units = mpfr_get_ui(scaled, MPFR_RNDZ);  // below 2^precision_bits
  mpfr_sub_ui(scaled, scaled, units, MPFR_RNDN);               // the fraction, exact
  const int to_half = mpfr_cmp_d(scaled, 0.5);
  mpfr_clear(scaled);

  const int outward_tail = value_sign > 0 ? tail : -tail;
  const bool up =
      to_half > 0 || (to_half == 0 && (outward_tail > 0 || (outward_tail == 0 && units % 2 != 0)));
  const uint64_t pattern = (static_cast<uint64_t>(binade) << fraction_bits) + units + (up ? 1 : 0);
  return sign_bits | static_cast<uint32_t>(std::min<uint64_t>(pattern, format.infinity));
}

double RoundDown(mpfr_srcptr value) { return mpfr_get_d(value, MPFR_RNDD); }
double RoundUp(mpfr_srcptr value) { return mpfr_get_d(value, MPFR_RNDU); }

}  // namespace touchstone::reference

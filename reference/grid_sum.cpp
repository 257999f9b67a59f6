#include "reference/grid_sum.h"

#include <algorithm>
#include <cmath>

namespace touchstone::reference {
namespace {

void Set(__int128 value, mpfr_ptr out) {
  mpfr_set_si(out, static_cast<long>(value >> 64), MPFR_RNDN);
  mpfr_mul_2ui(out, out, 64, MPFR_RNDN);
  mpfr_t low;
  mpfr_init2(low, 64);
  mpfr_set_ui(low, static_cast<unsigned long>(value), MPFR_RNDN);
  mpfr_add(out, out, low, MPFR_RNDN);
  mpfr_clear(low);
}

}  // namespace

int GridSum::ExponentFor(int largest_field) {
  // Values are below 2^above, and may reach 2^(exponent + kStep - 1).
  const int above = largest_field - 1022;
  const int least = above - (kStep - 1);
  const int steps = (least - kLeastExponent + kStep - 1) / kStep;
  return kLeastExponent + kStep * std::max(0, steps);
}

double GridSum::Limit(int exponent) { return std::ldexp(1.0, exponent + kStep - 1); }

void GridSum::AddParts(int exponent, __int128 coarse, __int128 fine) {
  for (; exponent_ < exponent; exponent_ += kStep) {
    fine_ = coarse_;
    coarse_ = 0;
  }
  for (; exponent < exponent_; exponent += kStep) {
    fine = coarse;
    coarse = 0;
  }
  coarse_ += coarse;
  fine_ += fine;
}

void GridSum::Get(mpfr_ptr out) const {
  mpfr_t fine;
  mpfr_init2(fine, kExactBits);
  Set(coarse_, out);
  mpfr_mul_2ui(out, out, kStep, MPFR_RNDN);
  Set(fine_, fine);
  mpfr_add(out, out, fine, MPFR_RNDN);
  mpfr_mul_2si(out, out, exponent_ - kStep, MPFR_RNDN);
  mpfr_clear(fine);
}

void GridSum::GetSlack(uint64_t count, mpfr_ptr out) const {
  const bool all_zero = exponent_ == kLeastExponent && coarse_ == 0 && fine_ == 0;
  mpfr_set_ui(out, all_zero ? 0 : count, MPFR_RNDN);
  mpfr_mul_2si(out, out, exponent_ - kStep - 1, MPFR_RNDN);
}

}  // namespace touchstone::reference

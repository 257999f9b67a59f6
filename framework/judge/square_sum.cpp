#include "framework/judge/square_sum.h"

#include <algorithm>
#include <cmath>

namespace touchstone::judge {

double SquareSum::Limit(int exponent) { return std::ldexp(1.0, exponent + kStep - 1); }

int SquareSum::ExponentFor(double largest) {
  if (largest == 0) return kLeastExponent;
  const int above = std::ilogb(largest) + 1 - (kStep - 1);  // largest < 2^(above + 49)
  const int steps = above >= 0 ? (above + kStep - 1) / kStep : -(-above / kStep);
  return std::max(kLeastExponent, steps * kStep);
}

void SquareSum::AddParts(int exponent, __int128 coarse, __int128 fine) {
  while (exponent_ < exponent) {
    fine_ = coarse_;
    coarse_ = 0;
    exponent_ += kStep;
  }
  for (; exponent < exponent_; exponent += kStep) {
    fine = coarse;
    coarse = 0;
  }
  coarse_ += coarse;
  fine_ += fine;
}

void SquareSum::AddTo(ExactSum& sum) const {
  AddUnits(coarse_, exponent_, sum);
  AddUnits(fine_, exponent_ - kStep, sum);
}

void AddUnits(__int128 units, int exponent, ExactSum& sum) {
  constexpr int kDigit = 50;
  while (units != 0) {
    const __int128 rest = units / (__int128{1} << kDigit);
    const auto digit = static_cast<int64_t>(units - rest * (__int128{1} << kDigit));
    sum.Add(std::ldexp(static_cast<double>(digit), exponent));
    units = rest;
    exponent += kDigit;
  }
}

}  // namespace touchstone::judge

#include "reference/exact_sum.h"

#include <bit>
#include <cstdlib>

#include "reference/mpfr_rounding.h"

namespace touchstone::reference {
namespace {

constexpr int kFractionBits = 52;
constexpr int kDigitBits = 32;
constexpr int kQuantumExponent = -1075;  // of a significand whose exponent field is 0
constexpr uint64_t kFractionMask = (uint64_t{1} << kFractionBits) - 1;

}  // namespace

void ExactSum::Add(double value) {
  const uint64_t bits = std::bit_cast<uint64_t>(value);
  int field = static_cast<int>(bits >> kFractionBits) & 0x7FF;
  uint64_t significand = bits & kFractionMask;
  if (field == 0x7FF) std::abort();
  if (field == 0) {
    field = 1;
  } else {
    significand |= kFractionMask + 1;
  }
  // |value| = significand * 2^(field - 1075): the quantum of digit i, shifted left by field mod 32.
  const int index = field / kDigitBits;
  const int shift = field % kDigitBits;
  const auto low = static_cast<int64_t>((significand << shift) & 0xFFFFFFFFu);
  const auto high = static_cast<int64_t>(significand >> (kDigitBits - shift));
  if ((bits >> 63) != 0) {
    digits_[index] -= low;
    digits_[index + 1] -= high;
  } else {
    digits_[index] += low;
    digits_[index + 1] += high;
  }
  if (++adds_since_carry_ == kAddsBetweenCarries) Carry();
}

void ExactSum::Merge(const ExactSum& other) {
  ExactSum addend = other;
  addend.Carry();
  Carry();
  for (int i = 0; i < kDigits; ++i) digits_[i] += addend.digits_[i];
  Carry();
}

// Leaves every digit but the last in [0, 2^32). The last one takes what is left, with the sign.
void ExactSum::Carry() {
  int64_t carry = 0;
  for (int i = 0; i + 1 < kDigits; ++i) {
    const int64_t digit = digits_[i] + carry;
    carry = digit >> kDigitBits;  // floor: C++20 defines it for negative numbers
    digits_[i] = digit - (carry * (int64_t{1} << kDigitBits));
  }
  digits_[kDigits - 1] += carry;
  adds_since_carry_ = 0;
}

void ExactSum::Get(mpfr_ptr out) const {
  mpfr_t term;
  mpfr_init2(term, 64);
  mpfr_set_zero(out, 1);
  for (int i = 0; i < kDigits; ++i) {
    mpfr_set_sj(term, digits_[i], MPFR_RNDN);
    mpfr_mul_2si(term, term, kDigitBits * i + kQuantumExponent, MPFR_RNDN);
    mpfr_add(out, out, term, MPFR_RNDN);
  }
  mpfr_clear(term);
}

double ExactSum::RoundedDown() const {
  mpfr_t sum;
  mpfr_init2(sum, kExactBits);
  Get(sum);
  const double result = RoundDown(sum);
  mpfr_clear(sum);
  return result;
}

double ExactSum::RoundedUp() const {
  mpfr_t sum;
  mpfr_init2(sum, kExactBits);
  Get(sum);
  const double result = RoundUp(sum);
  mpfr_clear(sum);
  return result;
}

}  // namespace touchstone::reference

#include "reference/bce_with_logits/arb_oracle.h"

#include <cmath>

namespace touchstone::reference::bce_with_logits {
namespace {

// log(1 + e^-magnitude)
void Tau(arb_t result, float magnitude, slong bits) {
  arb_set_d(result, -static_cast<double>(magnitude));
  arb_exp(result, result, bits);
  arb_log1p(result, result, bits);
}

double ValueOfPattern(uint32_t magnitude, const FloatFormat& format) {
  const int fraction_bits = format.precision_bits - 1;
  const uint32_t exponent = magnitude >> fraction_bits;
  const uint32_t fraction = magnitude & ((1u << fraction_bits) - 1);
  const int scale = format.min_exponent - fraction_bits;
  if (exponent == 0) return std::ldexp(fraction, scale);
  return std::ldexp(fraction + (1u << fraction_bits), scale + static_cast<int>(exponent) - 1);
}

// Halfway from the pattern to the next larger one; from the largest finite number to 2^(emax + 1).
double MidpointAbove(uint32_t magnitude, const FloatFormat& format) {
  return (ValueOfPattern(magnitude, format) + ValueOfPattern(magnitude + 1, format)) / 2;
}

}  // namespace

ArbOracle::Term::Term() {
  arf_init(head);
  arf_init(kappa);
  arb_init(tau);
}

ArbOracle::Term::~Term() {
  arf_clear(head);
  arf_clear(kappa);
  arb_clear(tau);
}

void ArbOracle::Term::Set(const LossElement& e) {
  arf_t y, q, py;
  arf_init(y);
  arf_init(q);
  arf_init(py);
  arf_set_d(y, e.y);
  arf_set_d(py, e.p);
  arf_mul(py, py, y, ARF_PREC_EXACT, ARF_RND_NEAR);
  arf_one(q);
  arf_sub(q, q, y, ARF_PREC_EXACT, ARF_RND_NEAR);
  arf_add(kappa, py, q, ARF_PREC_EXACT, ARF_RND_NEAR);
  arf_set_d(head, std::fabs(e.x));
  arf_mul(head, head, e.x < 0 ? py : q, ARF_PREC_EXACT, ARF_RND_NEAR);
  arf_set_d(y, e.w);
  arf_mul(kappa, kappa, y, ARF_PREC_EXACT, ARF_RND_NEAR);
  arf_mul(head, head, y, ARF_PREC_EXACT, ARF_RND_NEAR);
  arf_clear(y);
  arf_clear(q);
  arf_clear(py);
  if (magnitude != std::fabs(e.x)) {
    magnitude = std::fabs(e.x);
    Tau(tau, magnitude, kFirstBits);
  }
}

ArbOracle::ArbOracle() {
  arf_init(head_);
  arb_init(tail_);
}

ArbOracle::~ArbOracle() {
  arf_clear(head_);
  arb_clear(tail_);
}

void ArbOracle::SetElement(const LossElement& element) {
  elements_.assign(1, element);
  divisor_ = 1;
  term_.Set(element);
  arf_set(head_, term_.head);
  tail_sign_ = arf_sgn(term_.kappa);
  tail_bits_ = 0;
}

void ArbOracle::SetSum(std::vector<LossElement> elements, uint64_t divisor) {
  elements_ = std::move(elements);
  divisor_ = divisor;
  arf_zero(head_);
  tail_sign_ = 0;
  tail_bits_ = 0;
  for (const LossElement& element : elements_) {
    term_.Set(element);
    arf_add(head_, head_, term_.head, ARF_PREC_EXACT, ARF_RND_NEAR);
    const int sign = arf_sgn(term_.kappa);
    if (sign == 0 || sign == tail_sign_) continue;
    tail_sign_ = tail_sign_ == 0 ? sign : 2;
  }
}

void ArbOracle::TailSum(slong bits) {
  if (tail_bits_ == bits) return;
  arb_t tau, kappa;
  arb_init(tau);
  arb_init(kappa);
  arb_zero(tail_);
  for (const LossElement& element : elements_) {
    term_.Set(element);
    if (bits == kFirstBits) {
      arb_set(tau, term_.tau);
    } else {
      Tau(tau, term_.magnitude, bits);
    }
    arb_set_arf(kappa, term_.kappa);
    arb_addmul(tail_, tau, kappa, bits);
  }
  arb_clear(tau);
  arb_clear(kappa);
  tail_bits_ = bits;
}

std::optional<int> ArbOracle::Compare(double number) {
  if (std::isnan(number)) return std::nullopt;
  arf_t difference, divisor;
  arf_init(difference);
  arf_init(divisor);
  arf_set_ui(divisor, divisor_);
  arf_set_d(difference, number);
  arf_mul(difference, difference, divisor, ARF_PREC_EXACT, ARF_RND_NEAR);
  arf_sub(difference, head_, difference, ARF_PREC_EXACT, ARF_RND_NEAR);
  const int sign = arf_sgn(difference);
  std::optional<int> result;
  if (tail_sign_ == 0 || sign == tail_sign_) {
    result = sign;
  } else if (sign == 0 && tail_sign_ != 2) {
    result = tail_sign_;
  }
  arb_t total;
  arb_init(total);
  for (slong bits = kFirstBits; !result && bits <= kMostBits; bits *= 2) {
    TailSum(bits);
    arb_set_arf(total, difference);
    arb_add(total, total, tail_, bits);
    if (arb_is_positive(total)) result = 1;
    if (arb_is_negative(total)) result = -1;
  }
  arb_clear(total);
  arf_clear(difference);
  arf_clear(divisor);
  return result;
}

bool ArbOracle::IsEnclosed(double lower, double upper) {
  const std::optional<int> above = Compare(lower);
  const std::optional<int> below = Compare(upper);
  return above && below && *above >= 0 && *below <= 0;
}

bool ArbOracle::RoundsTo(uint32_t bits, const FloatFormat& format) {
  const uint32_t magnitude = bits & ~format.sign_bit;
  const bool negative = (bits & format.sign_bit) != 0;
  const bool even = magnitude % 2 == 0;
  if (magnitude > format.infinity) return false;
  const std::optional<int> sign = Compare(0);
  if (!sign) return false;
  if (*sign == 0) return bits == 0;
  if (negative != (*sign < 0)) return false;
  // How |value| stands to a number.
  const auto order = [&](double number) -> std::optional<int> {
    const std::optional<int> result = Compare(negative ? -number : number);
    return result && negative ? -*result : result;
  };
  if (magnitude != 0) {
    const std::optional<int> low = order(MidpointAbove(magnitude - 1, format));
    if (!low || *low < 0 || (*low == 0 && !even)) return false;
  }
  if (magnitude != format.infinity) {
    const std::optional<int> high = order(MidpointAbove(magnitude, format));
    if (!high || *high > 0 || (*high == 0 && !even)) return false;
  }
  return true;
}

}  // namespace touchstone::reference::bce_with_logits

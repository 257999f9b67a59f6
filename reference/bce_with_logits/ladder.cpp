#include "reference/bce_with_logits/ladder.h"

#include <algorithm>
#include <boost/multiprecision/mpfi.hpp>
#include <boost/multiprecision/mpfr.hpp>
#include <cmath>

#include "reference/mpfr_rounding.h"
#include "reference/parallel.h"

namespace touchstone::reference::bce_with_logits {
namespace {

namespace mp = boost::multiprecision;

// Exact arithmetic on fp32 arguments. 1 - y needs at most 150 bits, w (1-y) x at most 198, and
// kappa, a multiple of 2^-447 below 2^386 whose factor p y + 1 - y needs at most 300 bits, at most
// 324; 160 digits are 532 bits. Sums of 2^20 of either are multiples of 2^-596 below 2^533: 1129
// bits; 400 digits are 1329.
using ExactElement = mp::number<mp::mpfr_float_backend<160, mp::allocate_stack>, mp::et_off>;
using Exact = mp::number<mp::mpfr_float_backend<400, mp::allocate_stack>, mp::et_off>;
// Fixed precision: the process-wide default precision of Boost is never read.
template <unsigned kDigits>
using Interval = mp::number<mp::mpfi_float_backend<kDigits>, mp::et_off>;

int SignOf(const Exact& value) { return mpfr_sgn(value.backend().data()); }

// Products of two floats are exact doubles.
double Product(float a, float b) { return static_cast<double>(a) * b; }

void AddTo(Exact& sum, const ExactElement& addend) {
  mpfr_add(sum.backend().data(), sum.backend().data(), addend.backend().data(), MPFR_RNDN);
}

void AddConstant(const LossElement& e, Exact& sum) {
  ExactElement a = e.x < 0 ? ExactElement(Product(e.p, e.y)) : ExactElement(1);
  if (e.x >= 0) a -= static_cast<double>(e.y);
  a *= Product(e.w, std::fabs(e.x));
  AddTo(sum, a);
}

void AddCoefficient(const LossElement& e, Exact& sum) {
  ExactElement kappa = 1;
  kappa -= static_cast<double>(e.y);
  kappa += Product(e.p, e.y);
  kappa *= static_cast<double>(e.w);
  AddTo(sum, kappa);
}

template <unsigned kDigits>
void AddTerm(const Exact& coefficient, float a, Interval<kDigits>& sum) {
  Interval<kDigits> tail = -static_cast<double>(a);
  const auto data = tail.backend().data();
  mpfi_exp(data, data);
  mpfi_log1p(data, data);
  mpfi_mul_fr(data, data, coefficient.backend().data());
  mpfi_add(sum.backend().data(), sum.backend().data(), data);
}

// Elements with one |x|, first to last.
struct Group {
  size_t first;
  size_t last;
};

// A + sum of kappa tau over the elements, with elements of one |x| brought together: only then are
// terms that cancel exactly (weights 1 and -1 on the same logit) seen to cancel.
class LogForm {
 public:
  explicit LogForm(std::vector<LossElement> elements) : elements_(std::move(elements)) {
    std::sort(elements_.begin(), elements_.end(), [](const LossElement& a, const LossElement& b) {
      return std::fabs(a.x) < std::fabs(b.x);
    });
    for (size_t i = 0; i < elements_.size(); ++i) {
      AddConstant(elements_[i], constant_);
      if (groups_.empty() || std::fabs(elements_[i].x) != AbsX(groups_.back())) {
        groups_.push_back({i, i + 1});
      } else {
        groups_.back().last = i + 1;
      }
    }
  }

  const Exact& constant() const { return constant_; }

  // Encloses T; `sign` is T's sign, or kUnknownSign.
  template <unsigned kDigits>
  Interval<kDigits> Tail(int& sign) const {
    const size_t block_count = (groups_.size() + kGroupsPerBlock - 1) / kGroupsPerBlock;
    std::vector<Interval<kDigits>> sums(block_count, Interval<kDigits>(0));
    std::vector<unsigned> signs(block_count, 0);
    const auto evaluate = [&](size_t block) {
      const size_t end = std::min(groups_.size(), (block + 1) * kGroupsPerBlock);
      for (size_t g = block * kGroupsPerBlock; g < end; ++g) {
        Exact coefficient = 0;
        for (size_t i = groups_[g].first; i < groups_[g].last; ++i) {
          AddCoefficient(elements_[i], coefficient);
        }
        const int coefficient_sign = SignOf(coefficient);
        if (coefficient_sign == 0) continue;
        signs[block] |= coefficient_sign > 0 ? kHasPositive : kHasNegative;
        AddTerm(coefficient, AbsX(groups_[g]), sums[block]);
      }
    };
    if (block_count == 1) {
      evaluate(0);
    } else {
      ParallelFor(block_count, evaluate);
    }
    Interval<kDigits> sum = 0;
    unsigned all_signs = 0;
    for (size_t block = 0; block < block_count; ++block) {
      mpfi_add(sum.backend().data(), sum.backend().data(), sums[block].backend().data());
      all_signs |= signs[block];
    }
    sign = TailSign(all_signs, sum.backend().data());
    return sum;
  }

  static constexpr int kUnknownSign = 2;

 private:
  static constexpr size_t kGroupsPerBlock = 256;
  static constexpr unsigned kHasPositive = 1;
  static constexpr unsigned kHasNegative = 2;

  static int TailSign(unsigned coefficient_signs, mpfi_srcptr sum) {
    if (coefficient_signs == 0) return 0;
    if (coefficient_signs == kHasPositive || mpfi_is_strictly_pos(sum) > 0) return 1;
    if (coefficient_signs == kHasNegative || mpfi_is_strictly_neg(sum) > 0) return -1;
    return kUnknownSign;
  }

  float AbsX(const Group& group) const { return std::fabs(elements_[group.first].x); }

  std::vector<LossElement> elements_;
  std::vector<Group> groups_;
  Exact constant_ = 0;
};

// A / divisor moved infinitesimally in the direction of `tail_sign`, rounded.
uint32_t RoundBesideConstant(const Exact& constant, uint64_t divisor, int tail_sign,
                             const FloatFormat& format) {
  Exact quotient = constant;
  const auto data = quotient.backend().data();
  const int ternary = mpfr_div_ui(data, data, divisor, MPFR_RNDZ);
  // Truncated: the true quotient lies beyond the stored one by more than an infinitesimal.
  const int tail = ternary == 0 ? tail_sign : SignOf(constant);
  return RoundToBits(format, data, tail);
}

template <unsigned kDigits>
Certified Climb(const LogForm& form, uint64_t divisor, const FloatFormat& format) {
  int tail_sign = LogForm::kUnknownSign;
  Interval<kDigits> value = form.Tail<kDigits>(tail_sign);
  const auto data = value.backend().data();
  mpfi_add_fr(data, data, form.constant().backend().data());
  if (divisor != 1) mpfi_div_ui(data, data, divisor);

  Certified result;
  result.digits = kDigits;
  result.lower = RoundDown(&data->left);
  result.upper = RoundUp(&data->right);
  if (tail_sign == 0) {
    result.bits = RoundBesideConstant(form.constant(), divisor, 0, format);
    result.decided = true;
    return result;
  }
  const uint32_t at_lower = RoundToBits(format, &data->left, 0);
  const uint32_t at_upper = RoundToBits(format, &data->right, 0);
  result.bits = at_lower;
  result.decided = at_lower == at_upper;
  if (result.decided || tail_sign == LogForm::kUnknownSign) return result;
  const uint32_t beside = RoundBesideConstant(form.constant(), divisor, tail_sign, format);
  result.bits = beside;
  result.decided = beside == (tail_sign > 0 ? at_upper : at_lower);
  return result;
}

bool IsSharp(const Certified& value, const FloatFormat& format) {
  const double ulp = UlpAt(format, std::max(std::fabs(value.lower), std::fabs(value.upper)));
  return value.upper - value.lower <= kSharpnessUlp * ulp;
}

Certified ClimbAll(const LogForm& form, uint64_t divisor, const FloatFormat& format) {
  const auto done = [&](const Certified& c) { return c.decided && IsSharp(c, format); };
  if (const Certified c = Climb<40>(form, divisor, format); done(c)) return c;
  if (const Certified c = Climb<80>(form, divisor, format); done(c)) return c;
  if (const Certified c = Climb<160>(form, divisor, format); done(c)) return c;
  return Climb<320>(form, divisor, format);
}

}  // namespace

Certified CertifyLoss(const LossElement& element, const FloatFormat& format) {
  return ClimbAll(LogForm({element}), 1, format);
}

Certified CertifySum(std::vector<LossElement> elements, uint64_t divisor,
                     const FloatFormat& format) {
  return ClimbAll(LogForm(std::move(elements)), divisor, format);
}

int SignOfLoss(const LossElement& element) {
  const LogForm form({element});
  int tail_sign = LogForm::kUnknownSign;
  Interval<320> value = form.Tail<320>(tail_sign);
  const int constant_sign = SignOf(form.constant());
  // One term: its coefficient's sign is known.
  if (constant_sign == 0 || tail_sign == 0 || constant_sign == tail_sign) {
    return constant_sign != 0 ? constant_sign : tail_sign;
  }
  // Opposite signs: not zero, since the logarithm is transcendental and the rest rational.
  const auto data = value.backend().data();
  mpfi_add_fr(data, data, form.constant().backend().data());
  return mpfi_is_strictly_pos(data) > 0 ? 1 : -1;
}

int SignOfTargetSlope(float x, float p) {
  // p softplus(-x) - softplus(x) = (p - 1) softplus(-x) - x, and softplus(-x) = max(-x,0) + tau.
  const Exact factor = Exact(p) - 1;
  const Exact constant = x < 0 ? factor * -x - x : Exact(-x);
  const int constant_sign = SignOf(constant);
  const int factor_sign = SignOf(factor);
  if (constant_sign == 0 || factor_sign == 0 || constant_sign == factor_sign) {
    return constant_sign != 0 ? constant_sign : factor_sign;
  }
  Interval<320> sum = 0;
  AddTerm(factor, std::fabs(x), sum);
  mpfi_add_fr(sum.backend().data(), sum.backend().data(), constant.backend().data());
  return mpfi_is_strictly_pos(sum.backend().data()) > 0 ? 1 : -1;
}

}  // namespace touchstone::reference::bce_with_logits

// A second independent oracle for tests, quick enough for bulk: Arb's ball arithmetic, at whatever
// precision a question needs.
#pragma once

#include <arb.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "reference/bce_with_logits/arguments.h"
#include "reference/float_format.h"

namespace touchstone::reference::bce_with_logits {

/// Answers questions about one loss, or about a sum of losses over a divisor, of finite arguments.
///
/// Written as A + sum kappa_i tau(|x_i|): A and the kappas are exact, tau = log(1 + e^-|x|) is a
/// ball. To compare the value with a number d, the exact A - d is set against the sum of the
/// kappa tau. They are apart at some precision unless both vanish, so a comparison is never settled
/// by an epsilon. Not thread-safe.
class ArbOracle {
 public:
  ArbOracle();
  ~ArbOracle();
  ArbOracle(const ArbOracle&) = delete;
  ArbOracle& operator=(const ArbOracle&) = delete;

  void SetElement(const LossElement& element);
  void SetSum(std::vector<LossElement> elements, uint64_t divisor);

  /// Sign of (value - number); nothing where kMostBits bits do not tell.
  std::optional<int> Compare(double number);
  bool IsEnclosed(double lower, double upper);
  /// Whether the value rounds to the pattern, to nearest even; an exact zero is +0.
  bool RoundsTo(uint32_t bits, const FloatFormat& format);

 private:
  static constexpr slong kFirstBits = 128;
  static constexpr slong kMostBits = 1 << 15;

  struct Term {
    Term();
    ~Term();
    Term(const Term&) = delete;
    Term& operator=(const Term&) = delete;
    void Set(const LossElement& element);

    float magnitude = -1;
    arf_t head;   ///< w ((1-y) max(x,0) + p y max(-x,0))
    arf_t kappa;  ///< w (p y + 1 - y)
    arb_t tau;    ///< at kFirstBits bits
  };
  void TailSum(slong bits);  ///< into tail_

  std::vector<LossElement> elements_;
  uint64_t divisor_ = 1;
  Term term_;
  arf_t head_;     ///< sum of the heads
  int tail_sign_;  ///< of all kappas that are not zero; 2: both signs
  slong tail_bits_ = 0;
  arb_t tail_;
};

}  // namespace touchstone::reference::bce_with_logits

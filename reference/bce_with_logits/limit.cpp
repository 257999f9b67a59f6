#include "reference/bce_with_logits/limit.h"

#include <cmath>

#include "reference/bce_with_logits/ladder.h"

namespace touchstone::reference::bce_with_logits {
namespace {

int Sign(float value) { return (value > 0) - (value < 0); }

// What V goes to.
enum class Trend { kIsZero, kVanishes, kFinite, kInfinite, kNone };
struct Bracket {
  Trend trend;
  int sign = 0;             // kInfinite and kFinite
  LossElement finite = {};  // kFinite: arguments with w = 1 whose loss is V
};

Bracket Infinite(int sign) { return {Trend::kInfinite, sign}; }
Bracket None() { return {Trend::kNone}; }

Bracket FiniteBracket(LossElement element) {
  element.w = 1;
  const int sign = SignOfLoss(element);
  if (sign == 0) return {Trend::kIsZero};
  return {Trend::kFinite, sign, element};
}

Bracket InfiniteTarget(const LossElement& e) {
  const bool infinite_p = std::isinf(e.p);
  if (std::isinf(e.x) && e.x > 0) {
    return infinite_p && e.p > 0 ? None() : Infinite(-Sign(e.y));
  }
  if (std::isinf(e.x)) return e.p != 0 ? Infinite(Sign(e.p) * Sign(e.y)) : None();
  if (infinite_p) return Infinite(Sign(e.p) * Sign(e.y));
  const int slope = SignOfTargetSlope(e.x, e.p);
  return slope != 0 ? Infinite(slope * Sign(e.y)) : FiniteBracket({e.x, 0, 1, 1});
}

Bracket FiniteTarget(const LossElement& e) {
  const bool infinite_p = std::isinf(e.p);
  const int sign_py = Sign(e.p) * Sign(e.y);
  const int sign_q = (e.y < 1) - (e.y > 1);
  if (std::isinf(e.x) && e.x > 0) {
    if (infinite_p) {
      if (e.y == 0) return Infinite(1);
      return sign_q == sign_py ? Infinite(sign_q) : None();
    }
    if (sign_q != 0) return Infinite(sign_q);
    return {e.p == 0 ? Trend::kIsZero : Trend::kVanishes};
  }
  if (std::isinf(e.x)) {
    if (sign_py != 0) return Infinite(sign_py);
    return {sign_q == 0 ? Trend::kIsZero : Trend::kVanishes};
  }
  if (infinite_p) return e.y != 0 ? Infinite(sign_py) : FiniteBracket({e.x, 0, 1, 1});
  return FiniteBracket(e);
}

Limit Signed(int sign) {
  return {sign > 0 ? LimitKind::kPositiveInfinity : LimitKind::kNegativeInfinity, {}};
}

// Arguments of an exact zero.
Limit Zero(const LossElement& e) {
  return {LimitKind::kFinite, {std::isfinite(e.x) ? e.x : 0.0f, 0, 0, 1}};
}

}  // namespace

bool IsFinite(const LossElement& e) {
  return std::isfinite(e.x) && std::isfinite(e.y) && std::isfinite(e.w) && std::isfinite(e.p);
}

Limit LimitOf(const LossElement& e) {
  if (IsFinite(e)) return {LimitKind::kFinite, e};
  if (std::isnan(e.x) || std::isnan(e.y) || std::isnan(e.w) || std::isnan(e.p)) return {};
  if (e.w == 0) return Zero(e);
  const Bracket v = std::isinf(e.y) ? InfiniteTarget(e) : FiniteTarget(e);
  switch (v.trend) {
    case Trend::kNone:
      return {};
    case Trend::kIsZero:
      return Zero(e);
    case Trend::kVanishes:
      return std::isinf(e.w) ? Limit{} : Zero(e);
    case Trend::kInfinite:
      return Signed(Sign(e.w) * v.sign);
    case Trend::kFinite:
      if (std::isinf(e.w)) return Signed(Sign(e.w) * v.sign);
      return {LimitKind::kFinite, {v.finite.x, v.finite.y, e.w, v.finite.p}};
  }
  return {};
}

}  // namespace touchstone::reference::bce_with_logits

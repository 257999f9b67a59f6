// The value of the loss where arguments are infinite or NaN.
//
// The limit is taken with all infinite arguments going to infinity jointly (independently of each
// other, along any path) while the finite ones stay fixed. A NaN argument, or a limit that depends
// on the path, gives kNone. Zero factors that stay fixed make the product zero on the whole path,
// so an element with weight 0 contributes nothing even where its logit is infinite.
//
//   V = p y softplus(-x) + (1 - y) softplus(x); c(x, p) = p softplus(-x) - softplus(x)
//
//   y         x        p          V goes to
//   finite    +inf     finite     y != 1: sign(1-y) inf; y = 1: vanishes (p = 0: is zero)
//   finite    +inf     infinite   y = 0: +inf; y = 1: none; else sign(1-y) inf if sign(p y) is the
//                                 same, none otherwise (p e^-x against x)
//   finite    -inf     any        p y != 0: sign(p y) inf; else vanishes (p = 0, y = 1: is zero)
//   finite    finite   infinite   y != 0: sign(p y) inf; y = 0: softplus(x)
//   infinite  +inf     any        p = +inf: none; else -sign(y) inf (p y e^-x is below y x)
//   infinite  -inf     any        p != 0: sign(p y) inf; p = 0: none ((1-y) e^x)
//   infinite  finite   infinite   sign(p y) inf
//   infinite  finite   finite     sign(y c) inf; c = 0, which is x = 0 and p = 1 only: softplus(0)
//
//   w          V            l = w V goes to
//   0          anything     0
//   finite     inf, none    sign(w) V; none
//   finite     vanishes     0
//   infinite   is zero      0
//   infinite   vanishes     none
//   infinite   finite, inf  sign(w V) inf; V = 0 exactly: 0
#pragma once

#include "reference/bce_with_logits/arguments.h"

namespace touchstone::reference::bce_with_logits {

enum class LimitKind : uint8_t { kFinite, kPositiveInfinity, kNegativeInfinity, kNone };

struct Limit {
  LimitKind kind = LimitKind::kNone;
  /// kFinite: finite arguments whose loss is the limit. x is the given one where that is finite.
  LossElement finite = {};
};

bool IsFinite(const LossElement& element);

/// The limit of the loss; the element itself where all arguments are finite. Thread-safe.
Limit LimitOf(const LossElement& element);

}  // namespace touchstone::reference::bce_with_logits

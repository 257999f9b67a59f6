// The top of the reference: certified values of single losses and of sums, at any precision needed.
//
// With tau(a) = log(1 + e^-a) every loss is l = A + kappa tau(|x|) with
//   A = w ((1-y) max(x,0) + p y max(-x,0)),   kappa = w (p y + 1 - y),
// both exact dyadic numbers. A sum of losses is A + sum_j kappa_j tau(a_j) with distinct a_j. It is
// enclosed by MPFI intervals of 40, 80, 160 and 320 decimal digits in turn, until both ends round
// to the same number. Where A is representable or halfway between two numbers no precision may
// suffice; then the sign of T = sum_j kappa_j tau(a_j) decides, which is known when T's interval
// excludes zero or all kappa_j have one sign. Without terms the value is A itself, the only case of
// an exact tie.
#pragma once

#include <cstdint>
#include <vector>

#include "reference/bce_with_logits/arguments.h"
#include "reference/bce_with_logits/bound_constants.h"
#include "reference/float_format.h"

namespace touchstone::reference::bce_with_logits {

struct Certified {
  double lower = 0;   ///< lower <= exact value
  double upper = 0;   ///< exact value <= upper
  uint32_t bits = 0;  ///< exact value rounded once, to nearest even; valid if decided
  bool decided = false;
  int digits = 0;  ///< decimal digits of the rung that answered
};

/// The loss of finite arguments. Also climbs until the enclosure is at most kSharpnessUlp
/// (bound_constants.h) wide.
Certified CertifyLoss(const LossElement& element, const FloatFormat& format);

/// (sum of the losses) / divisor for finite arguments, at most kLargestCertifiedSum of them; 16
/// bytes of memory per element are used beside the argument. Independent of their order. Runs on
/// oneTBB.
Certified CertifySum(std::vector<LossElement> elements, uint64_t divisor,
                     const FloatFormat& format);

inline constexpr uint64_t kLargestCertifiedSum = uint64_t{1} << 20;

/// The sign of the loss of finite arguments: -1, 0 or 1. Zero only where it is exactly zero.
int SignOfLoss(const LossElement& element);

/// The sign of p softplus(-x) - softplus(x), the derivative of the loss by the target for w = 1.
int SignOfTargetSlope(float x, float p);

}  // namespace touchstone::reference::bce_with_logits

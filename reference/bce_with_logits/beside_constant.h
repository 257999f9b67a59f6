// Losses beside a number that is known exactly: l = A + kappa tau (ladder.h) where A is a double.
#pragma once

#include <optional>

#include "reference/bce_with_logits/ladder.h"

namespace touchstone::reference::bce_with_logits {

/// Where A = w ((1-y) max(x,0) + p y max(-x,0)) can be computed in double without rounding, the
/// loss lies between A and A + kappa tau, on the side that the sign of kappa tells; for large |x|
/// that is a hair's breadth, and decides what no enclosure around A could: A may be halfway between
/// two numbers of the format. `tail` is SoftplusTail's of |x|. Nothing where A is not a double or
/// where this does not settle the rounding; the ladder does then. Finite arguments.
std::optional<Certified> CertifyBesideConstant(const LossElement& element, double tail,
                                               const FloatFormat& format);

}  // namespace touchstone::reference::bce_with_logits

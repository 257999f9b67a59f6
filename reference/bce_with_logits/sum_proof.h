// Checks certified sums and means against Arb.
#pragma once

#include <cstddef>

namespace touchstone::reference::bce_with_logits {

/// Sums and means of up to `largest` elements of every kind, and sums whose terms cancel almost
/// wholly, in every format: enclosures of sum l and sum |l| hold, roundings are right, none is
/// undecided. To be called in a test.
void ExpectSumsProven(size_t largest);

}  // namespace touchstone::reference::bce_with_logits

// Checks what the reference certifies against Arb, in bulk.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "reference/bce_with_logits/arguments.h"
#include "reference/float_format.h"

namespace touchstone::reference::bce_with_logits {

/// Elements by number, all finite.
struct ProofSet {
  std::string name;
  FloatFormat format = kFp32;  ///< of the output
  bool weighted = false;       ///< otherwise weight and pos_weight are absent
  uint64_t count = 0;
  std::function<LossElement(uint64_t)> element;
};

struct ProofResult {
  uint64_t checked = 0;
  uint64_t climbed = 0;    ///< not settled in float64
  uint64_t undecided = 0;  ///< no rounding certified
  uint64_t not_enclosed = 0;
  uint64_t wrongly_rounded = 0;
  std::string first;  ///< the first element that is wrong in any way
};

/// Evaluates the whole set, on oneTBB, and asks the oracle about every element.
ProofResult Prove(const ProofSet& set);

/// Proves the set in a test: prints the figures and fails on anything wrong or undecided.
void ExpectProven(const ProofSet& set);

}  // namespace touchstone::reference::bce_with_logits

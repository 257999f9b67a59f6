// Makes a failing case small while it still fails.
#pragma once

#include <functional>

#include "framework/record/record.h"
#include "framework/suite/case.h"

namespace touchstone::repro {

/// Whether a case still shows the failure. An error ends the search.
using Shows = std::function<Result<bool>(const suite::Case&)>;

struct ShrinkLimits {
  int tries = 200;       ///< calls of Shows
  double seconds = 120;  ///< no try starts later
};

struct Shrunk {
  suite::Case smallest;  ///< shows the failure, or is the start where no try succeeded
  int tries = 0;
  bool limited = false;  ///< the search ended at its limits, not because nothing smaller fails
};

/// Greedy: views to dense tensors, optional tensors left out, the one worst element alone, each
/// axis bisected from its end and from its front, axes of 1 dropped, data to lists and constants.
/// `start` must show the failure; `recorded` is what was seen of it. Errors: those of `shows`.
Result<Shrunk> Shrink(const suite::Case& start, const record::CaseRecord& recorded,
                      const Shows& shows, const ShrinkLimits& limits = {});

}  // namespace touchstone::repro

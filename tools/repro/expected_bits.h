// What the reference expects of each element of an output, as bit patterns.
#pragma once

#include <cstdint>
#include <vector>

#include "framework/run/prepared_case.h"
#include "framework/soc/soc.h"

namespace touchstone::repro {

struct ExpectedElement {
  enum class Kind {
    kBits,    ///< exactly these, or the other zero
    kAnyNan,  ///< every NaN is as good
    kOpen,    ///< the reference leaves the rounding, or the case leaves the class, open
  };
  Kind kind = Kind::kOpen;
  uint32_t bits = 0;
};

/// One entry per element, row-major. Empty for an output type that no reference judges. Errors
/// (input): no reference for the operator, or one that refuses the inputs.
Result<std::vector<ExpectedElement>> ExpectedBits(const run::PreparedCase& prepared,
                                                  const std::string& output,
                                                  const soc::SocInfo& soc);

}  // namespace touchstone::repro

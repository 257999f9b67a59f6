// ATK's accuracy standards in terms of the ones registered here.
#pragma once

#include <vector>

#include "framework/judge/standard.h"
#include "framework/suite/atk_case.h"
#include "framework/suite/problems.h"
#include "framework/tensor/dtype.h"

namespace touchstone::suite {

/// The standards of a case whose output has type `dtype`. A standard or parameter that has no
/// counterpart is a problem. A case that names none gets the judge's default standards.
std::vector<judge::StandardRequest> MapAtkStandards(const AtkCase& atk, tensor::DType dtype,
                                                    Problems& problems);

}  // namespace touchstone::suite

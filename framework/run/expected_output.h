// An output beside the one that its case states.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "framework/suite/case.h"

namespace touchstone::run {

/// How the output `name` differs from `expected`, with the first element that does; "" when it does
/// not, or when nothing is stated. Bits are compared as they are. Values are rounded once to the
/// output's type and then compared bitwise, except that a NaN stands for every NaN. `digest` is the
/// output's own.
std::string OutputMismatch(const suite::ExpectedOutput& expected, const std::string& name,
                           const tensor::TensorLayout& layout, std::span<const std::byte> storage,
                           const std::string& digest);

}  // namespace touchstone::run

// Which classes of values the content of a tensor can hold, for coverage.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "framework/data/data_spec.h"
#include "framework/tensor/dtype.h"

namespace touchstone::data {

/// "normal", "zero", "subnormal", "infinity", "NaN".
const std::vector<std::string>& ValueClasses();

/// Those that a tensor of type `dtype` with this content reaches by its description: listed values
/// are looked at one by one, patterns and specials reach all (or all finite ones), other
/// distributions give normal numbers; a file says nothing of itself ("from a file").
std::set<std::string> ValueClassesOf(const DataSpec& spec, tensor::DType dtype);

}  // namespace touchstone::data

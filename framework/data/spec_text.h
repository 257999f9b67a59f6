// A data spec on one line, as run records hold it.
#pragma once

#include <string>
#include <string_view>

#include "framework/data/data_spec.h"

namespace touchstone::data {

/// "soft_labels", "uniform: {high: 20, low: -20}", "values: {values: [1, .inf, 0.5]}". Thread-safe.
std::string SpecText(const DataSpec& spec);

/// The spec that SpecText wrote so, for readers of records: a word that looks like a number or a
/// flag becomes one. Text that SpecText never writes gives a spec of that name without parameters.
/// Thread-safe.
DataSpec SpecFromText(std::string_view text);

}  // namespace touchstone::data

// Reading a spec's parameters, and the messages that distributions share.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/data/generator.h"

namespace touchstone::data {

/// Unknown names, wrong kinds and missing required parameters.
Errors CheckParameters(const DistributionInfo& info, const DataSpec& spec);

/// The parameter called `name`, or nothing when the spec leaves it out. The kind has been checked.
std::optional<double> FindNumber(const DataSpec& spec, std::string_view name);
double Number(const DataSpec& spec, std::string_view name, double fallback);
bool Flag(const DataSpec& spec, std::string_view name);
std::string Word(const DataSpec& spec, std::string_view name, std::string_view fallback);

/// A number or a list of them as literals; a number without its text gets an empty one.
std::vector<Literal> Literals(const DataSpec& spec, std::string_view name);

/// "data 'uniform': " + message, at the spec's place.
Error SpecError(const DataSpec& spec, const std::string& message);

/// The shortest text that reads back as `value`; infinities and NaN as suites write them.
std::string NumberText(double value);

/// Error when the number is given and not in [0, 1], NaN included.
void CheckProbability(const DataSpec& spec, std::string_view name, Errors& errors);

}  // namespace touchstone::data

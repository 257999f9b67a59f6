// `range_values` of an ATK tensor -> data::DataSpec.
#pragma once

#include <optional>
#include <string>

#include "framework/data/data_spec.h"
#include "framework/suite/atk_case.h"

namespace touchstone::suite {

/// The content of the tensor `name` of the case `case_id`; nothing when the range is one that only
/// an attribute can have. Where ATK draws mean and deviation of a normal distribution from a range,
/// they are drawn here from a hash of both names: the same in every run.
std::optional<data::DataSpec> AtkData(const AtkRange& range, const std::string& case_id,
                                      const std::string& name);

}  // namespace touchstone::suite

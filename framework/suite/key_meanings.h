// What the keys of a suite mean, a line each, for `touchstone explain`.
#pragma once

#include <string_view>
#include <vector>

namespace touchstone::suite {

struct KeyMeaning {
  std::string_view name;
  std::string_view place;  ///< "a suite", "a case", "a tensor", "expect"
  std::string_view meaning;
};

/// Every key of a suite file, of its cases, of their tensors and of `expect`. A key that two places
/// share (`description`) has an entry for each.
const std::vector<KeyMeaning>& AllKeyMeanings();

}  // namespace touchstone::suite

// What the rounding bound of an operator's reductions can see at best, as a table for people.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone::operators {

/// The smallest defect that shows in a reduction of N elements.
struct DetectableDefects {
  struct Column {
    std::string output;    ///< "fp32 sum"
    double condition = 1;  ///< sum |l| / |sum l|
  };
  std::string unit;     ///< of the numbers, and the inputs that they hold for
  std::vector<Column> columns;  ///< by output, then by condition
  std::vector<uint64_t> counts;           ///< N of each row
  std::vector<std::vector<double>> rows;  ///< by row, then by column
};

/// Of the operator called `name`, with or without the "aclnn" prefix; nothing when there is no such
/// table. Thread-safe.
std::optional<DetectableDefects> FindDetectableDefects(std::string_view name);

}  // namespace touchstone::operators

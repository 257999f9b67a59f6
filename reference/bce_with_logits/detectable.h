// What the bound of reductions can see: the smallest defect by size, format and condition.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reference/float_format.h"

namespace touchstone::reference::bce_with_logits {

/// SmallestDetectable for logits in [-2, 2] and labels in [0, 1], both evenly spread, without
/// weights. In units of the mean |loss|: 1 is one dropped element of average loss, N an output of
/// zeros.
struct DetectableTable {
  struct Column {
    std::string output;  ///< "fp32 sum"
    FloatFormat format;
    double condition;  ///< sum |l| / |sum l|
    bool is_mean;
  };
  std::vector<Column> columns;             ///< by output, then by condition
  std::vector<uint64_t> counts;           ///< N of each row
  std::vector<std::vector<double>> rows;  ///< by row, then by column
};

/// From N = 2 to 10^8; conditions 1, 10 and 1000. Pure; thread-safe.
DetectableTable SmallestDetectableDefects();

}  // namespace touchstone::reference::bce_with_logits

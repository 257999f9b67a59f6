#include "reference/bce_with_logits/detectable.h"

#include <cmath>

#include "reference/bce_with_logits/rounding_bound.h"

namespace touchstone::reference::bce_with_logits {
namespace {

// Mean element bound over mean loss, in units of u.
double TypicalElementBound() {
  constexpr int kSteps = 64;
  double bounds = 0, losses = 0;
  for (int i = 0; i < kSteps; ++i) {
    for (int j = 0; j < kSteps; ++j) {
      const auto x = static_cast<float>(-2 + 4 * (i + 0.5) / kSteps);
      const auto y = static_cast<float>((j + 0.5) / kSteps);
      bounds += ElementBound({x, y}, false, false, {});
      losses += (1 - double{y}) * double{x} + std::log1p(std::exp(-double{x}));
    }
  }
  return bounds / losses * 0x1p24;
}

}  // namespace

DetectableTable SmallestDetectableDefects() {
  DetectableTable table;
  for (const DetectableTable::Column& output :
       {DetectableTable::Column{"fp32 sum", kFp32, 1, false}, {"fp32 mean", kFp32, 1, true},
        {"fp16 mean", kFp16, 1, true}, {"bf16 mean", kBf16, 1, true}}) {
    for (const double condition : {1.0, 10.0, 1000.0}) {
      table.columns.push_back(output);
      table.columns.back().condition = condition;
    }
  }
  table.counts = {2,       10,        100,        1'000,      10'000,
                  100'000, 1'000'000, 10'000'000, 100'000'000};
  const double typical = TypicalElementBound();
  for (const uint64_t count : table.counts) {
    std::vector<double>& row = table.rows.emplace_back();
    for (const DetectableTable::Column& column : table.columns) {
      row.push_back(
          SmallestDetectable({count, typical, column.condition, column.is_mean}, column.format));
    }
  }
  return table;
}

}  // namespace touchstone::reference::bce_with_logits

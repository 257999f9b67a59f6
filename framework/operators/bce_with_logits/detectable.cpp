#include "framework/operators/bce_with_logits/reference.h"
#include "reference/bce_with_logits/detectable.h"

namespace touchstone::operators {

DetectableDefects BceWithLogitsDetectableDefects() {
  const auto table = reference::bce_with_logits::SmallestDetectableDefects();
  DetectableDefects defects;
  defects.unit =
      "the mean |loss|, for logits in [-2, 2] and labels in [0, 1] without weights: 1 is one dropped "
      "element of average loss, N an output of zeros";
  for (const auto& column : table.columns) {
    defects.columns.push_back({column.output, column.condition});
  }
  defects.counts = table.counts;
  defects.rows = table.rows;
  return defects;
}

}  // namespace touchstone::operators

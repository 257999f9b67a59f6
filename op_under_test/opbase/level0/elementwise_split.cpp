#include "op_under_test/opbase/level0/elementwise_split.h"

#include "op_under_test/npu/soc.h"
#include "op_under_test/runtime/config.h"

namespace npusim {
namespace {

constexpr int64_t kMinCoreBytes = 4096;
constexpr int64_t kBlockAlignElements = 512;

int64_t CeilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }

}  // namespace

ElementwiseSplit SplitElementwise(int64_t element_count, int64_t bytes_per_element,
                                  int64_t tile_budget_bytes, int core_count) {
  ElementwiseSplit split{};
  split.element_count = element_count;
  const int64_t cores =
      std::clamp<int64_t>(CeilDiv(element_count * bytes_per_element, kMinCoreBytes), 1, core_count);
  split.block_elements =
      std::max(CeilDiv(CeilDiv(element_count, cores), kBlockAlignElements), int64_t{1}) *
      kBlockAlignElements;
  split.block_count =
      static_cast<uint32_t>(std::max(CeilDiv(element_count, split.block_elements), int64_t{1}));
  const int64_t fitting = tile_budget_bytes / bytes_per_element;
  const int64_t repeat = std::max<int64_t>(kVectorRegisterBytes / bytes_per_element, 1);
  split.tile_elements = std::max<int64_t>(fitting / repeat, 1) * repeat;
  return split;
}

ElementwiseSplit SplitForActiveChip(int64_t element_count, int64_t bytes_per_element) {
  const Config& config = ActiveConfig();
  return SplitElementwise(element_count, bytes_per_element, config.soc->unified_buffer_bytes / 2,
                          config.core_count);
}

}  // namespace npusim

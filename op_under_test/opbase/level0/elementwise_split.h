// How operations that treat every element alike are split: over cores, then into tiles.
#pragma once

#include <algorithm>
#include <cstdint>

#include "op_under_test/npu/internal.h"
#include "op_under_test/npu/vector_core.h"

namespace npusim {

/// Consecutive elements, in equal blocks (the last may be shorter), one per core.
struct ElementwiseSplit {
  int64_t element_count;
  int64_t block_elements;
  int64_t tile_elements;
  uint32_t block_count;

  int64_t BlockBegin(const VectorCore& core) const { return block_elements * core.block_index(); }
  int64_t BlockEnd(const VectorCore& core) const {
    return std::min(element_count, BlockBegin(core) + block_elements);
  }

  /// Calls visit(first element, count) for each tile of this core's block, in order.
  template <typename Visit>
  void ForEachTile(const VectorCore& core, Visit&& visit) const {
    const int64_t end = BlockEnd(core);
    for (int64_t first = BlockBegin(core); first < end; first += tile_elements) {
      visit(first, std::min(tile_elements, end - first));
    }
  }
};

/// Rule of the library's elementwise template: at least 4 KiB of data for a core, blocks in
/// multiples of 512 elements; a tile fills `tile_budget_bytes` with `bytes_per_element`, in whole
/// vector registers.
NPUSIM_INTERNAL ElementwiseSplit SplitElementwise(int64_t element_count, int64_t bytes_per_element,
                                                  int64_t tile_budget_bytes, int core_count);

/// The same for the chip in force: half of its unified buffer, all of its cores.
NPUSIM_INTERNAL ElementwiseSplit SplitForActiveChip(int64_t element_count,
                                                    int64_t bytes_per_element);

}  // namespace npusim

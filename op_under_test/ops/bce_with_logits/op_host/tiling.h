// Tiling of the fused operator: tile size, split over cores, tiling key.
//
// Rules: published broadcast tiling of the operator library (schedules 201 and 202 for shapes that
// collapse to one axis, 1 and 2 for real broadcasts).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "op_under_test/ops/bce_with_logits/op_host/axis_collapse.h"

namespace npusim::bce_with_logits {

/// What the tiling needs to know of the chip.
struct TilingPlatform {
  int vector_core_count;
  int64_t unified_buffer_bytes;
};

struct TilingRequest {
  Dims output;
  std::vector<Dims> inputs;  ///< predict, target, then the weights that are present
  int64_t input_element_bytes;
  bool has_weight;
  bool has_pos_weight;
  std::string_view reduction;
};

enum class Schedule : uint16_t {
  kCopyNoLoop = 1,         ///< broadcast, at most 5 axes within a tile
  kCopyWithLoop = 2,       ///< broadcast, more
  kOneAxis = 201,          ///< one axis, more operands or one that is a scalar
  kOneAxisAdvanced = 202,  ///< one axis, at most four operands, none a scalar
};

/// A run of consecutive output elements that a core works on at once.
struct Tile {
  int64_t first_element;
  int64_t element_count;
};

struct Tiling {
  Schedule schedule;
  uint64_t key;
  CollapsedAxes axes;
  int split_axis;             ///< tiles cut this axis and hold everything inside it
  int64_t inner_elements;     ///< product of the extents inside the split axis
  int64_t split_rows;         ///< rows of the split axis per tile
  int64_t tiles_per_row_set;  ///< tiles that cover the split axis once
  int64_t tile_count;
  int64_t tiles_per_core;
  int core_count;
  int64_t buffer_elements;  ///< room for the largest tile, in elements

  /// The `index`-th tile; tiles cover the output once, in order.
  Tile TileAt(int64_t index) const;
};

/// Buffers of 4-byte elements that are alive in the unified buffer while a tile is worked on.
int AliveBufferCount(int input_count);

/// Nothing if the shapes cannot be tiled or the reduction is not "none".
std::optional<Tiling> ComputeTiling(const TilingRequest& request, const TilingPlatform& platform);

}  // namespace npusim::bce_with_logits

#include "op_under_test/ops/bce_with_logits/op_host/tiling.h"

#include <algorithm>

#include "op_under_test/ops/bce_with_logits/op_host/op_definition.h"

namespace npusim::bce_with_logits {
namespace {

constexpr int64_t kFloatBytes = 4;  // the widest type in a tile
constexpr int64_t kAdvancedLineBytes = 512;
constexpr int64_t kOneAxisAlignBytes = 128;
constexpr int64_t kOneAxisMinTileBytes = 8 * 1024;
constexpr int64_t kRepeatBytes = 256;
constexpr int kScratchBuffers = 3;
constexpr size_t kMaxOperandsAdvanced = 4;
constexpr size_t kMaxAxesWithoutLoop = 5;

int64_t CeilDiv(int64_t a, int64_t b) { return (a + b - 1) / b; }
int64_t RoundDown(int64_t a, int64_t unit) { return a / unit * unit; }
int64_t RoundUp(int64_t a, int64_t unit) { return CeilDiv(a, unit) * unit; }

// Splits `tiling.tile_count` tiles into equal runs, `tiles_per_core` at least.
void SplitOverCores(int vector_core_count, int64_t min_tiles_per_core, Tiling& tiling) {
  tiling.tiles_per_core =
      std::max(CeilDiv(tiling.tile_count, vector_core_count), min_tiles_per_core);
  tiling.core_count = static_cast<int>(CeilDiv(tiling.tile_count, tiling.tiles_per_core));
}

void SetOneAxisTiles(int64_t tile_elements, Tiling& tiling) {
  tiling.split_axis = 0;
  tiling.inner_elements = 1;
  tiling.split_rows = tile_elements;
  tiling.tiles_per_row_set = CeilDiv(tiling.axes.extents[0], tile_elements);
  tiling.tile_count = tiling.tiles_per_row_set;
  tiling.buffer_elements = tile_elements;
}

// Schedule 202. Each core gets at least two tiles, so that copies and arithmetic can alternate.
void TileOneAxisAdvanced(const TilingRequest& request, const TilingPlatform& platform,
                         Tiling& tiling) {
  const int64_t elements = tiling.axes.extents[0];
  const int64_t cores = platform.vector_core_count;
  const int64_t alive = AliveBufferCount(static_cast<int>(request.inputs.size()));
  const int64_t line_in = kAdvancedLineBytes / request.input_element_bytes;
  const int64_t line = kAdvancedLineBytes / kFloatBytes;
  int64_t tile = RoundDown(platform.unified_buffer_bytes / alive, kAdvancedLineBytes) / kFloatBytes;
  if (cores * line_in > elements) {
    tile = line_in;
  } else if (cores * tile > elements) {
    tile = RoundDown(elements / cores, line);
  }
  SetOneAxisTiles(tile, tiling);
  SplitOverCores(platform.vector_core_count, 2, tiling);
}

// Schedule 201.
void TileOneAxis(const TilingRequest& request, const TilingPlatform& platform, Tiling& tiling) {
  const int64_t elements = tiling.axes.extents[0];
  const int64_t alive = AliveBufferCount(static_cast<int>(request.inputs.size()));
  const int64_t tile =
      RoundDown(platform.unified_buffer_bytes / alive, kOneAxisAlignBytes) / kFloatBytes;
  SetOneAxisTiles(tile, tiling);
  SplitOverCores(platform.vector_core_count, 1, tiling);
  const int64_t half_the_cores = platform.vector_core_count / 2;
  if (tiling.core_count < half_the_cores && tile * kFloatBytes > kOneAxisMinTileBytes) {
    const int64_t spread =
        RoundUp(CeilDiv(elements, half_the_cores), kOneAxisAlignBytes / kFloatBytes);
    SetOneAxisTiles(std::clamp(spread, kOneAxisMinTileBytes / kFloatBytes, tile), tiling);
    SplitOverCores(platform.vector_core_count, 1, tiling);
  }
}

// Schedules 1 and 2: as many of the innermost axes as fit into a tile.
void TileBroadcast(const TilingRequest& request, const TilingPlatform& platform, Tiling& tiling) {
  const Dims& extents = tiling.axes.extents;
  const int64_t alive = AliveBufferCount(static_cast<int>(request.inputs.size()));
  const int64_t max_elements = RoundDown(platform.unified_buffer_bytes / (alive * kFloatBytes),
                                         kRepeatBytes / request.input_element_bytes);
  tiling.split_axis = static_cast<int>(extents.size()) - 1;
  tiling.inner_elements = 1;
  while (tiling.split_axis > 0 &&
         tiling.inner_elements * extents[tiling.split_axis] <= max_elements) {
    tiling.inner_elements *= extents[tiling.split_axis];
    --tiling.split_axis;
  }
  const int64_t split_extent = extents[tiling.split_axis];
  tiling.split_rows = std::clamp<int64_t>(max_elements / tiling.inner_elements, 1, split_extent);
  tiling.tiles_per_row_set = CeilDiv(split_extent, tiling.split_rows);
  int64_t outer = 1;
  for (int axis = 0; axis < tiling.split_axis; ++axis) outer *= extents[axis];
  tiling.tile_count = outer * tiling.tiles_per_row_set;
  tiling.buffer_elements = tiling.split_rows * tiling.inner_elements;
  const size_t axes_in_tile = extents.size() - static_cast<size_t>(tiling.split_axis);
  tiling.schedule =
      axes_in_tile <= kMaxAxesWithoutLoop ? Schedule::kCopyNoLoop : Schedule::kCopyWithLoop;
  SplitOverCores(platform.vector_core_count, 1, tiling);
}

// Fields from the lowest bit: schedule (16 bits), reduction (2, always "none"), has weight, has
// pos_weight.
uint64_t TilingKey(Schedule schedule, bool has_weight, bool has_pos_weight) {
  return static_cast<uint64_t>(schedule) | uint64_t{has_weight} << 18 |
         uint64_t{has_pos_weight} << 19;
}

}  // namespace

Tile Tiling::TileAt(int64_t index) const {
  const int64_t split_extent = axes.extents[split_axis];
  const int64_t first_row = index % tiles_per_row_set * split_rows;
  const int64_t rows = std::min(split_rows, split_extent - first_row);
  return {(index / tiles_per_row_set * split_extent + first_row) * inner_elements,
          rows * inner_elements};
}

int AliveBufferCount(int input_count) {
  // Inputs and the output are double-buffered; a 16-bit input needs half a buffer for each copy and
  // one to be widened into, which is again two.
  return 2 * (input_count + 1) + kScratchBuffers;
}

std::optional<Tiling> ComputeTiling(const TilingRequest& request, const TilingPlatform& platform) {
  if (!IsTiledReduction(Definition(), request.reduction)) return std::nullopt;
  auto axes = CollapseAxes(request.output, request.inputs);
  if (!axes) return std::nullopt;
  Tiling tiling{};
  tiling.axes = std::move(*axes);
  const bool has_broadcast = tiling.axes.HasBroadcast();
  if (has_broadcast && tiling.axes.extents.size() > 1) {
    TileBroadcast(request, platform, tiling);
  } else if (!has_broadcast && request.inputs.size() + 1 <= kMaxOperandsAdvanced) {
    tiling.schedule = Schedule::kOneAxisAdvanced;
    TileOneAxisAdvanced(request, platform, tiling);
  } else {
    tiling.schedule = Schedule::kOneAxis;
    TileOneAxis(request, platform, tiling);
  }
  tiling.key = TilingKey(tiling.schedule, request.has_weight, request.has_pos_weight);
  return tiling;
}

}  // namespace npusim::bce_with_logits

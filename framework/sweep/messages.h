// The language between a sweep and its workers: one line of JSON per message.
//
// To the worker: first a WorkOrder, then a ChunkOrder for each chunk. From the worker, in this
// order: ready or fatal; a ChunkDone for each chunk; and when the channel has been closed for
// writing: closed. Output and flags of unwritten elements lie in the shared memory, one slot for
// each of the Device::kDepth chunks that can be under way.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "framework/diagnostics/error.h"
#include "framework/sweep/plan.h"

namespace touchstone::sweep {

/// What a worker must know of the plan.
struct WorkOrder {
  std::string operator_name;
  std::string dtype;
  uint64_t stride = 1;
  std::vector<ConstantInput> constants;
  uint64_t chunk_elements = 0;  ///< largest chunk; sizes the slots

  bool operator==(const WorkOrder&) const = default;
};
struct ChunkOrder {
  uint64_t first = 0;
  uint64_t count = 0;
  int slot = 0;
};

struct WorkerReady {};
struct WorkerFatal {  ///< the worker ends
  std::string reason;
};
struct ChunkDone {
  uint64_t first = 0;
  std::string refusal;
  bool any_unwritten = false;
  uint64_t differing = 0;
  uint64_t first_differing = 0;
  std::vector<std::string> problems;
};
struct WorkerClosed {
  std::vector<std::string> problems;
};
using WorkerReply = std::variant<WorkerReady, WorkerFatal, ChunkDone, WorkerClosed>;

/// One line each, with its line end.
std::string ToLine(const WorkOrder& order);
std::string ToLine(const ChunkOrder& order);
std::string ToLine(const WorkerReply& reply);

/// The reverse, without line end. Error (infrastructure): not such a line.
Result<WorkOrder> ParseWorkOrder(std::string_view line);
Result<ChunkOrder> ParseChunkOrder(std::string_view line);
Result<WorkerReply> ParseWorkerReply(std::string_view line);

/// Bytes of one slot: output elements of `element_bytes`, then one flag for each.
size_t SlotBytes(uint64_t chunk_elements, size_t element_bytes);

}  // namespace touchstone::sweep

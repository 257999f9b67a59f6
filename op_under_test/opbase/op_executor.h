// The planned work of one operator call: a graph of operations on tensors, and its workspace.
//
// Phase 1 builds the graph with the level-0 operations and plans the workspace; phase 2 turns it
// into kernel launches at the addresses that hold by then.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "op_under_test/npu/internal.h"
#include "op_under_test/npu/kernel.h"
#include "op_under_test/opbase/op_call.h"
#include "op_under_test/opbase/tensor.h"

namespace npusim {

/// A tensor of the graph. Owned by its executor.
struct GraphTensor {
  TensorDesc desc;
  std::shared_ptr<TensorStorage> storage;  ///< the caller's memory; null: in the workspace
  int64_t payload_bytes = 0;               ///< of a tensor in the workspace
  int64_t workspace_offset_bytes = 0;
};

/// Where a node's operands lie when it runs: addresses of their first view elements.
struct KernelAddresses {
  std::vector<DeviceAddress> inputs;
  std::vector<DeviceAddress> outputs;
  DeviceAddress scratch = 0;
};

/// One operation of the graph.
struct GraphNode {
  std::string op_type;
  std::vector<GraphTensor*> inputs;
  std::vector<GraphTensor*> outputs;
  GraphTensor* scratch = nullptr;  ///< memory the kernels of this node need for themselves
  /// Makes the launches that do the node's work, in order.
  std::function<std::vector<KernelLaunch>(const KernelAddresses&)> make_launches;
  /// False for operations that the toolkit runs off the vector cores; they bar a repeated run.
  bool repeatable = true;
};

/// Built by one thread; afterwards MakeLaunches is thread-safe.
class NPUSIM_INTERNAL OpExecutor {
 public:
  explicit OpExecutor(std::string api_name) : api_name_(std::move(api_name)) {}
  OpExecutor(const OpExecutor&) = delete;
  OpExecutor& operator=(const OpExecutor&) = delete;

  /// Takes one of the caller's tensors into the graph. Its address is looked up in phase 2.
  GraphTensor* Import(const aclTensor& tensor);
  /// A dense tensor in the workspace. Null, with the error reported, if it cannot exist: negative
  /// extents, or more bytes than a device can address.
  GraphTensor* NewTensor(const Dims& dims, aclDataType dtype);
  /// Workspace that only one node uses.
  GraphTensor* NewScratch(int64_t bytes);
  void AddNode(GraphNode node);
  /// Lets the node that writes `result` write into the memory of `destination` instead.
  void Rebind(GraphTensor* result, const GraphTensor& destination);

  /// Plans the workspace; the graph is complete. `call` is what was planned, for the op cache.
  void Finish(std::optional<OpCall> call);
  /// The same plan for the memory of another call with the same key.
  std::unique_ptr<OpExecutor> OnOtherMemory(const OpCall& other) const;

  const std::string& api_name() const { return api_name_; }
  const std::vector<GraphNode>& nodes() const { return nodes_; }
  uint64_t workspace_bytes() const { return static_cast<uint64_t>(workspace_bytes_); }
  /// False if an operation of the graph bars it.
  bool CanRepeat() const;
  /// True once a tensor of the caller's that the plan works on is gone. The toolkit refers to them
  /// until phase 2 has launched the kernels.
  bool HasDestroyedTensor() const;
  const std::optional<OpCall>& call() const { return call_; }
  bool came_from_cache() const { return came_from_cache_; }

  std::vector<KernelLaunch> MakeLaunches(DeviceAddress workspace) const;

 private:
  bool IsWrittenByGraph(const GraphTensor& tensor) const;
  std::vector<MemoryRange> ProtectedRanges() const;

  const std::string api_name_;
  std::vector<std::unique_ptr<GraphTensor>> tensors_;
  std::vector<GraphNode> nodes_;
  int64_t workspace_bytes_ = 0;
  std::optional<OpCall> call_;
  bool came_from_cache_ = false;
};

}  // namespace npusim

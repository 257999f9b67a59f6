#include "op_under_test/opbase/op_executor.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "op_under_test/opbase/data_type.h"
#include "op_under_test/opbase/status.h"
#include "op_under_test/opbase/workspace_planner.h"

namespace npusim {
namespace {

// Larger than the memory of any device; sums of a graph's few tensors stay far below 2^63.
constexpr int64_t kMaxTensorBytes = int64_t{1} << 56;

int64_t ElementBytes(const GraphTensor& tensor) {
  return static_cast<int64_t>(DataTypeBytes(tensor.desc.dtype));
}

DeviceAddress StorageAddress(const GraphTensor& tensor, DeviceAddress workspace) {
  if (tensor.storage) return reinterpret_cast<DeviceAddress>(tensor.storage->address.load());
  return workspace + static_cast<DeviceAddress>(tensor.workspace_offset_bytes);
}

DeviceAddress FirstElementAddress(const GraphTensor& tensor, DeviceAddress workspace) {
  // Unsigned: the offset comes unchecked from the caller and may wrap; the access is checked later.
  return StorageAddress(tensor, workspace) +
         static_cast<DeviceAddress>(tensor.desc.offset_elements) *
             static_cast<DeviceAddress>(ElementBytes(tensor));
}

// The bytes from the first to the last element that a tensor of the caller reaches.
std::optional<MemoryRange> ReachedBytes(const GraphTensor& tensor) {
  const auto range =
      ReachableRange(tensor.desc.view_dims, tensor.desc.strides, tensor.desc.offset_elements);
  if (!range || !tensor.storage || range->first < 0) return std::nullopt;
  const auto bytes = static_cast<uint64_t>(ElementBytes(tensor));
  const auto start = reinterpret_cast<DeviceAddress>(tensor.storage->address.load());
  return MemoryRange{start + static_cast<uint64_t>(range->first) * bytes,
                     static_cast<uint64_t>(range->last - range->first + 1) * bytes};
}

bool Intersect(const MemoryRange& a, const MemoryRange& b) {
  return a.address < b.address + b.bytes && b.address < a.address + a.bytes;
}

}  // namespace

GraphTensor* OpExecutor::Import(const aclTensor& tensor) {
  tensors_.push_back(std::make_unique<GraphTensor>(GraphTensor{tensor.desc, tensor.storage, 0, 0}));
  return tensors_.back().get();
}

GraphTensor* OpExecutor::NewTensor(const Dims& dims, aclDataType dtype) {
  const auto count = ElementCount(dims);
  const auto element_bytes = static_cast<int64_t>(DataTypeBytes(dtype));
  if (!count || *count > kMaxTensorBytes / std::max<int64_t>(element_bytes, 1)) {
    Fail(kInnerNullptr, "A tensor of shape " + DimsText(dims) + " cannot be allocated.");
    return nullptr;
  }
  auto tensor = std::make_unique<GraphTensor>();
  tensor->desc = DenseDesc(dims, dtype);
  tensor->payload_bytes = *count * element_bytes;
  tensors_.push_back(std::move(tensor));
  return tensors_.back().get();
}

GraphTensor* OpExecutor::NewScratch(int64_t bytes) { return NewTensor({bytes}, ACL_UINT8); }

void OpExecutor::AddNode(GraphNode node) { nodes_.push_back(std::move(node)); }

void OpExecutor::Rebind(GraphTensor* result, const GraphTensor& destination) {
  result->storage = destination.storage;
  result->desc.offset_elements = destination.desc.offset_elements;
}

void OpExecutor::Finish(std::optional<OpCall> call) {
  call_ = std::move(call);
  std::vector<GraphTensor*> tenants;
  std::vector<WorkspaceRequest> requests;
  const auto use = [&](GraphTensor* tensor, int node) {
    if (tensor == nullptr || tensor->storage) return;
    const auto found = std::find(tenants.begin(), tenants.end(), tensor);
    if (found == tenants.end()) {
      tenants.push_back(tensor);
      requests.push_back({tensor->payload_bytes, node, node});
    } else {
      requests[static_cast<size_t>(found - tenants.begin())].last_node = node;
    }
  };
  for (int node = 0; node < static_cast<int>(nodes_.size()); ++node) {
    for (GraphTensor* tensor : nodes_[node].inputs) use(tensor, node);
    for (GraphTensor* tensor : nodes_[node].outputs) use(tensor, node);
    use(nodes_[node].scratch, node);
  }
  const WorkspacePlan plan = PlanWorkspace(requests);
  for (size_t i = 0; i < tenants.size(); ++i) {
    tenants[i]->workspace_offset_bytes = plan.offsets_bytes[i];
  }
  workspace_bytes_ = plan.total_bytes;
}

std::unique_ptr<OpExecutor> OpExecutor::OnOtherMemory(const OpCall& other) const {
  auto copy = std::make_unique<OpExecutor>(api_name_);
  std::unordered_map<const GraphTensor*, GraphTensor*> twin_of{{nullptr, nullptr}};
  for (const auto& tensor : tensors_) {
    auto twin = std::make_unique<GraphTensor>(*tensor);
    if (twin->storage) {
      // Arguments of one storage are one handle, in the other call too: the first one found will
      // do.
      const auto& own = call_->storages;
      const auto argument = std::find(own.begin(), own.end(), twin->storage) - own.begin();
      twin->storage = other.storages[static_cast<size_t>(argument)];
    }
    twin_of[tensor.get()] = twin.get();
    copy->tensors_.push_back(std::move(twin));
  }
  for (const GraphNode& node : nodes_) {
    GraphNode& twin = copy->nodes_.emplace_back(node);
    for (GraphTensor*& tensor : twin.inputs) tensor = twin_of.at(tensor);
    for (GraphTensor*& tensor : twin.outputs) tensor = twin_of.at(tensor);
    twin.scratch = twin_of.at(node.scratch);
  }
  copy->workspace_bytes_ = workspace_bytes_;
  copy->call_ = other;
  copy->came_from_cache_ = true;
  return copy;
}

bool OpExecutor::CanRepeat() const {
  return std::all_of(nodes_.begin(), nodes_.end(),
                     [](const auto& node) { return node.repeatable; });
}

bool OpExecutor::HasDestroyedTensor() const {
  return std::any_of(tensors_.begin(), tensors_.end(), [](const auto& tensor) {
    return tensor->storage && tensor->storage->handle_is_destroyed;
  });
}

bool OpExecutor::IsWrittenByGraph(const GraphTensor& tensor) const {
  return std::any_of(nodes_.begin(), nodes_.end(), [&](const GraphNode& node) {
    return std::any_of(node.outputs.begin(), node.outputs.end(),
                       [&](const GraphTensor* output) { return output == &tensor; });
  });
}

std::vector<MemoryRange> OpExecutor::ProtectedRanges() const {
  // A caller may let the output lie in an input's memory; what the output covers is not protected.
  std::vector<MemoryRange> outputs;
  std::vector<MemoryRange> inputs;
  for (const auto& tensor : tensors_) {
    const auto range = ReachedBytes(*tensor);
    if (!range) continue;
    (IsWrittenByGraph(*tensor) ? outputs : inputs).push_back(*range);
  }
  std::erase_if(inputs, [&](const MemoryRange& input) {
    return std::any_of(outputs.begin(), outputs.end(),
                       [&](const MemoryRange& output) { return Intersect(input, output); });
  });
  return inputs;
}

std::vector<KernelLaunch> OpExecutor::MakeLaunches(DeviceAddress workspace) const {
  const std::vector<MemoryRange> inputs = ProtectedRanges();
  std::vector<KernelLaunch> launches;
  for (const GraphNode& node : nodes_) {
    KernelAddresses addresses;
    for (const GraphTensor* tensor : node.inputs) {
      addresses.inputs.push_back(FirstElementAddress(*tensor, workspace));
    }
    for (const GraphTensor* tensor : node.outputs) {
      addresses.outputs.push_back(FirstElementAddress(*tensor, workspace));
    }
    if (node.scratch) addresses.scratch = StorageAddress(*node.scratch, workspace);
    for (KernelLaunch& launch : node.make_launches(addresses)) {
      launch.inputs = inputs;
      launches.push_back(std::move(launch));
    }
  }
  return launches;
}

}  // namespace npusim

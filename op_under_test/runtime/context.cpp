#include "op_under_test/runtime/context.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "op_under_test/runtime/strict_report.h"

namespace npusim {
namespace {

thread_local std::weak_ptr<Context> current_context;

std::vector<std::shared_ptr<Stream>> StreamsOfDevice(const Device& device) {
  std::vector<std::shared_ptr<Stream>> streams = Streams().All();
  for (const auto& context : Contexts().All()) streams.push_back(context->default_stream());
  std::erase_if(streams, [&](const auto& stream) { return &stream->device() != &device; });
  return streams;
}

}  // namespace

std::shared_ptr<Context> CurrentContext() {
  std::shared_ptr<Context> context = current_context.lock();
  if (context && !Contexts().Find(context.get())) return nullptr;
  return context;
}

void SetCurrentContext(const std::shared_ptr<Context>& context) { current_context = context; }

HandleTable<Context>& Contexts() {
  static auto* const table = new HandleTable<Context>;  // outlives the streams' threads
  return *table;
}

HandleTable<Stream>& Streams() {
  static auto* const table = new HandleTable<Stream>;
  return *table;
}

aclError ResolveStream(aclrtStream handle, std::shared_ptr<Stream>* stream) {
  const std::shared_ptr<Context> context = CurrentContext();
  if (!context) return ACL_ERROR_RT_CONTEXT_NULL;
  if (handle == nullptr) {
    *stream = context->default_stream();
    return ACL_SUCCESS;
  }
  *stream = Streams().Find(handle);
  if (!*stream) return ACL_ERROR_RT_INVALID_HANDLE;
  return (*stream)->owner() == context.get() ? ACL_SUCCESS : ACL_ERROR_RT_STREAM_CONTEXT;
}

bool RetainDevice(Device& device) {
  const std::lock_guard lock(DeviceStateMutex());
  if (device.reference_count == 0 && !device.OpenMemory()) return false;
  ++device.reference_count;
  if (!device.primary_context) {
    device.primary_context = std::make_shared<Context>(device);
    Contexts().Insert(device.primary_context);
  }
  SetCurrentContext(device.primary_context);
  return true;
}

bool ReleaseDevice(Device& device, bool force) {
  {
    const std::lock_guard lock(DeviceStateMutex());
    if (device.reference_count == 0) return false;
    device.reference_count = force ? 0 : device.reference_count - 1;
    if (device.reference_count > 0) return true;
  }
  CloseDevice(device);
  return true;
}

void CloseContext(const std::shared_ptr<Context>& context) {
  context->default_stream()->WaitForQueued();
  for (const auto& stream : Streams().All()) {
    if (stream->owner() != context.get()) continue;
    stream->WaitForQueued();
    Streams().Remove(stream.get());
  }
  Contexts().Remove(context.get());
}

void CloseDevice(Device& device) {
  for (const auto& context : Contexts().All()) {
    if (&context->device() == &device) CloseContext(context);
  }
  {
    const std::lock_guard lock(DeviceStateMutex());
    device.reference_count = 0;
    device.primary_context.reset();
  }
  DeviceMemory* const memory = device.memory();
  if (memory == nullptr || memory->live_block_count() == 0) return;
  StrictReport(StrictKind::kLeak, "device memory still allocated when device " +
                                      std::to_string(device.id()) +
                                      " was released: " + memory->DescribeLiveBlocks());
  memory->FreeAll();
}

TaskOutcome SynchronizeDevice(Device& device, Timeout timeout) {
  TaskOutcome first;
  const auto start = std::chrono::steady_clock::now();
  for (const auto& stream : StreamsOfDevice(device)) {
    Timeout left = timeout;
    if (left) {
      const auto spent = std::chrono::steady_clock::now() - start;
      *left -= std::min(*left, std::chrono::duration_cast<std::chrono::milliseconds>(spent));
    }
    TaskOutcome outcome = stream->Synchronize(left);
    if (first.code == ACL_SUCCESS) first = std::move(outcome);
  }
  return first;
}

}  // namespace npusim

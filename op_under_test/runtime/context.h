// Contexts: what a host thread works in; each has a device and a default stream.
#pragma once

#include <memory>

#include "acl/acl_rt.h"
#include "op_under_test/npu/internal.h"
#include "op_under_test/runtime/device.h"
#include "op_under_test/runtime/handle_table.h"
#include "op_under_test/runtime/stream.h"

namespace npusim {

class Context {
 public:
  explicit Context(Device& device)
      : device_(device), default_stream_(std::make_shared<Stream>(device, this)) {}

  Device& device() const { return device_; }
  const std::shared_ptr<Stream>& default_stream() const { return default_stream_; }

 private:
  Device& device_;
  std::shared_ptr<Stream> default_stream_;
};

/// This thread's context, or null when it has none or it was destroyed.
NPUSIM_INTERNAL std::shared_ptr<Context> CurrentContext();
NPUSIM_INTERNAL void SetCurrentContext(const std::shared_ptr<Context>& context);

NPUSIM_INTERNAL HandleTable<Context>& Contexts();
NPUSIM_INTERNAL HandleTable<Stream>& Streams();

/// The stream of a handle as a call in the current context may use it; null: the default stream.
/// 107002 without a context, 107017 for an invalid handle, 107003 for another context's stream.
NPUSIM_INTERNAL aclError ResolveStream(aclrtStream handle, std::shared_ptr<Stream>* stream);

/// Takes a reference to the device and makes its primary context current; the first one opens the
/// device. False when the machine has no room for its memory.
NPUSIM_INTERNAL bool RetainDevice(Device& device);
/// Gives a reference back; the last one (or any, with `force`) closes the device. False when there
/// is none.
NPUSIM_INTERNAL bool ReleaseDevice(Device& device, bool force);
/// Waits for and removes every context and stream of the device, reports what was not freed and
/// frees it.
void CloseDevice(Device& device);
/// Waits for the context's streams and removes them with it.
NPUSIM_INTERNAL void CloseContext(const std::shared_ptr<Context>& context);
/// Waits for all streams of the device; the first failure.
NPUSIM_INTERNAL TaskOutcome SynchronizeDevice(Device& device, Timeout timeout);

}  // namespace npusim

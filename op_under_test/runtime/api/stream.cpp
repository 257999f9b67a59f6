// Streams.
#include <memory>

#include "acl/acl.h"
#include "op_under_test/runtime/api/timeout.h"
#include "op_under_test/runtime/api_errors.h"
#include "op_under_test/runtime/config.h"
#include "op_under_test/runtime/context.h"
#include "op_under_test/runtime/event.h"
#include "op_under_test/runtime/events.h"

namespace npusim {
namespace {

aclError Create(const char* function, aclrtStream* stream) {
  if (stream == nullptr) return NullPointer(function, "stream");
  const std::shared_ptr<Context> context = CurrentContext();
  if (!context) return ACL_ERROR_RT_CONTEXT_NULL;
  const size_t open_streams = Streams().CountIf(
      [&](const Stream& stream) { return &stream.device() == &context->device(); });
  if (open_streams >= static_cast<size_t>(ActiveConfig().soc->max_streams)) {
    return ACL_ERROR_RT_NO_STREAM_RESOURCE;
  }
  *stream = Streams().Insert(std::make_shared<Stream>(context->device(), context.get()));
  return ACL_SUCCESS;
}

aclError Destroy(const char* function, aclrtStream handle, bool abandon) {
  if (handle == nullptr) return NullPointer(function, "stream");
  const std::shared_ptr<Stream> stream = Streams().Remove(handle);
  if (!stream) return ACL_ERROR_RT_INVALID_HANDLE;
  if (abandon) stream->Abandon();
  stream->WaitForQueued();
  return ACL_SUCCESS;
}

aclError Synchronize(aclrtStream handle, Timeout timeout) {
  std::shared_ptr<Stream> stream;
  if (const aclError error = ResolveStream(handle, &stream)) return error;
  return Surface(stream->Synchronize(timeout));
}

}  // namespace
}  // namespace npusim

using npusim::Noted;

aclError aclrtCreateStream(aclrtStream* stream) {
  return Noted(npusim::Create("aclrtCreateStream", stream));
}

aclError aclrtCreateStreamWithConfig(aclrtStream* stream, uint32_t /*priority*/,
                                     uint32_t /*flag*/) {
  // Streams of a simulated device are equal; priority and flags are hints.
  return Noted(npusim::Create("aclrtCreateStreamWithConfig", stream));
}

aclError aclrtDestroyStream(aclrtStream stream) {
  return Noted(npusim::Destroy("aclrtDestroyStream", stream, false));
}

aclError aclrtDestroyStreamForce(aclrtStream stream) {
  return Noted(npusim::Destroy("aclrtDestroyStreamForce", stream, true));
}

aclError aclrtSynchronizeStream(aclrtStream stream) {
  return Noted(npusim::Synchronize(stream, {}));
}

aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout_ms) {
  npusim::Timeout timeout;
  if (const aclError error =
          npusim::ReadTimeout("aclrtSynchronizeStreamWithTimeout", timeout_ms, &timeout)) {
    return Noted(error);
  }
  return Noted(npusim::Synchronize(stream, timeout));
}

aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus* status) {
  if (status == nullptr) return Noted(npusim::NullPointer("aclrtStreamQuery", "status"));
  std::shared_ptr<npusim::Stream> found;
  if (const aclError error = npusim::ResolveStream(stream, &found)) return Noted(error);
  *status = found->IsIdle() ? ACL_STREAM_STATUS_COMPLETE : ACL_STREAM_STATUS_NOT_READY;
  return ACL_SUCCESS;
}

aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event) {
  if (event == nullptr) return Noted(npusim::NullPointer("aclrtStreamWaitEvent", "event"));
  std::shared_ptr<npusim::Stream> found;
  if (const aclError error = npusim::ResolveStream(stream, &found)) return Noted(error);
  const auto awaited = npusim::Events().Find(event);
  if (!awaited) return Noted(ACL_ERROR_RT_INVALID_HANDLE);
  found->Enqueue([awaited, record = awaited->latest_record()] {
    awaited->Wait(record, {});
    return npusim::TaskOutcome{};
  });
  return ACL_SUCCESS;
}

aclError aclrtSetStreamFailureMode(aclrtStream stream, uint64_t mode) {
  std::shared_ptr<npusim::Stream> found;
  if (const aclError error = npusim::ResolveStream(stream, &found)) return Noted(error);
  if (mode != ACL_CONTINUE_ON_FAILURE && mode != ACL_STOP_ON_FAILURE) {
    return Noted(npusim::InvalidRuntimeValue("aclrtSetStreamFailureMode", std::to_string(mode),
                                             "mode", "[0, 1]"));
  }
  found->SetStopOnFailure(mode == ACL_STOP_ON_FAILURE);
  return ACL_SUCCESS;
}

aclError aclrtLaunchHostFunc(aclrtStream stream, aclrtHostFunc function, void* args) {
  if (function == nullptr) return Noted(npusim::NullPointer("aclrtLaunchHostFunc", "fn"));
  std::shared_ptr<npusim::Stream> found;
  if (const aclError error = npusim::ResolveStream(stream, &found)) return Noted(error);
  found->Enqueue([function, args] {
    function(args);
    return npusim::TaskOutcome{};
  });
  return ACL_SUCCESS;
}

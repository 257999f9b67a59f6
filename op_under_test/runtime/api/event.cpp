// Events.
#include <chrono>
#include <memory>

#include "acl/acl.h"
#include "op_under_test/runtime/api/timeout.h"
#include "op_under_test/runtime/api_errors.h"
#include "op_under_test/runtime/context.h"
#include "op_under_test/runtime/events.h"

namespace npusim {
namespace {

aclError Create(const char* function, aclrtEvent* event, bool keeps_time) {
  if (event == nullptr) return NullPointer(function, "event");
  if (!CurrentContext()) return ACL_ERROR_RT_CONTEXT_NULL;
  *event = Events().Insert(std::make_shared<Event>(keeps_time));
  return ACL_SUCCESS;
}

aclError Find(const char* function, aclrtEvent handle, std::shared_ptr<Event>* event) {
  if (handle == nullptr) return NullPointer(function, "event");
  *event = Events().Find(handle);
  return *event ? ACL_SUCCESS : ACL_ERROR_RT_INVALID_HANDLE;
}

aclError Synchronize(const char* function, aclrtEvent handle, Timeout timeout) {
  std::shared_ptr<Event> event;
  if (const aclError error = Find(function, handle, &event)) return error;
  return event->Wait(event->latest_record(), timeout) ? ACL_SUCCESS
                                                      : ACL_ERROR_RT_EVENT_SYNC_TIMEOUT;
}

}  // namespace
}  // namespace npusim

using npusim::Noted;

aclError aclrtCreateEvent(aclrtEvent* event) {
  return Noted(npusim::Create("aclrtCreateEvent", event, true));
}

aclError aclrtCreateEventWithFlag(aclrtEvent* event, uint32_t flag) {
  return Noted(
      npusim::Create("aclrtCreateEventWithFlag", event, (flag & ACL_EVENT_TIME_LINE) != 0));
}

aclError aclrtDestroyEvent(aclrtEvent event) {
  if (event == nullptr) return Noted(npusim::NullPointer("aclrtDestroyEvent", "event"));
  return Noted(npusim::Events().Remove(event) ? ACL_SUCCESS : ACL_ERROR_RT_INVALID_HANDLE);
}

aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream) {
  std::shared_ptr<npusim::Event> found;
  if (const aclError error = npusim::Find("aclrtRecordEvent", event, &found)) return Noted(error);
  std::shared_ptr<npusim::Stream> on;
  if (const aclError error = npusim::ResolveStream(stream, &on)) return Noted(error);
  on->Enqueue(
      [found, record = found->BeginRecord()] {
        found->CompleteRecord(record);
        return npusim::TaskOutcome{};
      },
      npusim::Stream::TaskKind::kSignal);
  return ACL_SUCCESS;
}

aclError aclrtResetEvent(aclrtEvent event, aclrtStream stream) {
  std::shared_ptr<npusim::Event> found;
  if (const aclError error = npusim::Find("aclrtResetEvent", event, &found)) return Noted(error);
  std::shared_ptr<npusim::Stream> on;
  if (const aclError error = npusim::ResolveStream(stream, &on)) return Noted(error);
  on->Enqueue(
      [found] {
        found->Reset();
        return npusim::TaskOutcome{};
      },
      npusim::Stream::TaskKind::kSignal);
  return ACL_SUCCESS;
}

aclError aclrtQueryEventStatus(aclrtEvent event, aclrtEventRecordedStatus* status) {
  if (status == nullptr) return Noted(npusim::NullPointer("aclrtQueryEventStatus", "status"));
  std::shared_ptr<npusim::Event> found;
  if (const aclError error = npusim::Find("aclrtQueryEventStatus", event, &found)) {
    return Noted(error);
  }
  *status = found->IsComplete() ? ACL_EVENT_RECORDED_STATUS_COMPLETE
                                : ACL_EVENT_RECORDED_STATUS_NOT_READY;
  return ACL_SUCCESS;
}

aclError aclrtSynchronizeEvent(aclrtEvent event) {
  return Noted(npusim::Synchronize("aclrtSynchronizeEvent", event, {}));
}

aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event, int32_t timeout_ms) {
  npusim::Timeout timeout;
  if (const aclError error =
          npusim::ReadTimeout("aclrtSynchronizeEventWithTimeout", timeout_ms, &timeout)) {
    return Noted(error);
  }
  return Noted(npusim::Synchronize("aclrtSynchronizeEventWithTimeout", event, timeout));
}

aclError aclrtEventElapsedTime(float* elapsed_ms, aclrtEvent start_event, aclrtEvent end_event) {
  if (elapsed_ms == nullptr) return Noted(npusim::NullPointer("aclrtEventElapsedTime", "ms"));
  std::shared_ptr<npusim::Event> start;
  std::shared_ptr<npusim::Event> end;
  if (const aclError error = npusim::Find("aclrtEventElapsedTime", start_event, &start)) {
    return Noted(error);
  }
  if (const aclError error = npusim::Find("aclrtEventElapsedTime", end_event, &end)) {
    return Noted(error);
  }
  const auto start_time = start->CompletionTime();
  const auto end_time = end->CompletionTime();
  if (!start_time || !end_time) return Noted(ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID);
  if (*end_time < *start_time) return Noted(ACL_ERROR_RT_EVENT_TIMESTAMP_REVERSAL);
  *elapsed_ms = std::chrono::duration<float, std::milli>(*end_time - *start_time).count();
  return ACL_SUCCESS;
}

aclError aclrtEventGetTimestamp(aclrtEvent event, uint64_t* timestamp_us) {
  if (timestamp_us == nullptr) {
    return Noted(npusim::NullPointer("aclrtEventGetTimestamp", "timestamp"));
  }
  std::shared_ptr<npusim::Event> found;
  if (const aclError error = npusim::Find("aclrtEventGetTimestamp", event, &found)) {
    return Noted(error);
  }
  const auto time = found->CompletionTime();
  if (!time) return Noted(ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID);
  *timestamp_us = static_cast<uint64_t>(
      std::chrono::duration_cast<std::chrono::microseconds>(time->time_since_epoch()).count());
  return ACL_SUCCESS;
}

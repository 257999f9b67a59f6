// The same call a second time, at the same time, elsewhere. Private to framework/device.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "framework/device/other_device.h"
#include "framework/device/spare_memory.h"
#include "framework/device/two_phase_call.h"

namespace touchstone::device {

/// On another stream of the session's device, with outputs of its own; or on a second device, with
/// inputs of its own too.
class TwinCall {
 public:
  TwinCall(Session& session, const CallRequest& request, bool on_other_device);
  ~TwinCall();

  /// Both phases; the kernels may still run afterwards. Errors (infrastructure) as CallOperator.
  Status Launch();
  /// Until its kernels have ended.
  void Wait();
  /// Waits and compares the outputs, byte by byte, with the call's own, whose kernels must
  /// have ended. What differs, and a twin that failed, becomes a violation of `outcome`.
  Status Finish(CallOutcome& outcome);

 private:
  Status LaunchOnCurrentDevice();
  Status CompareOutputs(CallOutcome& outcome);

  Session& session_;
  const CallRequest& request_;
  const bool on_other_device_;
  std::unique_ptr<OtherDevice> other_device_;
  void* stream_ = nullptr;
  CallRequest plain_request_;  ///< the request without its deviations
  CallOutcome own_outcome_;
  std::map<std::string, std::vector<std::byte>> inputs_;
  std::map<std::string, std::vector<std::byte>> own_outputs_;
  std::unique_ptr<SpareMemory> memory_;
  std::unique_ptr<TwoPhaseCall> call_;
};

}  // namespace touchstone::device

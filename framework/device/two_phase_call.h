// The steps of one two-phase call. Private to framework/device; CallOperator puts them in order.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "framework/device/acl_api.h"
#include "framework/device/call.h"
#include "framework/device/foreign_call.h"
#include "framework/device/guarded_buffer.h"
#include "framework/device/tensor_handles.h"

namespace touchstone::device {

/// Where the storages of a call's tensors lie, by argument name.
using TensorAddresses = std::map<std::string, void*>;

/// Statuses, error text and violations go to the outcome that it was made with. An executor that is
/// left over at the end is destroyed.
class TwoPhaseCall {
 public:
  /// Neither `request` nor `outcome` may go before the call.
  TwoPhaseCall(Session& session, const CallRequest& request, CallOutcome& outcome);
  ~TwoPhaseCall();

  /// Finds the operator's symbols and makes the handles of its tensors, at other addresses than the
  /// request's where `places` has one. Errors (infrastructure): no symbol, no handle.
  Status Prepare(const TensorAddresses& places = {});
  /// True when there is an executor to go on with.
  bool Phase1();
  /// The workspace that phase 1 asked for, filled. Error (infrastructure): it cannot be had.
  Status AllocateWorkspace();

  /// The steps from here on are true when they succeeded; a failed one leaves its status and text.
  bool MakeRepeatable();
  /// Gives the executor the request's own addresses.
  bool SetAddresses();
  bool Execute(void* stream);
  bool ExecuteWithoutExecutor(void* stream);
  /// On a thread that has set no device.
  bool ExecuteOnOtherThread(void* stream);
  bool Synchronize(void* stream);

  /// Destroys an executor that is left over, as a repeatable one is; a refusal is a violation.
  void DestroyExecutor();
  /// Reports a workspace written outside its bounds. Error (infrastructure): it cannot be read.
  Status CheckWorkspace();

  TensorHandles& handles() { return handles_; }
  /// The arguments that are tensors and passed, in the operator's order.
  const std::vector<const operators::Argument*>& tensors() const { return tensors_; }

 private:
  Status AddArgument(const operators::Argument& argument, const TensorAddresses& places);
  void CheckOutputShapes();
  uint64_t GivenWorkspaceBytes() const;
  int CallPhase2(void* stream, aclOpExecutor* executor);
  bool Phase2Step(int status, std::string error_text);
  bool Phase2Step(int status);
  void Violation(std::string text) { outcome_.violations.push_back(std::move(text)); }

  Session& session_;
  const CallRequest& request_;
  CallOutcome& outcome_;
  TensorHandles handles_;
  void* get_workspace_size_ = nullptr;
  void* execute_ = nullptr;
  std::vector<ForeignArgument> arguments_;
  std::vector<const operators::Argument*> tensors_;
  aclOpExecutor* executor_ = nullptr;
  bool executor_is_alive_ = false;
  bool executor_is_repeatable_ = false;
  std::optional<GuardedBuffer> workspace_;
};

}  // namespace touchstone::device

#include "framework/device/call.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "framework/device/other_device.h"
#include "framework/device/spare_memory.h"
#include "framework/device/twin_call.h"
#include "framework/device/two_phase_call.h"

namespace touchstone::device {
namespace {

/// One call with its deviations: which steps are made, in which order and where.
class Conversation {
 public:
  Conversation(Session& session, const CallRequest& request)
      : session_(session), request_(request), protocol_(request.protocol) {}

  Result<CallOutcome> Run() {
    auto done = MakeCall();
    twin_.reset();
    other_device_.reset();
    if (!done) return done.errors();
    outcome_.reports = session_.TakeReports();
    return std::move(outcome_);
  }

 private:
  Status MakeCall() {
    if (auto ready = PlaceTensors(); !ready) return ready;
    if (auto done = CallBefore(); !done) return done;
    if (protocol_.destroyed_tensor || protocol_.view_before_storage) return SpoilTensorsInTurn();
    TwoPhaseCall call(session_, request_, outcome_);
    if (auto ready = call.Prepare(planning_memory_.addresses()); !ready) return ready;
    return Phases(call);
  }

  Status Phases(TwoPhaseCall& call) {
    (void)session_.TakeErrorText();  // whatever came before is not this call's
    if (!call.Phase1()) return Done{};
    if (auto ready = call.AllocateWorkspace(); !ready) return ready;
    if (auto ready = OpenSecondPlaces(); !ready) return ready;
    if (auto done = Phase2(call); !done) return done;
    call.DestroyExecutor();
    if (IsDeviceFault(outcome_.sync_status.value_or(0))) return Done{};
    if (auto checked = call.CheckWorkspace(); !checked) return checked;
    return CheckPlanningMemory();
  }

  Status PlaceTensors() {
    if (!protocol_.new_addresses) return Done{};
    for (const auto& [name, tensor] : request_.tensors) {
      if (auto added = planning_memory_.Add(name); !added) return added;
    }
    return Done{};
  }

  Status CallBefore() {
    if (!protocol_.equal_call_before) return Done{};
    twin_ = std::make_unique<TwinCall>(session_, request_, false);
    if (auto launched = twin_->Launch(); !launched) return launched;
    twin_->Wait();
    return Done{};
  }

  /// Ends at a tensor with which phase 1 succeeds; it must not say one thing of one and another of
  /// the next.
  Status SpoilTensorsInTurn() {
    std::optional<std::string> answer_before;
    for (const operators::Argument& argument : request_.op->arguments) {
      CallRequest request = request_;
      const auto tensor = request.tensors.find(argument.name);
      if (tensor == request.tensors.end()) continue;
      if (protocol_.view_before_storage) BeginBeforeStorage(tensor->second.layout);
      TwoPhaseCall call(session_, request, outcome_);
      if (auto ready = call.Prepare(planning_memory_.addresses()); !ready) return ready;
      if (protocol_.destroyed_tensor) call.handles().Destroy(argument.name);
      if (auto done = Phases(call); !done) return done;
      const int status = outcome_.phase1_status.value_or(0);
      if (status == 0) break;
      std::string answer = fmt::format("{}: {}", status, outcome_.error_text);
      if (answer_before && answer != *answer_before) {
        outcome_.violations.push_back(fmt::format("phase 1 answered {} for '{}', but {} before",
                                                  answer, argument.name, *answer_before));
      }
      answer_before = std::move(answer);
    }
    return Done{};
  }

  static void BeginBeforeStorage(tensor::TensorLayout& layout) {
    if (const auto touched = tensor::TouchedRange(layout)) layout.offset -= touched->first + 1;
  }

  /// The second stream or device, and what runs there.
  Status OpenSecondPlaces() {
    if (protocol_.stream_of_other_device || protocol_.phase2_on_other_device) {
      auto opened = OtherDevice::Open(session_);
      if (!opened) return opened.errors();
      other_device_ = std::move(opened).value();
    }
    if (protocol_.two_streams || protocol_.two_devices) {
      twin_ = std::make_unique<TwinCall>(session_, request_, protocol_.two_devices);
      return twin_->Launch();
    }
    return Done{};
  }

  Status Phase2(TwoPhaseCall& call) {
    const OtherDevice::Scope scope(protocol_.phase2_on_other_device ? other_device_.get()
                                                                    : nullptr);
    void* const stream =
        protocol_.phase2_on_other_device ? other_device_->stream() : session_.stream();
    auto executed = Execute(call, stream);
    if (!executed) return executed.errors();
    // What was launched before a step that failed must have ended, too.
    if (!outcome_.sync_status || *outcome_.sync_status == 0) (void)call.Synchronize(stream);
    if (twin_ == nullptr || outcome_.FirstFailure() != 0) return Done{};
    return twin_->Finish(outcome_);
  }

  /// The steps between the phases, the last phase 2 and what comes before it; false when one
  /// failed.
  Result<bool> Execute(TwoPhaseCall& call, void* stream) {
    if (protocol_.repeatable_executor && !call.MakeRepeatable()) return false;
    if (protocol_.reuse_executor) {
      if (!call.Execute(stream) || !call.Synchronize(stream)) return false;
      if (auto blanked = BlankOutputs(call); !blanked) return blanked.errors();
    }
    if (protocol_.new_addresses && !call.SetAddresses()) return false;
    if (protocol_.destroy_tensors_before_phase2) call.handles().DestroyAll();
    if (protocol_.null_executor_in_phase2) return call.ExecuteWithoutExecutor(stream);
    if (protocol_.phase2_on_other_thread) return call.ExecuteOnOtherThread(stream);
    if (protocol_.stream_of_other_device) return call.Execute(other_device_->stream());
    if (protocol_.destroyed_stream) return ExecuteOnDestroyedStream(call);
    return call.Execute(stream);
  }

  Result<bool> ExecuteOnDestroyedStream(TwoPhaseCall& call) {
    aclrtStream stream = nullptr;
    const int status = session_.api().aclrtCreateStream(&stream);
    if (status != 0) {
      return InfrastructureError(fmt::format("aclrtCreateStream failed with {}", status));
    }
    (void)session_.api().aclrtDestroyStream(stream);
    return call.Execute(stream);
  }

  Status BlankOutputs(const TwoPhaseCall& call) {
    for (const operators::Argument* argument : call.tensors()) {
      if (argument->kind != operators::ArgumentKind::kOutputTensor) continue;
      auto filled = FillStorage(session_, argument->name, request_.tensors.at(argument->name),
                                request_.workspace_byte);
      if (!filled) return filled;
    }
    return Done{};
  }

  /// Once the addresses are set, phase 2 must not touch the memory that phase 1 was given.
  Status CheckPlanningMemory() {
    if (!protocol_.new_addresses) return Done{};
    auto broken = planning_memory_.BrokenGuards();
    if (!broken) return broken.errors();
    outcome_.violations.insert(outcome_.violations.end(), broken->begin(), broken->end());
    if (protocol_.reuse_executor) return Done{};
    for (const auto& [name, address] : planning_memory_.addresses()) {
      const auto bytes = planning_memory_.Read(name);
      if (!bytes) return bytes.errors();
      const bool untouched = std::all_of(bytes->begin(), bytes->end(), [this](std::byte byte) {
        return std::to_integer<uint8_t>(byte) == request_.workspace_byte;
      });
      if (!untouched) {
        outcome_.violations.push_back(fmt::format(
            "the memory that '{}' had in phase 1 was written although it has another", name));
      }
    }
    return Done{};
  }

  Session& session_;
  const CallRequest& request_;
  const CallProtocol& protocol_;
  CallOutcome outcome_;
  SpareMemory planning_memory_{session_, request_};
  std::unique_ptr<OtherDevice> other_device_;
  std::unique_ptr<TwinCall> twin_;
};

}  // namespace

int CallOutcome::FirstFailure() const {
  for (const std::optional<int>& status : {phase1_status, phase2_status, sync_status}) {
    if (status && *status != 0) return *status;
  }
  return 0;
}

Result<CallOutcome> CallOperator(Session& session, const CallRequest& request) {
  return Conversation(session, request).Run();
}

}  // namespace touchstone::device

#include "framework/device/twin_call.h"

#include <fmt/format.h>

#include <algorithm>

namespace touchstone::device {
namespace {

bool IsOutput(const operators::Argument& argument) {
  return argument.kind == operators::ArgumentKind::kOutputTensor;
}

}  // namespace

TwinCall::TwinCall(Session& session, const CallRequest& request, bool on_other_device)
    : session_(session), request_(request), on_other_device_(on_other_device) {
  plain_request_ = request;
  plain_request_.protocol = {};
}

TwinCall::~TwinCall() {
  {
    const OtherDevice::Scope scope(other_device_.get());
    call_.reset();
    memory_.reset();
  }
  if (!on_other_device_ && stream_ != nullptr) (void)session_.api().aclrtDestroyStream(stream_);
}

Status TwinCall::Launch() {
  memory_ = std::make_unique<SpareMemory>(session_, request_);
  call_ = std::make_unique<TwoPhaseCall>(session_, plain_request_, own_outcome_);
  if (on_other_device_) {
    auto opened = OtherDevice::Open(session_);
    if (!opened) return opened.errors();
    other_device_ = std::move(opened).value();
    stream_ = other_device_->stream();
  } else if (const int status = session_.api().aclrtCreateStream(&stream_); status != 0) {
    return InfrastructureError(
        fmt::format("aclrtCreateStream of a second stream failed with {}", status));
  }
  // Inputs are read where they are, and written where the twin needs them.
  for (const operators::Argument& argument : request_.op->arguments) {
    if (!on_other_device_ || IsOutput(argument)) continue;
    const auto tensor = request_.tensors.find(argument.name);
    if (tensor == request_.tensors.end()) continue;
    auto bytes = ReadStorage(session_, argument.name, tensor->second);
    if (!bytes) return bytes.errors();
    inputs_[argument.name] = std::move(bytes).value();
  }
  const OtherDevice::Scope scope(other_device_.get());
  return LaunchOnCurrentDevice();
}

Status TwinCall::LaunchOnCurrentDevice() {
  for (const operators::Argument& argument : request_.op->arguments) {
    if (!request_.tensors.contains(argument.name)) continue;
    if (!on_other_device_ && !IsOutput(argument)) continue;
    if (auto added = memory_->Add(argument.name); !added) return added;
  }
  for (const auto& [name, bytes] : inputs_) {
    if (auto written = memory_->Write(name, bytes); !written) return written;
  }
  if (auto ready = call_->Prepare(memory_->addresses()); !ready) return ready;
  if (!call_->Phase1()) return Done{};
  if (auto ready = call_->AllocateWorkspace(); !ready) return ready;
  (void)call_->Execute(stream_);
  return Done{};
}

void TwinCall::Wait() {
  const OtherDevice::Scope scope(other_device_.get());
  if (!own_outcome_.sync_status) (void)call_->Synchronize(stream_);
}

Status TwinCall::Finish(CallOutcome& outcome) {
  for (const operators::Argument* argument : call_->tensors()) {
    if (!IsOutput(*argument)) continue;
    auto bytes = ReadStorage(session_, argument->name, request_.tensors.at(argument->name));
    if (!bytes) return bytes.errors();
    own_outputs_[argument->name] = std::move(bytes).value();
  }
  Wait();
  const OtherDevice::Scope scope(other_device_.get());
  if (const int status = own_outcome_.FirstFailure(); status != 0) {
    outcome.violations.push_back(fmt::format("the call beside it failed with {}: {}", status,
                                             own_outcome_.error_text));
    return Done{};
  }
  if (auto checked = call_->CheckWorkspace(); !checked) return checked;
  for (std::string& violation : own_outcome_.violations) {
    outcome.violations.push_back("the call beside it: " + violation);
  }
  auto broken = memory_->BrokenGuards();
  if (!broken) return broken.errors();
  outcome.violations.insert(outcome.violations.end(), broken->begin(), broken->end());
  return CompareOutputs(outcome);
}

Status TwinCall::CompareOutputs(CallOutcome& outcome) {
  for (const auto& [name, own] : own_outputs_) {
    const auto twin = memory_->Read(name);
    if (!twin) return twin.errors();
    const auto difference = std::mismatch(own.begin(), own.end(), twin->begin());
    if (difference.first == own.end()) continue;
    outcome.violations.push_back(
        fmt::format("output '{}' differs from that of the call beside it, first in byte {}", name,
                    difference.first - own.begin()));
  }
  return Done{};
}

}  // namespace touchstone::device

#include "framework/device/two_phase_call.h"

#include <fmt/format.h>

#include <memory>
#include <thread>
#include <utility>

#include "framework/device/error_text.h"

namespace touchstone::device {
namespace {

using operators::Argument;
using operators::ArgumentKind;

/// Values that phase 1 must leave alone when it fails (CANN's executor sources write both only on
/// success); neither can be a real result.
constexpr uint64_t kUntouchedSize = 0xA5A5A5A5A5A5A5A5ull;
const auto kUntouchedExecutor = reinterpret_cast<aclOpExecutor*>(0x5A5A5A5A5A5A5A5Aull);

template <typename T>
T AttributeOr0(const operators::Attributes& attributes, const std::string& name) {
  const auto found = attributes.find(name);
  if (found == attributes.end()) return T{};
  return std::visit([](auto value) { return static_cast<T>(value); }, found->second);
}

}  // namespace

TwoPhaseCall::TwoPhaseCall(Session& session, const CallRequest& request, CallOutcome& outcome)
    : session_(session), request_(request), outcome_(outcome), handles_(session.api()) {}

TwoPhaseCall::~TwoPhaseCall() { DestroyExecutor(); }

Status TwoPhaseCall::Prepare(const TensorAddresses& places) {
  auto workspace_symbol = session_.libraries().Resolve(request_.op->workspace_symbol);
  if (!workspace_symbol) return workspace_symbol.errors();
  auto execute_symbol = session_.libraries().Resolve(request_.op->name);
  if (!execute_symbol) return execute_symbol.errors();
  get_workspace_size_ = *workspace_symbol;
  execute_ = *execute_symbol;
  for (const Argument& argument : request_.op->arguments) {
    if (auto added = AddArgument(argument, places); !added) return added;
  }
  return Done{};
}

Status TwoPhaseCall::AddArgument(const Argument& argument, const TensorAddresses& places) {
  switch (argument.kind) {
    case ArgumentKind::kTensor:
    case ArgumentKind::kOptionalTensor:
    case ArgumentKind::kOutputTensor: {
      aclTensor* handle = nullptr;
      const auto found = request_.tensors.find(argument.name);
      if (found != request_.tensors.end()) {
        const auto place = places.find(argument.name);
        void* const data = place == places.end() ? found->second.data : place->second;
        handle = handles_.Create(argument.name, found->second.layout, data);
        if (handle == nullptr) {
          return InfrastructureError(
              fmt::format("aclCreateTensor gave nullptr for '{}'", argument.name));
        }
        tensors_.push_back(&argument);
      }
      arguments_.push_back(ForeignArgument::Pointer(handle));
      break;
    }
    case ArgumentKind::kInt64:
      arguments_.push_back(
          ForeignArgument::Int64(AttributeOr0<int64_t>(request_.attributes, argument.name)));
      break;
    case ArgumentKind::kDouble:
      arguments_.push_back(
          ForeignArgument::Double(AttributeOr0<double>(request_.attributes, argument.name)));
      break;
    case ArgumentKind::kFloat:
      arguments_.push_back(
          ForeignArgument::Float(AttributeOr0<float>(request_.attributes, argument.name)));
      break;
    case ArgumentKind::kBool:
      arguments_.push_back(
          ForeignArgument::Bool(AttributeOr0<bool>(request_.attributes, argument.name)));
      break;
  }
  return Done{};
}

bool TwoPhaseCall::Phase1() {
  uint64_t size = kUntouchedSize;
  executor_ = kUntouchedExecutor;
  std::vector<ForeignArgument> arguments = arguments_;
  arguments.push_back(
      ForeignArgument::Pointer(request_.protocol.null_workspace_size ? nullptr : &size));
  arguments.push_back(
      ForeignArgument::Pointer(request_.protocol.null_executor ? nullptr : &executor_));
  const int status = CallForeign(get_workspace_size_, std::move(arguments));
  outcome_.phase1_status = status;
  if (status != 0) {
    outcome_.error_text = session_.TakeErrorText();
    if (size != kUntouchedSize) {
      Violation(fmt::format("workspaceSize was set to {} by a phase 1 that failed", size));
    }
    if (executor_ != kUntouchedExecutor) {
      Violation("executor was written by a phase 1 that failed");
    }
    return false;
  }
  CheckOutputShapes();
  const bool has_size = !request_.protocol.null_workspace_size && size != kUntouchedSize;
  const bool has_executor = !request_.protocol.null_executor && executor_ != kUntouchedExecutor;
  if (!has_size && !request_.protocol.null_workspace_size) {
    Violation("workspaceSize was not set by a phase 1 that succeeded");
  }
  if (!has_executor && !request_.protocol.null_executor) {
    Violation("executor was not set by a phase 1 that succeeded");
  }
  executor_is_alive_ = has_executor;
  if (!has_size || !has_executor) return false;
  outcome_.workspace_bytes = size;
  return true;
}

Status TwoPhaseCall::AllocateWorkspace() {
  const uint64_t bytes = GivenWorkspaceBytes();
  if (bytes == 0 || request_.protocol.null_workspace) return Done{};
  auto allocated = GuardedBuffer::Allocate(session_, "workspace", bytes, request_.guard_byte);
  if (!allocated) return allocated.errors();
  workspace_ = std::move(allocated).value();
  return workspace_->Fill(request_.workspace_byte);
}

uint64_t TwoPhaseCall::GivenWorkspaceBytes() const {
  const uint64_t bytes = outcome_.workspace_bytes;
  return request_.protocol.small_workspace && bytes > 0 ? bytes - 1 : bytes;
}

bool TwoPhaseCall::MakeRepeatable() {
  executor_is_repeatable_ = Phase2Step(session_.api().aclSetAclOpExecutorRepeatable(executor_));
  return executor_is_repeatable_;
}

bool TwoPhaseCall::SetAddresses() {
  const AclApi& api = session_.api();
  size_t input = 0;
  size_t output = 0;
  for (const Argument* argument : tensors_) {
    aclTensor* const handle = handles_.Find(argument->name);
    void* const data = request_.tensors.at(argument->name).data;
    const int status = argument->kind == ArgumentKind::kOutputTensor
                           ? api.aclSetOutputTensorAddr(executor_, output++, handle, data)
                           : api.aclSetInputTensorAddr(executor_, input++, handle, data);
    if (!Phase2Step(status)) return false;
  }
  return true;
}

bool TwoPhaseCall::Execute(void* stream) {
  executor_is_alive_ = executor_is_repeatable_;
  return Phase2Step(CallPhase2(stream, executor_));
}

bool TwoPhaseCall::ExecuteWithoutExecutor(void* stream) {
  return Phase2Step(CallPhase2(stream, nullptr));
}

bool TwoPhaseCall::ExecuteOnOtherThread(void* stream) {
  executor_is_alive_ = executor_is_repeatable_;
  int status = 0;
  std::string error_text;
  std::thread([&] {
    status = CallPhase2(stream, executor_);
    // Texts are kept for each thread, so this one's is all new.
    const char* const text = session_.api().aclGetRecentErrMsg();
    error_text = StripVolatile(text == nullptr ? "" : text);
  }).join();
  return Phase2Step(status, std::move(error_text));
}

bool TwoPhaseCall::Synchronize(void* stream) {
  outcome_.sync_status = session_.api().aclrtSynchronizeStream(stream);
  if (outcome_.sync_status == 0) return true;
  if (outcome_.error_text.empty()) outcome_.error_text = session_.TakeErrorText();
  return false;
}

void TwoPhaseCall::DestroyExecutor() {
  if (!std::exchange(executor_is_alive_, false)) return;
  const int status = session_.api().aclDestroyAclOpExecutor(executor_);
  if (status != 0) Violation(fmt::format("aclDestroyAclOpExecutor gave {}", status));
}

Status TwoPhaseCall::CheckWorkspace() {
  if (!workspace_) return Done{};
  auto broken = workspace_->CheckGuards();
  if (!broken) return broken.errors();
  if (*broken) Violation(**broken);
  return Done{};
}

int TwoPhaseCall::CallPhase2(void* stream, aclOpExecutor* executor) {
  return CallForeign(execute_,
                     {ForeignArgument::Pointer(workspace_ ? workspace_->payload() : nullptr),
                      ForeignArgument::Uint64(GivenWorkspaceBytes()),
                      ForeignArgument::Pointer(executor), ForeignArgument::Pointer(stream)});
}

bool TwoPhaseCall::Phase2Step(int status) {
  return Phase2Step(status, status == 0 ? "" : session_.TakeErrorText());
}

bool TwoPhaseCall::Phase2Step(int status, std::string error_text) {
  outcome_.phase2_status = status;
  if (status == 0) return true;
  outcome_.error_text = std::move(error_text);
  return false;
}

/// The output's view is the caller's; an operator that changes it would hide a wrong shape.
void TwoPhaseCall::CheckOutputShapes() {
  for (const Argument* argument : tensors_) {
    if (argument->kind != ArgumentKind::kOutputTensor) continue;
    int64_t* dims = nullptr;
    uint64_t rank = 0;
    if (session_.api().aclGetViewShape(handles_.Find(argument->name), &dims, &rank) != 0) continue;
    const std::unique_ptr<int64_t[]> owner(dims);
    const tensor::Dims shape(dims, dims + rank);
    const tensor::Dims& given = request_.tensors.at(argument->name).layout.shape;
    if (shape != given) {
      Violation(fmt::format("the view shape of '{}' was changed from {} to {}", argument->name,
                            tensor::ToText(given), tensor::ToText(shape)));
    }
  }
}

}  // namespace touchstone::device

#include "framework/device/call.h"

#include <fmt/format.h>

#include <memory>

#include "framework/device/acl_api.h"
#include "framework/device/acl_codes.h"
#include "framework/device/foreign_call.h"
#include "framework/device/guarded_buffer.h"

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

/// The aclTensor handles of one call, destroyed at its end.
class TensorHandles {
 public:
  explicit TensorHandles(const AclApi& api) : api_(api) {}
  ~TensorHandles() {
    for (aclTensor* handle : handles_) (void)api_.aclDestroyTensor(handle);
  }
  TensorHandles(const TensorHandles&) = delete;
  TensorHandles& operator=(const TensorHandles&) = delete;

  aclTensor* Create(const CallTensor& tensor) {
    const tensor::TensorLayout& layout = tensor.layout;
    aclTensor* handle =
        api_.aclCreateTensor(layout.shape.data(), layout.shape.size(), AclDataTypeOf(layout.dtype),
                             layout.strides.data(), layout.offset, AclFormatOf(layout.format),
                             layout.storage_shape.data(), layout.storage_shape.size(), tensor.data);
    if (handle != nullptr) handles_.push_back(handle);
    return handle;
  }

 private:
  const AclApi& api_;
  std::vector<aclTensor*> handles_;
};

/// One call in progress: its symbols, handles and what has happened so far.
class TwoPhaseCall {
 public:
  TwoPhaseCall(Session& session, const CallRequest& request)
      : session_(session), request_(request), handles_(session.api()) {}

  Result<CallOutcome> Run() {
    if (auto ready = Prepare(); !ready) return ready.errors();
    (void)session_.TakeErrorText();  // whatever came before is not this call's
    if (Phase1()) {
      if (auto done = Phase2(); !done) return done.errors();
    }
    outcome_.reports = session_.TakeReports();
    return std::move(outcome_);
  }

 private:
  Status Prepare() {
    auto workspace_symbol = session_.libraries().Resolve(request_.op->workspace_symbol);
    if (!workspace_symbol) return workspace_symbol.errors();
    auto execute_symbol = session_.libraries().Resolve(request_.op->name);
    if (!execute_symbol) return execute_symbol.errors();
    get_workspace_size_ = *workspace_symbol;
    execute_ = *execute_symbol;
    for (const Argument& argument : request_.op->arguments) {
      if (auto added = AddArgument(argument); !added) return added;
    }
    return Done{};
  }

  Status AddArgument(const Argument& argument) {
    switch (argument.kind) {
      case ArgumentKind::kTensor:
      case ArgumentKind::kOptionalTensor:
      case ArgumentKind::kOutputTensor: {
        aclTensor* handle = nullptr;
        const auto found = request_.tensors.find(argument.name);
        if (found != request_.tensors.end()) {
          handle = handles_.Create(found->second);
          if (handle == nullptr) {
            return InfrastructureError(
                fmt::format("aclCreateTensor gave nullptr for '{}'", argument.name));
          }
          if (argument.kind == ArgumentKind::kOutputTensor) {
            outputs_.push_back({argument.name, handle, &found->second.layout});
          }
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

  /// True when there is an executor to go on with.
  bool Phase1() {
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
    if (!has_size || !has_executor) return false;
    outcome_.workspace_bytes = size;
    return true;
  }

  Status Phase2() {
    const uint64_t bytes = outcome_.workspace_bytes;
    std::optional<GuardedBuffer> workspace;
    if (bytes > 0 && !request_.protocol.null_workspace) {
      auto allocated = GuardedBuffer::Allocate(session_, "workspace", bytes, request_.guard_byte);
      if (!allocated) return Abandon(allocated.errors());
      workspace = std::move(allocated).value();
      if (auto filled = workspace->Fill(request_.workspace_byte); !filled) {
        return Abandon(filled.errors());
      }
    }
    void* address = workspace ? workspace->payload() : nullptr;
    const bool null_executor = request_.protocol.null_executor_in_phase2;
    Execute(address, bytes, null_executor ? nullptr : executor_);
    if (null_executor) (void)session_.api().aclDestroyAclOpExecutor(executor_);
    if (request_.protocol.reuse_executor && outcome_.phase2_status == 0) {
      Execute(address, bytes, executor_);
    }
    outcome_.sync_status = session_.api().aclrtSynchronizeStream(session_.stream());
    if (outcome_.sync_status != 0 && outcome_.error_text.empty()) {
      outcome_.error_text = session_.TakeErrorText();
    }
    if (workspace && !IsDeviceFault(*outcome_.sync_status)) {
      auto broken = workspace->CheckGuards();
      if (!broken) return broken.errors();
      if (*broken) Violation(**broken);
    }
    return Done{};
  }

  Status Abandon(Errors errors) {
    (void)session_.api().aclDestroyAclOpExecutor(executor_);
    return errors;
  }

  void Execute(void* workspace, uint64_t bytes, aclOpExecutor* executor) {
    const int status =
        CallForeign(execute_, {ForeignArgument::Pointer(workspace), ForeignArgument::Uint64(bytes),
                               ForeignArgument::Pointer(executor),
                               ForeignArgument::Pointer(session_.stream())});
    outcome_.phase2_status = status;
    if (status != 0) outcome_.error_text = session_.TakeErrorText();
  }

  /// The output's view is the caller's; an operator that changes it would hide a wrong shape.
  void CheckOutputShapes() {
    for (const Output& output : outputs_) {
      int64_t* dims = nullptr;
      uint64_t rank = 0;
      if (session_.api().aclGetViewShape(output.handle, &dims, &rank) != 0) continue;
      const std::unique_ptr<int64_t[]> owner(dims);
      const tensor::Dims shape(dims, dims + rank);
      if (shape != output.layout->shape) {
        Violation(fmt::format("the view shape of '{}' was changed from {} to {}", output.name,
                              tensor::ToText(output.layout->shape), tensor::ToText(shape)));
      }
    }
  }

  void Violation(std::string text) { outcome_.violations.push_back(std::move(text)); }

  struct Output {
    std::string name;
    aclTensor* handle;
    const tensor::TensorLayout* layout;
  };

  Session& session_;
  const CallRequest& request_;
  TensorHandles handles_;
  std::vector<Output> outputs_;
  void* get_workspace_size_ = nullptr;
  void* execute_ = nullptr;
  std::vector<ForeignArgument> arguments_;
  aclOpExecutor* executor_ = nullptr;
  CallOutcome outcome_;
};

}  // namespace

int CallOutcome::FirstFailure() const {
  for (const std::optional<int>& status : {phase1_status, phase2_status, sync_status}) {
    if (status && *status != 0) return *status;
  }
  return 0;
}

Result<CallOutcome> CallOperator(Session& session, const CallRequest& request) {
  return TwoPhaseCall(session, request).Run();
}

}  // namespace touchstone::device

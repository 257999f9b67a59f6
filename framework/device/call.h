// The generic two-phase call: any operator, from its description alone.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "framework/device/session.h"
#include "framework/diagnostics/error.h"
#include "framework/operators/description.h"
#include "framework/tensor/layout.h"

namespace touchstone::device {

/// A tensor argument: a view of device memory. `data` is the start of the storage, to which the
/// layout's offset is added by the device.
struct CallTensor {
  tensor::TensorLayout layout;
  void* data = nullptr;
};

/// Deviations from the two-phase order that a call makes on purpose.
struct CallProtocol {
  bool null_workspace_size = false;      ///< phase 1 with workspaceSize = nullptr
  bool null_executor = false;            ///< phase 1 with executor = nullptr
  bool null_executor_in_phase2 = false;  ///< phase 2 with executor = nullptr
  bool null_workspace = false;           ///< phase 2 with workspace = nullptr although size > 0
  bool reuse_executor = false;           ///< phase 2 a second time with the same executor
};

struct CallRequest {
  const operators::OperatorDescription* op = nullptr;
  std::map<std::string, CallTensor> tensors;  ///< a tensor without an entry is passed as nullptr
  operators::Attributes attributes;           ///< missing ones are 0
  CallProtocol protocol;
  uint8_t workspace_byte = 0xFF;  ///< content of the workspace before phase 2
  uint8_t guard_byte = 0x5C;      ///< content of its guard zones
};

/// What happened. A status is missing when its step was not reached.
struct CallOutcome {
  std::optional<int> phase1_status;
  std::optional<int> phase2_status;  ///< of the first phase 2 that failed, else 0
  std::optional<int> sync_status;
  std::string error_text;  ///< what aclGetRecentErrMsg added, without process ids and times
  uint64_t workspace_bytes = 0;
  std::vector<StrictReport> reports;
  /// What the call broke: workspace guards, a workspaceSize or executor that a failed phase 1 wrote
  /// to, an output tensor whose view shape was changed. Empty when nothing.
  std::vector<std::string> violations;

  /// The first status that is not 0, or 0.
  int FirstFailure() const;
};

/// Makes both calls and synchronises the stream. An operator that returns an error is an outcome;
/// an Error (infrastructure) means that the call could not be made: a symbol, a tensor handle or
/// the workspace could not be had.
Result<CallOutcome> CallOperator(Session& session, const CallRequest& request);

}  // namespace touchstone::device

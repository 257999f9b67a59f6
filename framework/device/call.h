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

/// Deviations from the plain two-phase call that a call makes on purpose.
struct CallProtocol {
  bool null_workspace_size = false;      ///< phase 1 with workspaceSize = nullptr
  bool null_executor = false;            ///< phase 1 with executor = nullptr
  bool null_executor_in_phase2 = false;  ///< phase 2 with executor = nullptr
  bool null_workspace = false;           ///< phase 2 with workspace = nullptr although size > 0
  bool small_workspace = false;          ///< one byte less than phase 1 asked for
  /// Phase 2 a second time with the same executor; outputs are blanked in between.
  bool reuse_executor = false;
  /// The same call with an output of its own runs before, so that the library may remember it; it
  /// must give the same bytes.
  bool equal_call_before = false;
  /// The executor is made repeatable after phase 1 and destroyed at the end.
  bool repeatable_executor = false;
  /// Phase 1 (and, with reuse_executor, the first phase 2) on other memory; the tensors' addresses
  /// are set before the last phase 2.
  bool new_addresses = false;
  /// Phase 1 once for each tensor, with that one destroyed before; the rest of the call follows
  /// only where that was accepted.
  bool destroyed_tensor = false;
  /// In the same way with each tensor's view begun one element before its storage.
  bool view_before_storage = false;
  bool destroy_tensors_before_phase2 = false;  ///< every tensor's handle
  /// The same call with an output of its own runs on a second stream at the same time, and must
  /// give the same bytes.
  bool two_streams = false;
  bool destroyed_stream = false;        ///< phase 2 on a stream destroyed before
  bool two_devices = false;             ///< as two_streams, on a second device
  bool stream_of_other_device = false;  ///< phase 2 on a stream of a second device
  /// Phase 2 and synchronisation with a second device current, on a stream of it.
  bool phase2_on_other_device = false;
  bool phase2_on_other_thread = false;  ///< a thread that has set no device
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
  /// Of the first step after phase 1 that failed, else 0: a phase 2, or what the protocol does to
  /// the executor before.
  std::optional<int> phase2_status;
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

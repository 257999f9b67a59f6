// The runs of a case on the device: buffers, calls, checks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "framework/device/call.h"
#include "framework/device/guarded_buffer.h"
#include "framework/run/output_compare.h"
#include "framework/run/prepared_case.h"

namespace touchstone::run {

/// What memory holds before a run. Successive runs differ, so that whatever an operator leaves
/// unwritten, or reads where it should not, differs too.
struct FillPattern {
  uint8_t output_byte;  ///< outputs, workspace and the gaps of strided inputs
  uint8_t guard_byte;   ///< guard zones
};

/// Run 0 fills with 0xFF and run 1 with 0xA5; further runs take further bytes in turn.
FillPattern PatternOfRun(int run);

/// What one run showed.
struct DeviceRun {
  device::CallOutcome outcome;
  std::vector<std::string> violations;  ///< guards, gaps, changed inputs, and the call's own
  bool device_lost = false;             ///< the device faulted: nothing was read back
  std::string first_difference;         ///< from the first run's output; "" when there is none
};

/// What the first run left in one output, and what the second has in common with it.
struct RunOutput {
  tensor::HostBytes storage;
  UnwrittenElements unwritten;  ///< by both runs
};

/// The runs of one case on one device. Outputs of later runs are compared with the first one's
/// while they are copied, in pieces; only the first one's is kept. Inputs stay on the device from
/// run to run. Not thread-safe.
class DeviceRuns {
 public:
  DeviceRuns(device::Session& session, const PreparedCase& prepared)
      : session_(session), prepared_(prepared) {}

  /// The next run, counted from 0. `vary` moves the buffers to other addresses and takes another
  /// stream than the run before. Errors as CallOperator and GuardedBuffer give them; no run may
  /// follow one.
  Result<DeviceRun> Next(bool vary);

  /// By name, after the last run, none of which lost the device.
  std::map<std::string, RunOutput> TakeOutputs() { return std::move(outputs_); }

 private:
  Status Place(bool vary);
  Status PlaceInputs();
  Status PlaceOutputs();
  Status Renew();
  Result<device::GuardedBuffer*> Allocate(const std::string& name,
                                          const tensor::TensorLayout& layout, size_t bytes);
  /// The input's bytes as this run stores them; only gaps differ from run to run.
  std::span<const std::byte> Stored(const PreparedInput& input);
  Status Call(DeviceRun& result);
  Status Check(DeviceRun& result);
  Status CheckInput(const std::string& name, const PreparedInput& input, DeviceRun& result);
  Status CheckOutput(const std::string& name, const PreparedOutput& output, DeviceRun& result);
  void CheckGaps(const std::string& name, const PreparedOutput& output,
                 std::span<const std::byte> after, DeviceRun& result) const;
  Status Keep(const std::string& name, const PreparedOutput& output, DeviceRun& result);
  Status Compare(const std::string& name, const PreparedOutput& output, DeviceRun& result);

  device::Session& session_;
  const PreparedCase& prepared_;
  int run_ = 0;
  FillPattern pattern_{};
  std::optional<device::GuardedBuffer> spacer_;
  std::map<std::string, device::GuardedBuffer> buffers_;
  std::set<std::string> changed_;  ///< inputs that a run has changed
  device::CallRequest request_;
  tensor::HostBytes with_gaps_;   ///< a strided input as this run stores it
  std::vector<std::byte> piece_;  ///< a part of a buffer, copied from the device
  std::map<std::string, RunOutput> outputs_;
};

}  // namespace touchstone::run

// The simulator's side channel for faults that hardware would not notice.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "framework/diagnostics/error.h"

namespace touchstone::device {

/// One finding of the simulator, e.g. kind "executor_reuse".
struct StrictReport {
  std::string kind;
  std::string message;
  bool operator==(const StrictReport&) const = default;
};

/// An unlinked file in memory that the simulator appends JSON lines to, {"kind", "message"}, and
/// that the framework reads after each call. A file, not a pipe: it is never full, so a report can
/// never block the device. Not thread-safe.
class ReportChannel {
 public:
  static Result<ReportChannel> Create();
  ReportChannel(ReportChannel&& other) noexcept;
  ReportChannel& operator=(ReportChannel&& other) noexcept;
  ~ReportChannel();

  int fd() const { return fd_; }  ///< for NPUSIM_REPORT_FD

  /// Reports written since the last call. A line that cannot be understood becomes a report of kind
  /// "malformed_report", so that nothing is lost.
  std::vector<StrictReport> Take();

 private:
  explicit ReportChannel(int fd) : fd_(fd) {}

  int fd_ = -1;
  long long position_ = 0;
  std::string partial_line_;
};

/// One line of the channel.
StrictReport ParseStrictReport(std::string_view line);

}  // namespace touchstone::device

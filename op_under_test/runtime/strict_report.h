// The side channel that tells a test runner of misuse real hardware would not notice.
#pragma once

#include <string_view>

#include "op_under_test/npu/internal.h"

namespace npusim {

enum class StrictKind {
  kWorkspaceTooSmall,
  kExecutorReuse,
  kOutOfBounds,
  kUnaligned,
  kInputWritten,
  kLeak,
  kDoubleFree,
  kUseAfterFree,
  kForeignPointer,
};

/// Name of a kind as it stands in a report: "workspace_too_small".
NPUSIM_INTERNAL std::string_view StrictKindName(StrictKind kind);

/// Writes one line {"kind":"...","message":"..."} to the descriptor NPUSIM_REPORT_FD names, with a
/// single write; does nothing when the variable is unset. Thread-safe.
NPUSIM_INTERNAL void StrictReport(StrictKind kind, std::string_view message);

}  // namespace npusim

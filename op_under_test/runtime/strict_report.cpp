#include "op_under_test/runtime/strict_report.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string>

#include "op_under_test/runtime/config.h"

namespace npusim {
namespace {

void AppendJsonString(std::string& line, std::string_view text) {
  line += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      line += '\\';
      line += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", c);
      line += escape;
    } else {
      line += c;
    }
  }
  line += '"';
}

}  // namespace

std::string_view StrictKindName(StrictKind kind) {
  switch (kind) {
    case StrictKind::kWorkspaceTooSmall:
      return "workspace_too_small";
    case StrictKind::kExecutorReuse:
      return "executor_reuse";
    case StrictKind::kOutOfBounds:
      return "out_of_bounds";
    case StrictKind::kUnaligned:
      return "unaligned";
    case StrictKind::kInputWritten:
      return "input_written";
    case StrictKind::kLeak:
      return "leak";
    case StrictKind::kDoubleFree:
      return "double_free";
    case StrictKind::kUseAfterFree:
      return "use_after_free";
    case StrictKind::kForeignPointer:
      return "foreign_pointer";
  }
  return "unknown";
}

void StrictReport(StrictKind kind, std::string_view message) {
  const int descriptor = ActiveConfig().report_fd;
  if (descriptor < 0) return;
  std::string line = "{\"kind\":";
  AppendJsonString(line, StrictKindName(kind));
  line += ",\"message\":";
  AppendJsonString(line, message);
  line += "}\n";
  // One write keeps lines of several threads apart; a descriptor that takes no more is not ours to
  // mend, and must not disturb the program under test.
  while (write(descriptor, line.data(), line.size()) < 0 && errno == EINTR) {
  }
}

}  // namespace npusim

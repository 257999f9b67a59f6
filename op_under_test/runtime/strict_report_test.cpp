#include "op_under_test/runtime/strict_report.h"

#include <gtest/gtest.h>

#include <string_view>

#include "op_under_test/runtime/testing_session.h"

namespace npusim {
namespace {

TEST(StrictReport, WritesOneJsonLineEach) {
  const TestingSession session;
  StrictReport(StrictKind::kExecutorReuse, "executor 'x\\y'\n\"z\"");
  StrictReport(StrictKind::kLeak, "");
  EXPECT_EQ(session.Reports(),
            "{\"kind\":\"executor_reuse\",\"message\":\"executor 'x\\\\y'\\u000a\\\"z\\\"\"}\n"
            "{\"kind\":\"leak\",\"message\":\"\"}\n");
}

TEST(StrictReport, KindsHaveTheirNames) {
  const std::pair<StrictKind, std::string_view> kNames[] = {
      {StrictKind::kWorkspaceTooSmall, "workspace_too_small"},
      {StrictKind::kExecutorReuse, "executor_reuse"},
      {StrictKind::kOutOfBounds, "out_of_bounds"},
      {StrictKind::kUnaligned, "unaligned"},
      {StrictKind::kInputWritten, "input_written"},
      {StrictKind::kLeak, "leak"},
      {StrictKind::kDoubleFree, "double_free"},
      {StrictKind::kUseAfterFree, "use_after_free"},
      {StrictKind::kForeignPointer, "foreign_pointer"},
  };
  for (const auto& [kind, name] : kNames) EXPECT_EQ(StrictKindName(kind), name);
}

}  // namespace
}  // namespace npusim

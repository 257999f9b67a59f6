// What misuse of executors leaves on the strict side channel.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>

#include "op_under_test/ops/bce_with_logits/tests/operator_call.h"

namespace npusim_tests {
namespace {

using testing::HasSubstr;

class StrictReportsTest : public testing::Test {
 protected:
  // The descriptor is named to the simulator before the library is opened.
  static void SetUpTestSuite() {
    reports_ = memfd_create("strict_reports", 0);
    ASSERT_GE(reports_, 0);
    ASSERT_EQ(setenv("NPUSIM_REPORT_FD", std::to_string(reports_).c_str(), 1), 0);
    TestStream();
  }

  void SetUp() override { NewReports(); }

  // The lines written since the last call.
  static std::string NewReports() {
    std::string text;
    char buffer[4096];
    for (;;) {
      const ssize_t count = pread(reports_, buffer, sizeof(buffer), read_);
      if (count <= 0) break;
      text.append(buffer, static_cast<size_t>(count));
      read_ += count;
    }
    return text;
  }

  static int reports_;
  static off_t read_;
};

int StrictReportsTest::reports_ = -1;
off_t StrictReportsTest::read_ = 0;

// Plans a call on four elements; its workspace is not empty, since out has gaps.
struct Planned {
  Planned() : input({{4}, {0.5}}), out({{4}, {0.0}, ACL_FLOAT, Dims{2}, 0, Dims{8}}) {
    EXPECT_EQ(
        aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize(
            input.get(), input.get(), nullptr, nullptr, 0, out.get(), &workspace_bytes, &executor),
        0);
    EXPECT_EQ(aclrtMalloc(&workspace, workspace_bytes, ACL_MEM_MALLOC_HUGE_FIRST), 0);
  }
  ~Planned() {
    EXPECT_EQ(aclrtSynchronizeStream(TestStream()), 0);
    EXPECT_EQ(aclrtFree(workspace), 0);
  }
  aclnnStatus Run(uint64_t bytes) {
    return aclnnBinaryCrossEntropyWithLogits(workspace, bytes, executor, TestStream());
  }

  DeviceTensor input;
  DeviceTensor out;
  uint64_t workspace_bytes = 0;
  aclOpExecutor* executor = nullptr;
  void* workspace = nullptr;
};

TEST_F(StrictReportsTest, AProperCallLeavesNone) {
  Planned call;
  EXPECT_EQ(call.Run(call.workspace_bytes), 0);
  EXPECT_EQ(aclrtSynchronizeStream(TestStream()), 0);
  EXPECT_EQ(NewReports(), "");
}

TEST_F(StrictReportsTest, SecondUse) {
  Planned call;
  EXPECT_EQ(call.Run(call.workspace_bytes), 0);
  EXPECT_EQ(call.Run(call.workspace_bytes), 161002);
  EXPECT_THAT(NewReports(), HasSubstr("\"executor_reuse\""));
}

TEST_F(StrictReportsTest, UseAfterDestruction) {
  Planned call;
  EXPECT_EQ(aclDestroyAclOpExecutor(call.executor), 0);
  EXPECT_EQ(call.Run(call.workspace_bytes), 161002);
  EXPECT_THAT(NewReports(), HasSubstr("\"executor_reuse\""));
  EXPECT_EQ(aclDestroyAclOpExecutor(call.executor), 161002);
  EXPECT_THAT(NewReports(), HasSubstr("\"executor_reuse\""));
}

TEST_F(StrictReportsTest, SmallWorkspace) {
  Planned call;
  EXPECT_EQ(call.Run(call.workspace_bytes - 1), 161002);
  EXPECT_THAT(NewReports(), HasSubstr("\"workspace_too_small\""));
}

TEST_F(StrictReportsTest, DestroyedTensor) {
  DeviceTensor tensor({{4}, {0.5}});
  const aclTensor* const handle = tensor.get();
  tensor.DestroyHandle();
  EXPECT_EQ(aclDestroyTensor(handle), 161002);
  EXPECT_THAT(NewReports(), HasSubstr("\"use_after_free\""));
}

TEST_F(StrictReportsTest, OutputInAnInputsMemoryIsNoInputWritten) {
  const DeviceTensor tensor({{4}, {20.0}});
  const DeviceTensor target({{4}, {0.0}});
  const DeviceTensor ones({{4}, {1.0}});
  uint64_t workspace_bytes = 0;
  aclOpExecutor* executor = nullptr;
  ASSERT_EQ(aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize(tensor.get(), target.get(), nullptr,
                                                              ones.get(), 0, tensor.get(),
                                                              &workspace_bytes, &executor),
            0);
  void* workspace = nullptr;
  ASSERT_EQ(aclrtMalloc(&workspace, workspace_bytes + 1, ACL_MEM_MALLOC_HUGE_FIRST), 0);
  EXPECT_EQ(aclnnBinaryCrossEntropyWithLogits(workspace, workspace_bytes, executor, TestStream()),
            0);
  EXPECT_EQ(aclrtSynchronizeStream(TestStream()), 0);
  EXPECT_EQ(tensor.StorageValues(), std::vector<double>(4, 20.0));
  EXPECT_EQ(NewReports(), "");
  EXPECT_EQ(aclrtFree(workspace), 0);
}

}  // namespace
}  // namespace npusim_tests

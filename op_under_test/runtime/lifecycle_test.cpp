#include "op_under_test/runtime/lifecycle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

#include "acl/acl.h"
#include "op_under_test/npu/soc.h"
#include "op_under_test/runtime/testing_session.h"

namespace npusim {
namespace {

using testing::HasSubstr;

std::string WriteConfig(const std::string& text) {
  std::string path = testing::TempDir() + "/acl_config_" + std::to_string(getpid()) + ".json";
  std::ofstream(path) << text;
  return path;
}

// In a process of its own ("threadsafe" starts the program anew), for the state is the process's.
TEST(Lifecycle, FinalizeBeforeInitRunsNormally) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        const bool normal = aclFinalize() == ACL_SUCCESS;
        const bool repeated = aclFinalize() == ACL_ERROR_REPEAT_FINALIZE;
        std::_Exit(normal && repeated ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

TEST(Lifecycle, InitializationsAreCounted) {
  uint64_t remaining = 0;
  EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE);
  EXPECT_EQ(aclFinalizeReference(&remaining), ACL_SUCCESS);
  EXPECT_EQ(remaining, 1U);
  EXPECT_TRUE(IsInitialized());
  EXPECT_EQ(aclFinalizeReference(&remaining), ACL_SUCCESS);
  EXPECT_EQ(remaining, 0U);
  EXPECT_EQ(aclFinalizeReference(&remaining), ACL_ERROR_REPEAT_FINALIZE);
  EXPECT_EQ(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
}

TEST(Lifecycle, OneFinalizeEndsAllInitializations) {
  EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE);
  EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
  EXPECT_EQ(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
}

TEST(Lifecycle, BadVariablesAreNamed) {
  setenv("NPUSIM_CORES", "many", 1);
  EXPECT_EQ(aclInit(nullptr), ACL_ERROR_INVALID_PARAM);
  unsetenv("NPUSIM_CORES");
  EXPECT_THAT(aclGetRecentErrMsg(),
              HasSubstr("Invalid_Argument(EH0007): aclInit failed because value many for parameter "
                        "NPUSIM_CORES is invalid. Expected value: a whole number from 1 to 1024."));
  EXPECT_EQ(aclrtSetDevice(0), ACL_ERROR_UNINITIALIZE);
  EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
}

TEST(Lifecycle, ConfigurationFilesAreCheckedAndMustNotChange) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        const std::string path = WriteConfig("{\"err_msg_mode\": \"1\"");
        const bool unreadable = aclInit("/does/not/exist.json") == ACL_ERROR_INVALID_FILE;
        const bool malformed = aclInit(path.c_str()) == ACL_ERROR_PARSE_FILE;
        WriteConfig("{\"err_msg_mode\": \"1\"}");
        const bool good = aclInit(path.c_str()) == ACL_SUCCESS;
        const bool repeated = aclInit(nullptr) == ACL_ERROR_REPEAT_INITIALIZE;
        aclFinalize();
        const bool changed = aclInit(nullptr) == ACL_ERROR_INVALID_PARAM;
        const bool same = aclInit(path.c_str()) == ACL_SUCCESS;
        std::remove(path.c_str());
        std::fprintf(stderr, "%d%d%d%d%d%d", unreadable, malformed, good, repeated, changed, same);
        std::_Exit(0);
      },
      testing::ExitedWithCode(0), "111111");
}

TEST(Lifecycle, HooksRunAtFinalize) {
  static int runs = 0;
  CallAtFinalize([] { ++runs; });
  { const TestingSession session; }
  EXPECT_EQ(runs, 1);
  { const TestingSession session; }
  EXPECT_EQ(runs, 2);
}

TEST(Lifecycle, LeaksAreReportedAndFreed) {
  const TestingSession session;
  void* pointer = nullptr;
  ASSERT_EQ(aclrtMalloc(&pointer, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  ASSERT_EQ(aclFinalize(), ACL_SUCCESS);
  EXPECT_THAT(session.Reports(), HasSubstr("{\"kind\":\"leak\",\"message\":\"device memory still "
                                           "allocated when device 0 was released: 1 blocks, 64 "));
}

TEST(Lifecycle, ASecondSocCanFollow) {
  for (const char* soc : {"Ascend910A", "Ascend950PR_9589", "Ascend910B1"}) {
    const TestingSession session({{"NPUSIM_SOC", soc}});
    EXPECT_STREQ(aclrtGetSocName(), soc);
    size_t free_bytes = 0;
    size_t total_bytes = 0;
    EXPECT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &free_bytes, &total_bytes), ACL_SUCCESS);
    EXPECT_EQ(total_bytes, FindSocSpec(soc)->memory_bytes);
    EXPECT_EQ(free_bytes, total_bytes);
  }
}

}  // namespace
}  // namespace npusim

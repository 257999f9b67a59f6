// Devices, contexts and what a program can ask about them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "acl/acl.h"
#include "op_under_test/runtime/testing_session.h"

namespace npusim {
namespace {

using testing::HasSubstr;

TEST(Devices, NumbersOutOfRangeAreRefused) {
  const TestingSession session;
  uint32_t count = 0;
  ASSERT_EQ(aclrtGetDeviceCount(&count), ACL_SUCCESS);
  ASSERT_GE(count, 1U);
  EXPECT_EQ(aclrtSetDevice(-1), ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_THAT(aclGetRecentErrMsg(), HasSubstr("Invalid_Argument(EE1003): aclrtSetDevice failed "
                                              "because value -1 for parameter deviceId"));
  EXPECT_EQ(aclrtSetDevice(static_cast<int32_t>(count)), ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(aclrtResetDevice(static_cast<int32_t>(count)), ACL_ERROR_RT_INVALID_DEVICEID);
}

TEST(Devices, ReferencesAreCounted) {
  const TestingSession session;  // one reference
  int32_t device = -1;
  EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(aclrtGetDevice(&device), ACL_SUCCESS);
  EXPECT_EQ(device, 0);
  EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(aclrtGetDevice(&device), ACL_ERROR_RT_CONTEXT_NULL);
  EXPECT_EQ(aclGetRecentErrMsg(), nullptr);
  EXPECT_EQ(aclrtResetDevice(0), ACL_ERROR_RT_CONTEXT_RELEASE_ERROR);
  EXPECT_THAT(aclGetRecentErrMsg(), HasSubstr("has not been set or has already been reset"));
  EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(aclrtResetDeviceForce(0), ACL_SUCCESS);
  EXPECT_EQ(aclrtResetDevice(0), ACL_ERROR_RT_CONTEXT_RELEASE_ERROR);
}

TEST(Devices, EveryThreadSetsItsOwn) {
  const TestingSession session;
  std::thread([] {
    void* pointer = nullptr;
    EXPECT_EQ(aclrtMalloc(&pointer, 32, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtSynchronizeDevice(), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  }).join();
  EXPECT_EQ(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_SUCCESS);
}

TEST(Devices, TheLastErrorIsKeptUntilRead) {
  const TestingSession session;
  EXPECT_EQ(aclrtFree(nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
  EXPECT_EQ(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_SUCCESS);
}

TEST(Devices, PropertiesAreTheChips) {
  const TestingSession session({{"NPUSIM_SOC", "Ascend910B3"}});
  const std::pair<aclrtDevAttr, int64_t> kAttributes[] = {
      {ACL_DEV_ATTR_AICORE_CORE_NUM, 20},
      {ACL_DEV_ATTR_CUBE_CORE_NUM, 20},
      {ACL_DEV_ATTR_VECTOR_CORE_NUM, 40},
      {ACL_DEV_ATTR_UBUF_PER_VECTOR_CORE, 196608},
      {ACL_DEV_ATTR_TOTAL_GLOBAL_MEM_SIZE, int64_t{64} << 30},
      {ACL_DEV_ATTR_L2_CACHE_SIZE, 192 << 20},
      {ACL_DEV_ATTR_NPU_ARCH, 2201},
  };
  int64_t value = 0;
  for (const auto& [attribute, expected] : kAttributes) {
    EXPECT_EQ(aclrtGetDeviceInfo(0, attribute, &value), ACL_SUCCESS);
    EXPECT_EQ(value, expected) << attribute;
  }
  EXPECT_EQ(aclrtGetDeviceInfo(0, ACL_DEV_ATTR_AICPU_CORE_NUM, &value),
            ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
  EXPECT_EQ(aclrtGetDeviceInfo(99, ACL_DEV_ATTR_NPU_ARCH, &value), ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(aclGetDeviceCapability(0, ACL_DEVICE_INFO_AI_CORE_NUM, &value), ACL_SUCCESS);
  EXPECT_EQ(value, 20);
  EXPECT_EQ(aclGetDeviceCapability(0, ACL_DEVICE_INFO_VECTOR_CORE_NUM, &value), ACL_SUCCESS);
  EXPECT_EQ(value, 40);
  EXPECT_EQ(aclGetDeviceCapability(0, ACL_DEVICE_INFO_L2_SIZE, &value), ACL_SUCCESS);
  EXPECT_EQ(value, 192 << 20);
  EXPECT_EQ(aclGetDeviceCapability(0, ACL_DEVICE_INFO_UNDEFINED, &value), ACL_ERROR_INVALID_PARAM);
  aclrtDeviceStatus status{};
  EXPECT_EQ(aclrtQueryDeviceStatus(0, &status), ACL_SUCCESS);
  EXPECT_EQ(status, ACL_RT_DEVICE_STATUS_NORMAL);
  aclrtRunMode mode{};
  EXPECT_EQ(aclrtGetRunMode(&mode), ACL_SUCCESS);
  EXPECT_EQ(mode, ACL_HOST);
  int32_t major = 0;
  int32_t minor = 0;
  int32_t patch = -1;
  EXPECT_EQ(aclrtGetVersion(&major, &minor, &patch), ACL_SUCCESS);
  EXPECT_EQ(std::make_tuple(major, minor, patch), std::make_tuple(1, 17, 0));
}

TEST(Devices, SaturationModeFollowsTheChip) {
  aclrtFloatOverflowMode mode{};
  {
    const TestingSession session({{"NPUSIM_SOC", "Ascend910A"}});
    EXPECT_EQ(aclrtGetDeviceSatMode(&mode), ACL_SUCCESS);
    EXPECT_EQ(mode, ACL_RT_OVERFLOW_MODE_SATURATION);
    EXPECT_EQ(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_INFNAN), ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
  }
  const TestingSession session;
  EXPECT_EQ(aclrtGetDeviceSatMode(&mode), ACL_SUCCESS);
  EXPECT_EQ(mode, ACL_RT_OVERFLOW_MODE_INFNAN);
  EXPECT_EQ(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_SATURATION), ACL_SUCCESS);
  EXPECT_EQ(aclrtGetDeviceSatMode(&mode), ACL_SUCCESS);
  EXPECT_EQ(mode, ACL_RT_OVERFLOW_MODE_SATURATION);
  EXPECT_EQ(aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_UNDEF), ACL_ERROR_RT_PARAM_INVALID);
}

TEST(Devices, SystemParametersHaveRanges) {
  const TestingSession session;
  int64_t value = -1;
  EXPECT_EQ(aclrtGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value), ACL_SUCCESS);
  EXPECT_EQ(value, 0);
  EXPECT_EQ(aclrtSetSysParamOpt(ACL_OPT_DETERMINISTIC, 3), ACL_SUCCESS);
  EXPECT_EQ(aclrtGetSysParamOpt(ACL_OPT_DETERMINISTIC, &value), ACL_SUCCESS);
  EXPECT_EQ(value, 3);
  EXPECT_EQ(aclrtSetSysParamOpt(ACL_OPT_DETERMINISTIC, 4), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtSetSysParamOpt(ACL_OPT_DETERMINISTIC, -1), ACL_ERROR_INVALID_PARAM);
}

TEST(Contexts, AreMadeSwitchedAndDestroyed) {
  const TestingSession session;
  aclrtContext primary = nullptr;
  aclrtContext own = nullptr;
  aclrtContext current = nullptr;
  ASSERT_EQ(aclrtGetCurrentContext(&primary), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateContext(&own, 0), ACL_SUCCESS);
  EXPECT_EQ(aclrtGetCurrentContext(&current), ACL_SUCCESS);
  EXPECT_EQ(current, own);
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetCurrentContext(primary), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_STREAM_CONTEXT);
  EXPECT_EQ(aclrtDestroyContext(own), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_EQ(aclrtSetCurrentContext(own), ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_EQ(aclrtDestroyContext(own), ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_EQ(aclrtDestroyContext(primary), ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_EQ(aclrtCreateContext(&own, 99), ACL_ERROR_RT_INVALID_DEVICEID);
}

TEST(Contexts, TheDestroyedCurrentContextIsNoContext) {
  const TestingSession session;
  aclrtContext own = nullptr;
  ASSERT_EQ(aclrtCreateContext(&own, 0), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyContext(own), ACL_SUCCESS);
  EXPECT_EQ(aclrtGetCurrentContext(&own), ACL_ERROR_RT_CONTEXT_NULL);
}

}  // namespace
}  // namespace npusim

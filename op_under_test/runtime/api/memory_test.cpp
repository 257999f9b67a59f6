// Allocation, copies and fills.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "acl/acl.h"
#include "op_under_test/runtime/testing_session.h"

namespace npusim {
namespace {

using testing::HasSubstr;

void* Malloc(size_t size, aclrtMemMallocPolicy policy = ACL_MEM_MALLOC_HUGE_FIRST) {
  void* pointer = nullptr;
  EXPECT_EQ(aclrtMalloc(&pointer, size, policy), ACL_SUCCESS);
  return pointer;
}

size_t UsedBytes() {
  size_t free_bytes = 0;
  size_t total_bytes = 0;
  EXPECT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &free_bytes, &total_bytes), ACL_SUCCESS);
  return total_bytes - free_bytes;
}

TEST(Memory, RealSizeIsRoundedAndPaddedPerChip) {
  const std::tuple<const char*, size_t, size_t> kSizes[] = {
      {"Ascend910B1", 1, 64},       {"Ascend910B1", 32, 64},      {"Ascend910B1", 33, 96},
      {"Ascend910A", 100, 160},     {"Ascend310P3", 64, 96},      {"Ascend950PR_9589", 1, 32},
      {"Ascend950PR_9589", 32, 32}, {"Ascend950PR_9589", 33, 64},
  };
  for (const auto& [soc, size, real] : kSizes) {
    const TestingSession session({{"NPUSIM_SOC", soc}});
    void* pointer = Malloc(size);
    EXPECT_EQ(UsedBytes(), real) << soc << " " << size;
    EXPECT_EQ(reinterpret_cast<uintptr_t>(pointer) % 64, 0U);
    EXPECT_EQ(aclrtFree(pointer), ACL_SUCCESS);
    pointer = Malloc(size, ACL_MEM_MALLOC_HUGE1G_ONLY);
    EXPECT_EQ(UsedBytes(), (size + 31) / 32 * 32);
    EXPECT_EQ(aclrtFree(pointer), ACL_SUCCESS);
    EXPECT_EQ(aclrtMallocAlign32(&pointer, size, ACL_MEM_MALLOC_NORMAL_ONLY), ACL_SUCCESS);
    EXPECT_EQ(UsedBytes(), (size + 31) / 32 * 32);
    EXPECT_EQ(aclrtFree(pointer), ACL_SUCCESS);
    EXPECT_EQ(UsedBytes(), 0U);
  }
}

TEST(Memory, BadAllocationsAreRefused) {
  const TestingSession session;
  void* pointer = nullptr;
  EXPECT_EQ(aclrtMalloc(nullptr, 8, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_INVALID_PARAM);
  EXPECT_THAT(aclGetRecentErrMsg(), HasSubstr("Invalid_Argument_Null_Pointer(EH0008): aclrtMalloc "
                                              "failed because devPtr cannot be a NULL pointer."));
  EXPECT_EQ(aclrtMalloc(&pointer, 0, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_INVALID_PARAM);
  EXPECT_THAT(aclGetRecentErrMsg(), HasSubstr("(EH0007): aclrtMalloc failed because value 0"));
  EXPECT_EQ(aclrtMalloc(&pointer, (size_t{64} << 30) + 1, ACL_MEM_MALLOC_HUGE_FIRST),
            ACL_ERROR_RT_MEMORY_ALLOCATION);
  EXPECT_THAT(aclGetRecentErrMsg(), HasSubstr("out of device memory"));
  EXPECT_EQ(aclrtMalloc(&pointer, SIZE_MAX, ACL_MEM_MALLOC_HUGE_FIRST),
            ACL_ERROR_RT_MEMORY_ALLOCATION);
  void* most = Malloc((size_t{64} << 30) - 32);  // with its padding, all there is
  EXPECT_EQ(aclrtMalloc(&pointer, 1, ACL_MEM_MALLOC_HUGE_FIRST), ACL_ERROR_RT_MEMORY_ALLOCATION);
  EXPECT_EQ(aclrtFree(most), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(Malloc(1, static_cast<aclrtMemMallocPolicy>(9))), ACL_SUCCESS);
}

TEST(Memory, FaultyFreesAreRefusedAndReported) {
  const TestingSession session;
  void* pointer = Malloc(64);
  int host = 0;
  EXPECT_EQ(aclrtFree(nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtFree(&host), ACL_ERROR_RT_DRV_INTERNAL_ERROR);
  EXPECT_THAT(session.Reports(), HasSubstr("\"kind\":\"foreign_pointer\""));
  EXPECT_EQ(aclrtFree(pointer), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(pointer), ACL_ERROR_RT_DRV_INTERNAL_ERROR);
  EXPECT_THAT(session.Reports(), HasSubstr("\"kind\":\"double_free\""));
  EXPECT_EQ(aclrtMemset(pointer, 64, 0, 64), ACL_ERROR_RT_DRV_INTERNAL_ERROR);
  EXPECT_THAT(session.Reports(), HasSubstr("\"kind\":\"use_after_free\""));
}

TEST(Memory, ContentIsNotANumberUntilWritten) {
  const TestingSession session;
  for (int round = 0; round < 2; ++round) {  // new pages, then used ones
    void* pointer = Malloc(1000);
    std::vector<float> values(250);
    ASSERT_EQ(aclrtMemcpy(values.data(), 1000, pointer, 1000, ACL_MEMCPY_DEVICE_TO_HOST),
              ACL_SUCCESS);
    for (const float value : values) ASSERT_TRUE(std::isnan(value));
    ASSERT_EQ(aclrtMemset(pointer, 1000, 0, 1000), ACL_SUCCESS);
    ASSERT_EQ(aclrtFree(pointer), ACL_SUCCESS);
  }
}

TEST(Copies, GoInEveryDirection) {
  const TestingSession session;
  char* a = static_cast<char*>(Malloc(8));
  void* b = Malloc(8);
  char host[8] = {};
  EXPECT_EQ(aclrtMemcpy(a, 8, "abcdefg", 8, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy(a + 2, 6, a, 5, ACL_MEMCPY_DEVICE_TO_DEVICE), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy(b, 8, a, 8, ACL_MEMCPY_DEFAULT), ACL_SUCCESS);
  // The pointers decide, whatever the kind says.
  EXPECT_EQ(aclrtMemcpy(host, 8, b, 8, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
  EXPECT_STREQ(host, "ababcde");
  char copy[8] = {};
  EXPECT_EQ(aclrtMemcpy(copy, 8, host, 8, ACL_MEMCPY_HOST_TO_HOST), ACL_SUCCESS);
  EXPECT_STREQ(copy, "ababcde");
  EXPECT_EQ(aclrtMemset(b, 8, 'z', 3), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy(host, 8, b, 8, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
  EXPECT_STREQ(host, "zzzbcde");
  EXPECT_EQ(aclrtFree(a), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(b), ACL_SUCCESS);
}

TEST(Copies, AreCheckedInTheRuntimesOrder) {
  const TestingSession session;
  void* device = Malloc(16);
  char host[32] = {};
  EXPECT_EQ(aclrtMemcpy(nullptr, 0, nullptr, 0, ACL_MEMCPY_DEFAULT), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy(nullptr, 8, host, 8, ACL_MEMCPY_DEFAULT), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtMemcpy(host, 8, nullptr, 8, ACL_MEMCPY_DEFAULT), ACL_ERROR_INVALID_PARAM);
  for (const auto kind : {ACL_MEMCPY_INNER_DEVICE_TO_DEVICE, ACL_MEMCPY_INTER_DEVICE_TO_DEVICE}) {
    EXPECT_EQ(aclrtMemcpy(host, 8, host + 8, 8, kind), ACL_ERROR_INVALID_PARAM);
  }
  EXPECT_EQ(aclrtMemcpy(device, 7, host, 8, ACL_MEMCPY_DEFAULT), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtMemcpy(device, 0, host, 8, ACL_MEMCPY_DEFAULT), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtMemset(device, 7, 0, 8), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtMemset(nullptr, 0, 0, 0), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemset(nullptr, 8, 0, 8), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(session.Reports(), "");
  EXPECT_EQ(aclrtMemcpy(device, 32, host, 17, ACL_MEMCPY_DEFAULT), ACL_ERROR_RT_DRV_INTERNAL_ERROR);
  EXPECT_THAT(session.Reports(), HasSubstr("\"kind\":\"out_of_bounds\""));
  EXPECT_EQ(aclrtFree(device), ACL_SUCCESS);
}

TEST(Copies, InAStreamAreOrderedAndChecked) {
  const TestingSession session;
  void* device = Malloc(4);
  void* pinned = nullptr;
  ASSERT_EQ(aclrtMallocHost(&pinned, 4), ACL_SUCCESS);
  std::memcpy(pinned, "abc", 4);
  char host[4] = {};
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpyAsync(device, 4, pinned, 4, ACL_MEMCPY_HOST_TO_DEVICE, stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemsetAsync(device, 4, 'x', 1, stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpyAsync(host, 4, device, 4, ACL_MEMCPY_DEVICE_TO_HOST, stream), ACL_SUCCESS);
  EXPECT_STREQ(host, "xbc") << "pageable memory: done when the call returns";
  EXPECT_EQ(aclrtMemcpyAsync(host, 4, pinned, 4, ACL_MEMCPY_HOST_TO_HOST, stream),
            ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
  EXPECT_EQ(aclrtMemcpyAsync(device, 4, pinned, 5, ACL_MEMCPY_HOST_TO_DEVICE, stream),
            ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(device), ACL_SUCCESS);
  EXPECT_EQ(aclrtFreeHost(pinned), ACL_SUCCESS);
  EXPECT_EQ(aclrtFreeHost(pinned), ACL_ERROR_RT_DRV_INTERNAL_ERROR);
  EXPECT_EQ(aclrtFreeHost(nullptr), ACL_ERROR_INVALID_PARAM);
}

TEST(Memory, InfoAnswersForWhatTheChipHas) {
  size_t free_bytes = 1;
  size_t total_bytes = 1;
  {
    const TestingSession session;  // a chip with high-bandwidth memory
    EXPECT_EQ(aclrtGetMemInfo(ACL_DDR_MEM, &free_bytes, &total_bytes), ACL_SUCCESS);
    EXPECT_EQ(total_bytes, 0U);
    EXPECT_EQ(aclrtGetMemInfo(ACL_HBM_MEM_P2P_HUGE, &free_bytes, &total_bytes), ACL_SUCCESS);
    EXPECT_EQ(total_bytes, 0U);
    EXPECT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, nullptr, &total_bytes), ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &free_bytes, nullptr), ACL_ERROR_INVALID_PARAM);
  }
  const TestingSession session({{"NPUSIM_SOC", "Ascend310P3"}});
  for (const auto attribute : {ACL_DDR_MEM, ACL_HBM_MEM, ACL_DDR_MEM_NORMAL}) {
    EXPECT_EQ(aclrtGetMemInfo(attribute, &free_bytes, &total_bytes), ACL_SUCCESS);
    EXPECT_EQ(total_bytes, 24'000'000'000U);
  }
}

TEST(Memory, PointersTellWhereTheyPoint) {
  const TestingSession session;
  void* device = Malloc(64);
  void* pinned = nullptr;
  ASSERT_EQ(aclrtMallocHost(&pinned, 64), ACL_SUCCESS);
  aclrtPtrAttributes attributes{};
  EXPECT_EQ(aclrtPointerGetAttributes(static_cast<char*>(device) + 8, &attributes), ACL_SUCCESS);
  EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_DEVICE);
  EXPECT_EQ(attributes.location.id, 0U);
  EXPECT_EQ(aclrtPointerGetAttributes(static_cast<char*>(pinned) + 63, &attributes), ACL_SUCCESS);
  EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_HOST);
  EXPECT_EQ(aclrtPointerGetAttributes(&attributes, &attributes), ACL_SUCCESS);
  EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_UNREGISTERED);
  EXPECT_EQ(aclrtPointerGetAttributes(device, nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtFree(device), ACL_SUCCESS);
  EXPECT_EQ(aclrtFreeHost(pinned), ACL_SUCCESS);
}

}  // namespace
}  // namespace npusim

// More than one device: numbering and visibility, memory, contexts and streams of each.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "acl/acl.h"
#include "op_under_test/runtime/testing_session.h"

namespace npusim {
namespace {

uint32_t DeviceCountSeen() {
  uint32_t count = 99;
  EXPECT_EQ(aclrtGetDeviceCount(&count), ACL_SUCCESS);
  return count;
}

int32_t CurrentDevice() {
  int32_t device = -1;
  EXPECT_EQ(aclrtGetDevice(&device), ACL_SUCCESS);
  return device;
}

size_t FreeBytes() {
  size_t free_bytes = 0;
  size_t total_bytes = 0;
  EXPECT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &free_bytes, &total_bytes), ACL_SUCCESS);
  return free_bytes;
}

TEST(SeveralDevices, AllAreSeenUnlessAListSaysOtherwise) {
  const std::pair<const char*, uint32_t> kLists[] = {
      {"", 8},     {"0", 1},     {"2,5", 2},   {"0,1,2,3,4,5,6,7", 8},
      {"1,0", 1},  {"3,3,4", 1}, {"0,8,1", 1}, {"0,x,1", 1},
      {"0,-1", 1}, {"1,2,", 2},  {"8", 0},     {"two", 0},
      {"1;2", 0},  {" 1", 0}};
  for (const auto& [list, count] : kLists) {
    SCOPED_TRACE(list);
    setenv("ASCEND_RT_VISIBLE_DEVICES", list, 1);
    ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
    EXPECT_EQ(DeviceCountSeen(), count);
    for (int32_t device = 0; device < 9; ++device) {
      const bool visible = device < static_cast<int32_t>(count);
      EXPECT_EQ(aclrtSetDevice(device), visible ? ACL_SUCCESS : ACL_ERROR_RT_INVALID_DEVICEID);
      if (!visible) continue;
      EXPECT_EQ(CurrentDevice(), device);
      EXPECT_EQ(aclrtResetDevice(device), ACL_SUCCESS);
    }
    EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
  }
  unsetenv("ASCEND_RT_VISIBLE_DEVICES");
}

TEST(SeveralDevices, EachHasItsOwnMemory) {
  const TestingSession session;  // device 0
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  const size_t free_on_1 = FreeBytes();
  void* on_1 = nullptr;
  ASSERT_EQ(aclrtMalloc(&on_1, 1 << 20, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  EXPECT_LT(FreeBytes(), free_on_1);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(FreeBytes(), free_on_1);
  void* on_0 = nullptr;
  ASSERT_EQ(aclrtMalloc(&on_0, 4096, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  for (const auto& [pointer, device] : {std::pair(on_0, 0U), {on_1, 1U}}) {
    aclrtPtrAttributes attributes{};
    EXPECT_EQ(aclrtPointerGetAttributes(pointer, &attributes), ACL_SUCCESS);
    EXPECT_EQ(attributes.location.type, ACL_MEM_LOCATION_TYPE_DEVICE);
    EXPECT_EQ(attributes.location.id, device);
  }
  std::vector<uint8_t> host(4096, 0x5C);
  EXPECT_EQ(aclrtMemcpy(on_0, 4096, host.data(), 4096, ACL_MEMCPY_HOST_TO_DEVICE), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy(on_1, 1 << 20, on_0, 4096, ACL_MEMCPY_DEVICE_TO_DEVICE), ACL_SUCCESS);
  std::vector<uint8_t> back(4096);
  EXPECT_EQ(aclrtMemcpy(back.data(), 4096, on_1, 4096, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
  EXPECT_EQ(back, host);
  EXPECT_EQ(aclrtFree(on_1), ACL_SUCCESS) << "from the other device's context";
  EXPECT_EQ(aclrtFree(on_0), ACL_SUCCESS);
  EXPECT_EQ(session.Reports(), "");
}

TEST(SeveralDevices, AreReleasedApart) {
  const TestingSession session;
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  void* forgotten = nullptr;
  ASSERT_EQ(aclrtMalloc(&forgotten, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  EXPECT_EQ(aclrtResetDevice(1), ACL_SUCCESS);
  EXPECT_THAT(session.Reports(), testing::HasSubstr("when device 1 was released"));
  int32_t device = -1;
  EXPECT_EQ(aclrtGetDevice(&device), ACL_ERROR_RT_CONTEXT_NULL) << "its context is gone";
  EXPECT_EQ(aclrtResetDevice(1), ACL_ERROR_RT_CONTEXT_RELEASE_ERROR);
  EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS) << "still open";
  EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(CurrentDevice(), 0) << "one reference is left";
}

TEST(SeveralDevices, StreamsBelongToTheContextOfTheirDevice) {
  const TestingSession session;
  aclrtContext context_0 = nullptr;
  ASSERT_EQ(aclrtGetCurrentContext(&context_0), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  aclrtStream stream_1 = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream_1), ACL_SUCCESS);
  bool ran = false;
  const auto set = [](void* flag) { *static_cast<bool*>(flag) = true; };
  EXPECT_EQ(aclrtLaunchHostFunc(stream_1, set, &ran), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetCurrentContext(context_0), ACL_SUCCESS);
  EXPECT_EQ(CurrentDevice(), 0);
  EXPECT_EQ(aclrtSynchronizeStream(stream_1), ACL_ERROR_RT_STREAM_CONTEXT);
  EXPECT_EQ(aclrtLaunchHostFunc(stream_1, set, &ran), ACL_ERROR_RT_STREAM_CONTEXT);
  EXPECT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_1), ACL_SUCCESS);
  EXPECT_TRUE(ran);
  EXPECT_EQ(aclrtDestroyStream(stream_1), ACL_SUCCESS);
}

TEST(SeveralDevices, EachHasItsOwnNumberOfStreams) {
  const TestingSession session({{"NPUSIM_SOC", "Ascend310P3"}});
  std::vector<aclrtStream> streams;
  aclrtStream stream = nullptr;
  while (aclrtCreateStream(&stream) == ACL_SUCCESS) streams.push_back(stream);
  EXPECT_EQ(streams.size(), 992U);
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  EXPECT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
}

TEST(SeveralDevices, EventsOrderStreamsOfTwoDevices) {
  const TestingSession session;
  aclrtStream stream_0 = nullptr;
  aclrtStream stream_1 = nullptr;
  aclrtEvent event = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream_0), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);
  int order[2] = {0, 0};
  struct Step {
    int* place;
    const int* before;
  };
  int none = 1;
  Step first{&order[0], &none};
  Step second{&order[1], &order[0]};
  const auto run = [](void* step) {
    const auto* const s = static_cast<Step*>(step);
    *s->place = *s->before == 0 ? -1 : 1;
  };
  EXPECT_EQ(aclrtLaunchHostFunc(stream_0, run, &first), ACL_SUCCESS);
  EXPECT_EQ(aclrtRecordEvent(event, stream_0), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateStream(&stream_1), ACL_SUCCESS);
  EXPECT_EQ(aclrtStreamWaitEvent(stream_1, event), ACL_SUCCESS);
  EXPECT_EQ(aclrtLaunchHostFunc(stream_1, run, &second), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_1), ACL_SUCCESS);
  EXPECT_EQ(order[1], 1);
  EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
}

}  // namespace
}  // namespace npusim

// Streams, events, and how the faults of kernels surface.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "op_under_test/npu/vector_core.h"
#include "op_under_test/runtime/launch.h"
#include "op_under_test/runtime/testing_session.h"

namespace npusim {
namespace {

using testing::HasSubstr;

/// Holds a stream up until it is opened.
class Gate {
 public:
  void Block(aclrtStream stream) {
    ASSERT_EQ(aclrtLaunchHostFunc(stream, &Gate::Wait, this), ACL_SUCCESS);
  }
  void Open() { open_ = true; }

 private:
  static void Wait(void* gate) {
    while (!static_cast<Gate*>(gate)->open_) std::this_thread::yield();
  }
  std::atomic<bool> open_ = false;
};

class StreamTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(aclrtCreateStream(&stream_), ACL_SUCCESS); }

  static KernelLaunch Launch(std::function<void(VectorCore&)> body) {
    return {.name = "Kernel", .block_count = 1, .body = std::move(body), .inputs = {}};
  }
  static DeviceAddress Malloc(size_t size) {
    void* pointer = nullptr;
    EXPECT_EQ(aclrtMalloc(&pointer, size, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    return reinterpret_cast<DeviceAddress>(pointer);
  }
  /// A kernel that reads one element past `address`.
  static KernelLaunch ReadsPast(DeviceAddress address, size_t count) {
    return Launch([=](VectorCore& core) { core.CopyIn(core.Allocate<float>(count + 1), address); });
  }

  TestingSession session_;
  aclrtStream stream_ = nullptr;
};

TEST_F(StreamTest, RunsBehindTheHostsBack) {
  Gate gate;
  gate.Block(stream_);
  std::atomic<bool> ran = false;
  EXPECT_EQ(EnqueueKernels(stream_, {Launch([&](VectorCore&) { ran = true; })}), ACL_SUCCESS);
  aclrtStreamStatus status{};
  EXPECT_EQ(aclrtStreamQuery(stream_, &status), ACL_SUCCESS);
  EXPECT_EQ(status, ACL_STREAM_STATUS_NOT_READY);
  EXPECT_FALSE(ran);
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream_, 20), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  EXPECT_EQ(aclrtSynchronizeDeviceWithTimeout(20), ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream_, -1), ACL_SUCCESS);
  EXPECT_TRUE(ran);
  EXPECT_EQ(aclrtStreamQuery(stream_, &status), ACL_SUCCESS);
  EXPECT_EQ(status, ACL_STREAM_STATUS_COMPLETE);
}

TEST_F(StreamTest, TimeoutsHaveARange) {
  for (const int32_t timeout : {0, -2}) {
    EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream_, timeout), ACL_ERROR_RT_PARAM_INVALID);
    EXPECT_EQ(aclrtSynchronizeDeviceWithTimeout(timeout), ACL_ERROR_RT_PARAM_INVALID);
  }
}

TEST_F(StreamTest, NullIsTheDefaultStream) {
  std::atomic<bool> ran = false;
  EXPECT_EQ(EnqueueKernels(nullptr, {Launch([&](VectorCore&) { ran = true; })}), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  EXPECT_TRUE(ran);
  EXPECT_EQ(aclrtDestroyStream(nullptr), ACL_ERROR_INVALID_PARAM);
}

TEST_F(StreamTest, KernelsOfAStreamKeepTheirOrder) {
  std::vector<int> order;
  std::vector<KernelLaunch> launches;
  for (int i = 0; i < 20; ++i) launches.push_back(Launch([&, i](auto&) { order.push_back(i); }));
  EXPECT_EQ(EnqueueKernels(stream_, std::move(launches)), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
  EXPECT_EQ(order.size(), 20U);
  EXPECT_TRUE(std::ranges::is_sorted(order));
}

TEST_F(StreamTest, AReadPastTheEndSurfacesAtSynchronisationWhileTheNextKernelRuns) {
  const DeviceAddress input = Malloc(3 * sizeof(float));
  std::atomic<bool> ran = false;
  EXPECT_EQ(EnqueueKernels(stream_, {ReadsPast(input, 3)}), ACL_SUCCESS);
  EXPECT_EQ(EnqueueKernels(stream_, {Launch([&](VectorCore&) { ran = true; })}), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
  EXPECT_TRUE(ran);
  EXPECT_THAT(aclGetRecentErrMsg(), HasSubstr("vector core exception: kernel 'Kernel', block 0"));
  EXPECT_THAT(session_.Reports(), HasSubstr("\"kind\":\"out_of_bounds\""));
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS) << "told once";
}

TEST_F(StreamTest, StopOnFailureDropsWhatFollows) {
  EXPECT_EQ(aclrtSetStreamFailureMode(stream_, 2), ACL_ERROR_RT_PARAM_INVALID);
  ASSERT_EQ(aclrtSetStreamFailureMode(stream_, ACL_STOP_ON_FAILURE), ACL_SUCCESS);
  std::atomic<bool> ran = false;
  const DeviceAddress input = Malloc(4);
  EXPECT_EQ(EnqueueKernels(stream_, {ReadsPast(input, 1), Launch([&](auto&) { ran = true; })}),
            ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
  EXPECT_FALSE(ran);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
}

TEST_F(StreamTest, WritingADeclaredInputIsReportedButNoFault) {
  const DeviceAddress input = Malloc(64);
  KernelLaunch launch = Launch([=](VectorCore& core) {
    core.CopyOut(input + 32, core.Allocate<float>(1));
    core.CopyOut(input + 36, core.Allocate<float>(1));
  });
  launch.inputs = {{input, 36}};
  EXPECT_EQ(EnqueueKernels(stream_, {launch}), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_THAT(session_.Reports(), HasSubstr("\"kind\":\"input_written\",\"message\":\"kernel "
                                            "'Kernel' writes 4 bytes"));
}

TEST_F(StreamTest, ReadingPastADeclaredInputIsReportedButNoFault) {
  const DeviceAddress input = Malloc(64);
  KernelLaunch launch = Launch([=](VectorCore& core) {
    core.CopyIn(core.Allocate<float>(9), input);
    core.CopyIn(core.Allocate<float>(6), input + 36);  // of no input
    core.CopyIn(core.Allocate<float>(7), input + 8);   // of the second alone
  });
  launch.inputs = {{input, 36}, {input + 8, 28}};
  EXPECT_EQ(EnqueueKernels(stream_, {launch}), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(session_.Reports(), "");
  launch.body = [=](VectorCore& core) { core.CopyIn(core.Allocate<float>(8), input + 8); };
  EXPECT_EQ(EnqueueKernels(stream_, {launch}), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_THAT(session_.Reports(), HasSubstr("\"kind\":\"out_of_bounds\",\"message\":\"kernel "
                                            "'Kernel', block 0 of 1: reads 32 bytes at 0x"));
  EXPECT_THAT(session_.Reports(), HasSubstr("past the end of its input"));
}

TEST_F(StreamTest, MemoryFreedBeforeTheKernelRunsIsAFault) {
  Gate gate;
  gate.Block(stream_);
  const DeviceAddress address = Malloc(64);
  EXPECT_EQ(EnqueueKernels(stream_, {Launch([=](VectorCore& core) {
                             core.CopyIn(core.Allocate<float>(1), address);
                           })}),
            ACL_SUCCESS);
  EXPECT_EQ(aclrtMemsetAsync(reinterpret_cast<void*>(address), 64, 0, 64, stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(reinterpret_cast<void*>(address)), ACL_SUCCESS);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
  EXPECT_THAT(session_.Reports(), HasSubstr("\"kind\":\"use_after_free\""));
}

TEST_F(StreamTest, HandlesAreChecked) {
  int nothing = 0;
  EXPECT_EQ(EnqueueKernels(&nothing, {}), ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_EQ(aclrtDestroyStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(stream_), ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_EQ(aclrtCreateStream(nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtCreateStreamWithConfig(&stream_, 0, ACL_STREAM_FAST_LAUNCH), ACL_SUCCESS);
  EXPECT_EQ(aclrtLaunchHostFunc(stream_, nullptr, nullptr), ACL_ERROR_INVALID_PARAM);
}

TEST_F(StreamTest, DestroyWaitsButForceDropsWhatHasNotStarted) {
  Gate gate;
  gate.Block(stream_);
  std::atomic<bool> ran = false;
  EXPECT_EQ(EnqueueKernels(stream_, {Launch([&](VectorCore&) { ran = true; })}), ACL_SUCCESS);
  std::thread opener([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    gate.Open();
  });
  EXPECT_EQ(aclrtDestroyStreamForce(stream_), ACL_SUCCESS);
  opener.join();
  EXPECT_FALSE(ran);
  EXPECT_EQ(aclrtCreateStream(&stream_), ACL_SUCCESS);
  EXPECT_EQ(EnqueueKernels(stream_, {Launch([&](VectorCore&) { ran = true; })}), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(stream_), ACL_SUCCESS);
  EXPECT_TRUE(ran);
}

TEST(StreamOnSmallChips, NumberIsLimited) {
  const TestingSession session({{"NPUSIM_SOC", "Ascend310P3"}});
  aclrtStream stream = nullptr;
  for (int i = 0; i < 992; ++i) ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS) << i;
  EXPECT_EQ(aclrtCreateStream(&stream), ACL_ERROR_RT_NO_STREAM_RESOURCE);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
}

TEST(StreamOnOldChips, FaultsAreThoseOfAiCores) {
  const TestingSession session({{"NPUSIM_SOC", "Ascend910A"}});
  EXPECT_EQ(
      EnqueueKernels(nullptr,
                     {{.name = "Wild",
                       .block_count = 1,
                       .body = [](VectorCore& core) { core.CopyIn(core.Allocate<float>(1), 64); },
                       .inputs = {}}}),
      ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeDevice(), ACL_ERROR_RT_AICORE_EXCEPTION);
}

using EventTest = StreamTest;

TEST_F(EventTest, RecordsWaitsAndMeasures) {
  aclrtEvent start = nullptr;
  aclrtEvent end = nullptr;
  aclrtStream other = nullptr;
  ASSERT_EQ(aclrtCreateEvent(&start), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateEventWithFlag(&end, ACL_EVENT_TIME_LINE | ACL_EVENT_SYNC), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateStream(&other), ACL_SUCCESS);
  aclrtEventRecordedStatus status{};
  EXPECT_EQ(aclrtQueryEventStatus(start, &status), ACL_SUCCESS);
  EXPECT_EQ(status, ACL_EVENT_RECORDED_STATUS_NOT_READY) << "never recorded";
  EXPECT_EQ(aclrtRecordEvent(start, stream_), ACL_SUCCESS);
  Gate gate;
  gate.Block(stream_);
  EXPECT_EQ(aclrtRecordEvent(end, stream_), ACL_SUCCESS);
  std::atomic<bool> ran = false;
  EXPECT_EQ(aclrtStreamWaitEvent(other, end), ACL_SUCCESS);
  EXPECT_EQ(EnqueueKernels(other, {Launch([&](VectorCore&) { ran = true; })}), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeEvent(start), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeEventWithTimeout(end, 20), ACL_ERROR_RT_EVENT_SYNC_TIMEOUT);
  EXPECT_EQ(aclrtSynchronizeEventWithTimeout(end, 0), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_FALSE(ran);
  float elapsed_ms = -1;
  EXPECT_EQ(aclrtEventElapsedTime(&elapsed_ms, start, end), ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID);
  gate.Open();
  EXPECT_EQ(aclrtSynchronizeEvent(end), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(other), ACL_SUCCESS);
  EXPECT_TRUE(ran);
  EXPECT_EQ(aclrtQueryEventStatus(end, &status), ACL_SUCCESS);
  EXPECT_EQ(status, ACL_EVENT_RECORDED_STATUS_COMPLETE);
  EXPECT_EQ(aclrtEventElapsedTime(&elapsed_ms, start, end), ACL_SUCCESS);
  EXPECT_GE(elapsed_ms, 20.0F);
  EXPECT_EQ(aclrtEventElapsedTime(&elapsed_ms, end, start), ACL_ERROR_RT_EVENT_TIMESTAMP_REVERSAL);
  uint64_t first_us = 0;
  uint64_t second_us = 0;
  EXPECT_EQ(aclrtEventGetTimestamp(start, &first_us), ACL_SUCCESS);
  EXPECT_EQ(aclrtEventGetTimestamp(end, &second_us), ACL_SUCCESS);
  EXPECT_LT(first_us, second_us);
  EXPECT_EQ(aclrtResetEvent(end, stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  EXPECT_EQ(aclrtQueryEventStatus(end, &status), ACL_SUCCESS);
  EXPECT_EQ(status, ACL_EVENT_RECORDED_STATUS_NOT_READY);
  EXPECT_EQ(aclrtDestroyEvent(start), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyEvent(end), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyEvent(end), ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_EQ(aclrtRecordEvent(nullptr, stream_), ACL_ERROR_INVALID_PARAM);
}

TEST_F(EventTest, EventsWithoutTimeLineKeepNoTime) {
  aclrtEvent event = nullptr;
  ASSERT_EQ(aclrtCreateEventWithFlag(&event, ACL_EVENT_SYNC), ACL_SUCCESS);
  EXPECT_EQ(aclrtRecordEvent(event, nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeEvent(event), ACL_SUCCESS);
  uint64_t timestamp_us = 0;
  EXPECT_EQ(aclrtEventGetTimestamp(event, &timestamp_us), ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID);
}

}  // namespace
}  // namespace npusim

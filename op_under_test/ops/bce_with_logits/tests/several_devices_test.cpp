// The operator on several streams and devices at once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <thread>

#include "op_under_test/ops/bce_with_logits/tests/operator_call.h"

namespace npusim_tests {
namespace {

TensorSpec Tensor(Dims dims, std::vector<double> values) {
  TensorSpec spec;
  spec.dims = std::move(dims);
  spec.values = std::move(values);
  return spec;
}

// A call on the current device, in flight until it goes out of scope.
class CallInFlight {
 public:
  CallInFlight(double logit, int64_t count, aclrtStream stream, const DeviceTensor* self = nullptr)
      : self_(Tensor({count}, {logit})),
        target_(Tensor({count}, {0.0})),
        out_(Tensor({count}, {-77.0})) {
    uint64_t bytes = 0;
    aclOpExecutor* executor = nullptr;
    EXPECT_EQ(aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize(
                  (self == nullptr ? self_ : *self).get(), target_.get(), nullptr, nullptr, 0,
                  out_.get(), &bytes, &executor),
              0);
    EXPECT_EQ(aclrtMalloc(&workspace_, bytes + 1, ACL_MEM_MALLOC_HUGE_FIRST), 0);
    EXPECT_EQ(aclnnBinaryCrossEntropyWithLogits(workspace_, bytes, executor, stream), 0);
  }
  ~CallInFlight() { EXPECT_EQ(aclrtFree(workspace_), 0); }

  std::vector<double> Result() const { return out_.StorageValues(); }

 private:
  DeviceTensor self_;
  DeviceTensor target_;
  DeviceTensor out_;
  void* workspace_ = nullptr;
};

// Device 1 with a stream, current until the end; device 0 is the tests' own.
class OtherDevice {
 public:
  OtherDevice() {
    TestStream();
    EXPECT_EQ(aclrtGetCurrentContext(&first_), 0);
    EXPECT_EQ(aclrtSetDevice(1), 0);
    EXPECT_EQ(aclrtCreateStream(&stream_), 0);
    EXPECT_EQ(aclrtGetCurrentContext(&own_), 0);
  }
  ~OtherDevice() {
    EXPECT_EQ(aclrtSetCurrentContext(own_), 0);
    EXPECT_EQ(aclrtDestroyStream(stream_), 0);
    EXPECT_EQ(aclrtResetDevice(1), 0);
    EXPECT_EQ(aclrtSetCurrentContext(first_), 0);
  }
  void UseFirst() { EXPECT_EQ(aclrtSetCurrentContext(first_), 0); }
  void UseOwn() { EXPECT_EQ(aclrtSetCurrentContext(own_), 0); }
  aclrtStream stream() const { return stream_; }

 private:
  aclrtContext first_ = nullptr;
  aclrtContext own_ = nullptr;
  aclrtStream stream_ = nullptr;
};

constexpr int64_t kCount = 50'000;
std::vector<double> All(double value) { return std::vector<double>(kCount, value); }

TEST(SeveralStreams, CallsOfTwoStreamsDoNotDisturbEachOther) {
  TestStream();
  aclrtStream other = nullptr;
  ASSERT_EQ(aclrtCreateStream(&other), 0);
  {
    std::vector<std::unique_ptr<CallInFlight>> calls;
    for (int i = 0; i < 10; ++i) {
      calls.push_back(
          std::make_unique<CallInFlight>(20.0 + i, kCount, i % 2 == 0 ? TestStream() : other));
    }
    EXPECT_EQ(aclrtSynchronizeStream(TestStream()), 0);
    EXPECT_EQ(aclrtSynchronizeStream(other), 0);
    for (int i = 0; i < 10; ++i) EXPECT_EQ(calls[i]->Result(), All(20.0 + i));
  }
  EXPECT_EQ(aclrtDestroyStream(other), 0);
}

TEST(SeveralDevices, RunAtTheSameTime) {
  OtherDevice other;
  const CallInFlight on_1(31, kCount, other.stream());
  other.UseFirst();
  const CallInFlight on_0(30, kCount, TestStream());
  EXPECT_EQ(aclrtSynchronizeStream(TestStream()), 0);
  EXPECT_EQ(on_0.Result(), All(30));
  other.UseOwn();
  EXPECT_EQ(aclrtSynchronizeStream(other.stream()), 0);
  EXPECT_EQ(on_1.Result(), All(31));
}

TEST(SeveralDevices, AStreamOfAnotherDeviceIsRefused) {
  OtherDevice other;
  const DeviceTensor self(Tensor({3, 3, 1}, {20.0}));
  const DeviceTensor target(Tensor({3, 3, 1}, {0.0}));
  const DeviceTensor out(Tensor({3, 3, 1}, {-77.0}));
  uint64_t bytes = 0;
  aclOpExecutor* executor = nullptr;
  ASSERT_EQ(aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize(
                self.get(), target.get(), nullptr, nullptr, 0, out.get(), &bytes, &executor),
            0);
  void* workspace = nullptr;
  ASSERT_EQ(aclrtMalloc(&workspace, bytes + 1, ACL_MEM_MALLOC_HUGE_FIRST), 0);
  EXPECT_EQ(aclnnBinaryCrossEntropyWithLogits(workspace, bytes, executor, TestStream()), 361001);
  EXPECT_THAT(TakeErrorMessage(), testing::HasSubstr("107003"));
  EXPECT_EQ(aclnnBinaryCrossEntropyWithLogits(workspace, bytes, executor, other.stream()), 161002)
      << "a failed phase 2 uses the executor up";
  EXPECT_EQ(aclrtFree(workspace), 0);
}

TEST(SeveralDevices, AThreadWithoutADeviceCannotLaunch) {
  TestStream();
  const DeviceTensor self(Tensor({3, 5, 1}, {20.0}));
  const DeviceTensor target(Tensor({3, 5, 1}, {0.0}));
  const DeviceTensor out(Tensor({3, 5, 1}, {-77.0}));
  uint64_t bytes = 0;
  aclOpExecutor* executor = nullptr;
  ASSERT_EQ(aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize(
                self.get(), target.get(), nullptr, nullptr, 0, out.get(), &bytes, &executor),
            0);
  void* workspace = nullptr;
  ASSERT_EQ(aclrtMalloc(&workspace, bytes + 1, ACL_MEM_MALLOC_HUGE_FIRST), 0);
  std::thread([&] {
    EXPECT_EQ(aclnnBinaryCrossEntropyWithLogits(workspace, bytes, executor, nullptr), 361001);
    EXPECT_THAT(TakeErrorMessage(), testing::HasSubstr("107002"));
  }).join();
  EXPECT_EQ(aclrtFree(workspace), 0);
}

TEST(SeveralDevices, MemoryOfAnotherDeviceIsAFaultAtSynchronisation) {
  OtherDevice other;
  const DeviceTensor on_1(Tensor({kCount}, {20.0}));
  other.UseFirst();
  {
    const CallInFlight call(20, kCount, TestStream(), &on_1);
    const aclError error = aclrtSynchronizeStream(TestStream());
    EXPECT_TRUE(error == 507015 || error == 507035) << error;
  }
  const CallInFlight next(21, kCount, TestStream());
  EXPECT_EQ(aclrtSynchronizeStream(TestStream()), 0);
  EXPECT_EQ(next.Result(), All(21)) << "the next call still runs";
}

}  // namespace
}  // namespace npusim_tests

// libopapi.so of the fake device: an honest binary cross entropy for fp32 tensors of one shape, the
// misbehaviours of fake_behaviours.h, and an operator that shows how its arguments arrived.
#include <sys/types.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

#include "acl/acl.h"
#include "framework/device/testing/fake_behaviours.h"
#include "framework/device/testing/fake_handles.h"

extern "C" {
extern int fake_sync_status;
void fake_add_error(const char* text);
}

namespace {

using namespace touchstone::device::testing;

constexpr aclnnStatus kNullPointer = 161001;
constexpr aclnnStatus kInvalid = 161002;
constexpr aclnnStatus kInner = 561103;
constexpr uint64_t kWorkspaceBytes = 64;

int operator_calls = 0;
bool fails_next = true;

aclnnStatus Fail(aclnnStatus status, const std::string& text) {
  fake_add_error(("[PID: " + std::to_string(getpid()) +
                  "] 2026-01-02-03:04:05.678.901 Fake_Error(EZ1001): " + text)
                     .c_str());
  return status;
}

int64_t Count(const aclTensor& tensor) {
  int64_t count = 1;
  for (const int64_t extent : tensor.shape) count *= extent;
  return count;
}

/// Element `index` in row-major order of the view.
float* Element(const aclTensor& tensor, int64_t index) {
  int64_t position = tensor.offset;
  for (size_t axis = tensor.shape.size(); axis-- > 0;) {
    position += index % tensor.shape[axis] * tensor.strides[axis];
    index /= tensor.shape[axis];
  }
  return static_cast<float*>(tensor.data) + position;
}

int64_t BehaviourOf(const aclTensor& self) { return self.shape.empty() ? 0 : self.shape[0]; }

[[noreturn]] void Hang() {
  signal(SIGTERM, SIG_IGN);
  while (true) pause();
}

double Loss(const aclOpExecutor& call, int64_t i) {
  const double x = *Element(*call.inputs[0], i);
  const double y = *Element(*call.inputs[1], i);
  const double weight = call.inputs[2] == nullptr ? 1 : *Element(*call.inputs[2], i);
  const double positive = call.inputs[3] == nullptr ? 1 : *Element(*call.inputs[3], i);
  const double tail = std::log1p(std::exp(-std::fabs(x)));
  const double left = 1 - y;
  return weight *
         (left * std::fmax(x, 0) + positive * y * std::fmax(-x, 0) + (positive * y + left) * tail);
}

void Compute(const aclOpExecutor& call) {
  const aclTensor& self = *call.inputs[0];
  const int64_t count = Count(self);
  if (call.reduction == 0) {
    for (int64_t i = 0; i < count; ++i) {
      const double loss = Loss(call, i);
      *Element(*call.out, i) = static_cast<float>(loss);
    }
    return;
  }
  double sum = 0;
  for (int64_t i = 0; i < count; ++i) sum += Loss(call, i);
  const double value = call.reduction == 1 ? sum / static_cast<double>(count) : sum;
  *Element(*call.out, 0) = static_cast<float>(value);
}

void Report(const char* line) {
  const char* fd = std::getenv("NPUSIM_REPORT_FD");
  if (fd != nullptr && write(std::atoi(fd), line, std::strlen(line)) < 0) std::abort();
}

void FlipLastBit(float* value) {
  uint32_t bits;
  std::memcpy(&bits, value, sizeof bits);
  bits ^= 1;
  std::memcpy(value, &bits, sizeof bits);
}

aclnnStatus Misbehave(aclOpExecutor& call, void* workspace) {
  const aclTensor& self = *call.inputs[0];
  const int64_t count = Count(self);
  float* out = static_cast<float*>(call.out->data);
  switch (BehaviourOf(self)) {
    case kCrash:
      raise(SIGSEGV);
      break;
    case kCrashUnlessFirst:
      if (operator_calls > 2) raise(SIGSEGV);  // two runs per case
      break;
    case kAbort:
      std::fputs("fake operator: giving up\n", stderr);
      std::abort();
    case kExit:
      std::exit(0);
    case kHang:
      Hang();
    case kHangWithChild:
      if (fork() == 0) setsid();
      Hang();
    case kWriteOutside:
      out[count] = 1;
      break;
    case kChangeInput:
      *Element(self, 0) += 1;
      break;
    case kNondeterministic:
      if (operator_calls % 2 == 0) FlipLastBit(Element(*call.out, 17));
      break;
    case kDeviceFault:
      fake_sync_status = ACL_ERROR_RT_AICORE_EXCEPTION;
      break;
    case kStrictReport:
      Report("{\"kind\":\"fake_kind\",\"message\":\"as asked\"}\n");
      break;
    case kIgnoreStrides:
      for (int64_t i = 0; i < count; ++i) out[i] = static_cast<float>(Loss(call, i));
      break;
    case kReadOutside: {
      uint32_t beyond;
      std::memcpy(&beyond, static_cast<float*>(self.data) + count, sizeof beyond);
      *Element(*call.out, 0) = static_cast<float>(beyond);
      break;
    }
    case kWorkspaceOverrun:
      static_cast<char*>(workspace)[kWorkspaceBytes] = 1;
      break;
    case kLeak: {
      void* lost = nullptr;
      (void)aclrtMalloc(&lost, 64, ACL_MEM_MALLOC_HUGE_FIRST);
      break;
    }
    case kWrongStatus:
      return Fail(kInner, "phase 2 gave up");
    case kFailEveryOther:
      if (std::exchange(fails_next, !fails_next)) return Fail(kInner, "phase 2 gave up");
      break;
    case kWrongValue:
      *Element(*call.out, 3) *= 1.1f;
      break;
    default:
      break;
  }
  return 0;
}

}  // namespace

extern "C" {

__attribute__((visibility("default"))) aclnnStatus
aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize(const aclTensor* self, const aclTensor* target,
                                                  const aclTensor* weight,
                                                  const aclTensor* pos_weight, int64_t reduction,
                                                  aclTensor* out, uint64_t* workspace_size,
                                                  aclOpExecutor** executor) {
  if (workspace_size == nullptr || executor == nullptr) {
    return Fail(kNullPointer, "executor or workspaceSize is nullptr.");
  }
  for (const auto& [tensor, name] : {std::pair{self, "self"}, std::pair{target, "target"},
                                     std::pair{static_cast<const aclTensor*>(out), "out"}}) {
    if (tensor == nullptr) {
      return Fail(kNullPointer, std::string("Expected a value of type [aclTensor] for argument [") +
                                    name + "] but instead found nullptr.");
    }
  }
  if (reduction < 0 || reduction > 2) return Fail(kInvalid, "Reduction only support [0, 1, 2].");
  const int64_t behaviour = BehaviourOf(*self);
  *workspace_size = behaviour == kHugeWorkspace ? uint64_t{1} << 40 : kWorkspaceBytes;
  if (behaviour == kTouchOnFailure) return Fail(kInvalid, "with a side effect");
  if (behaviour == kChangeShape) out->shape.push_back(1);
  *executor = new aclOpExecutor{{self, target, weight, pos_weight}, reduction, out, false, 0};
  return 0;
}

__attribute__((visibility("default"))) aclnnStatus aclnnBinaryCrossEntropyWithLogits(
    void* workspace, uint64_t size, aclOpExecutor* executor, const aclrtStream) {
  if (executor == nullptr) return Fail(kNullPointer, "executor is nullptr.");
  ++executor->runs;
  aclOpExecutor call = *executor;
  if (!call.is_repeatable) delete executor;
  if (size > 0 && workspace == nullptr) return Fail(kNullPointer, "workspace is nullptr.");
  if (size < kWorkspaceBytes) return Fail(kInvalid, "workspace is too small.");
  ++operator_calls;
  const int64_t behaviour = BehaviourOf(*call.inputs[0]);
  const bool writes = behaviour != kWriteNothing && behaviour != kIgnoreStrides &&
                      (behaviour != kWriteOnce || call.runs == 1);
  if (writes) Compute(call);
  return Misbehave(call, workspace);
}

// (tensor, double, bool, float, int64, tensor out): writes what it was given into out.
__attribute__((visibility("default"))) aclnnStatus aclnnFakeArgumentsGetWorkspaceSize(
    const aclTensor* input, double a, bool b, float c, int64_t d, aclTensor* out,
    uint64_t* workspace_size, aclOpExecutor** executor) {
  float* values = static_cast<float*>(out->data);
  values[0] = static_cast<float>(a);
  values[1] = b ? 1 : 0;
  values[2] = c;
  values[3] = static_cast<float>(d);
  values[4] = input == nullptr ? -1 : *Element(*input, Count(*input) - 1);
  values[5] = input == nullptr ? -1 : static_cast<float>(input->dtype);
  *workspace_size = 0;
  *executor = new aclOpExecutor;
  return 0;
}

__attribute__((visibility("default"))) aclnnStatus aclnnFakeArguments(void* workspace, uint64_t,
                                                                      aclOpExecutor* executor,
                                                                      const aclrtStream) {
  delete executor;
  return workspace == nullptr ? 0 : kInner;
}

}  // extern "C"

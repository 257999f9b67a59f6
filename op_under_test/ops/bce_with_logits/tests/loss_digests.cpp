// Prints a digest of the output's bytes for calls that use every path of the simulator: what must
// not depend on threads, order, instruction set or addresses, and what may depend on cores.
// An argument is a number of bytes, a multiple of 32, by which every buffer is moved.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_binary_cross_entropy_with_logits.h"

namespace {

uint64_t Fnv1a(const std::vector<std::byte>& bytes) {
  uint64_t hash = 0xCBF29CE484222325u;
  for (std::byte byte : bytes) hash = (hash ^ static_cast<uint64_t>(byte)) * 0x100000001B3u;
  return hash;
}

// Every bit pattern may occur: infinities, NaN payloads, subnormals.
std::vector<uint32_t> Bits(size_t count, uint64_t seed, bool any_pattern) {
  std::vector<uint32_t> bits;
  uint64_t state = seed;
  for (size_t i = 0; i < count; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    auto pattern = static_cast<uint32_t>(state >> 32);
    if (!any_pattern) {
      // A value in (-8, 8).
      const float value = static_cast<float>(static_cast<int32_t>(pattern) >> 8) / 1048576.0f;
      std::memcpy(&pattern, &value, sizeof(pattern));
    }
    bits.push_back(pattern);
  }
  return bits;
}

size_t moved_by_bytes = 0;

class Tensor {
 public:
  Tensor(const std::vector<uint32_t>& bits, const std::vector<int64_t>& dims,
         const std::vector<int64_t>& strides, size_t offset_bytes)
      : bytes_(bits.size() * sizeof(uint32_t)) {
    offset_bytes += moved_by_bytes;
    aclrtMalloc(&memory_, bytes_ + offset_bytes, ACL_MEM_MALLOC_HUGE_FIRST);
    data_ = static_cast<std::byte*>(memory_) + offset_bytes;
    aclrtMemcpy(data_, bytes_, bits.data(), bytes_, ACL_MEMCPY_HOST_TO_DEVICE);
    const auto count = static_cast<int64_t>(bits.size());
    tensor_ = aclCreateTensor(dims.data(), dims.size(), ACL_FLOAT,
                              strides.empty() ? nullptr : strides.data(), 0, ACL_FORMAT_ND, &count,
                              1, data_);
  }
  ~Tensor() {
    aclDestroyTensor(tensor_);
    aclrtFree(memory_);
  }
  Tensor(const Tensor&) = delete;
  Tensor& operator=(const Tensor&) = delete;

  aclTensor* get() const { return tensor_; }
  std::vector<std::byte> Download() const {
    std::vector<std::byte> bytes(bytes_);
    aclrtMemcpy(bytes.data(), bytes_, data_, bytes_, ACL_MEMCPY_DEVICE_TO_HOST);
    return bytes;
  }

 private:
  size_t bytes_;
  void* memory_ = nullptr;
  void* data_ = nullptr;
  aclTensor* tensor_ = nullptr;
};

struct Options {
  int64_t reduction = 0;
  bool any_pattern = false;
  bool transposed_self = false;
  bool overlapping_out = false;  // all rows of out share one row of memory: the last one stays
  uint64_t weight_seed = 3;
};

// False when a call fails.
bool PrintDigest(const char* name, const Options& options, aclrtStream stream) {
  const std::vector<int64_t> dims = {311, 977};
  const size_t count = 311 * 977;
  const int64_t reduction = options.reduction;
  const auto strides = [](bool given, std::vector<int64_t> values) {
    return given ? values : std::vector<int64_t>{};
  };
  const Tensor self(Bits(count, 1, options.any_pattern), dims,
                    strides(options.transposed_self, {1, 311}), 64);
  const Tensor target(Bits(count, 2, options.any_pattern), dims, {}, 32);
  const Tensor weight(Bits(977, options.weight_seed, options.any_pattern), {977}, {}, 0);
  const Tensor out(std::vector<uint32_t>(reduction == 0 ? count : 1),
                   reduction == 0 ? dims : std::vector<int64_t>{1},
                   strides(options.overlapping_out, {0, 1}), 96);
  uint64_t workspace_bytes = 0;
  aclOpExecutor* executor = nullptr;
  if (aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize(self.get(), target.get(), weight.get(),
                                                        nullptr, reduction, out.get(),
                                                        &workspace_bytes, &executor) != 0) {
    return false;
  }
  void* workspace = nullptr;
  if (workspace_bytes > 0) {
    aclrtMalloc(&workspace, workspace_bytes, ACL_MEM_MALLOC_HUGE_FIRST);
  }
  const bool succeeded =
      aclnnBinaryCrossEntropyWithLogits(workspace, workspace_bytes, executor, stream) == 0 &&
      aclrtSynchronizeStream(stream) == 0;
  std::printf("%s %016llx\n", name, static_cast<unsigned long long>(Fnv1a(out.Download())));
  if (workspace) aclrtFree(workspace);
  return succeeded;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 1) moved_by_bytes = std::strtoull(argv[1], nullptr, 10);
  aclrtStream stream = nullptr;
  if (aclInit(nullptr) != 0 || aclrtSetDevice(0) != 0 || aclrtCreateStream(&stream) != 0) return 1;
  bool succeeded = PrintDigest("none", {}, stream) &&
                   PrintDigest("none_any_bits", {.any_pattern = true}, stream) &&
                   PrintDigest("none_transposed", {.transposed_self = true}, stream) &&
                   PrintDigest("none_overlapping", {.overlapping_out = true}, stream) &&
                   PrintDigest("mean", {.reduction = 1}, stream);
  // Several, for two orders may agree on one sum by chance.
  for (uint64_t seed = 3; succeeded && seed < 8; ++seed) {
    succeeded = PrintDigest("sum", {.reduction = 2, .weight_seed = seed}, stream);
  }
  aclrtDestroyStream(stream);
  aclrtResetDevice(0);
  aclFinalize();
  return succeeded ? 0 : 1;
}

// All 2^32 arguments: the implementations of exp and log give the same bits, for a chip that keeps
// subnormals and infinities and for one that flushes and saturates.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "op_under_test/npu/vector_unit.h"

namespace npusim {
namespace {

constexpr uint64_t kPatterns = uint64_t{1} << 32;
constexpr size_t kChunk = 1 << 16;
using Operation = void (VectorUnit::*)(std::span<float>, std::span<const float>) const;

struct Row {
  Operation operation;
  VectorMode mode;
  Isa isa;
};

// Number of arguments whose results differ; the last such argument goes to *example.
uint64_t CountDifferences(const Row& row, std::atomic<uint32_t>* example) {
  const VectorUnit portable(row.mode, Isa::kPortable);
  const VectorUnit unit(row.mode, row.isa);
  std::atomic<uint64_t> next = 0;
  std::atomic<uint64_t> differences = 0;
  const auto work = [&] {
    std::vector<float> in(kChunk);
    std::vector<float> expected(kChunk);
    std::vector<float> actual(kChunk);
    for (uint64_t first; (first = next.fetch_add(kChunk)) < kPatterns;) {
      for (size_t i = 0; i < kChunk; ++i) {
        in[i] = std::bit_cast<float>(static_cast<uint32_t>(first + i));
      }
      (portable.*row.operation)(expected, in);
      (unit.*row.operation)(actual, in);
      if (std::memcmp(expected.data(), actual.data(), kChunk * sizeof(float)) == 0) continue;
      for (size_t i = 0; i < kChunk; ++i) {
        if (std::bit_cast<uint32_t>(expected[i]) == std::bit_cast<uint32_t>(actual[i])) continue;
        ++differences;
        *example = static_cast<uint32_t>(first + i);
      }
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i) {
    threads.emplace_back(work);
  }
  for (std::thread& thread : threads) thread.join();
  return differences;
}

class EveryArgument : public testing::TestWithParam<Isa> {};

TEST_P(EveryArgument, GivesTheSameBits) {
  if (!MachineSupports(GetParam())) GTEST_SKIP() << "this machine lacks the instructions";
  for (const VectorMode& mode :
       {VectorMode{}, VectorMode{.flushes_subnormals = true, .saturates = true}}) {
    for (const Operation operation : {&VectorUnit::Exp, &VectorUnit::Log}) {
      std::atomic<uint32_t> example = 0;
      EXPECT_EQ(CountDifferences({operation, mode, GetParam()}, &example), 0U)
          << "one of them: 0x" << std::hex << example;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Isa, EveryArgument, testing::Values(Isa::kAvx2, Isa::kAvx512),
                         [](const auto& info) {
                           return std::string(info.param == Isa::kAvx2 ? "Avx2" : "Avx512");
                         });

}  // namespace
}  // namespace npusim

// All 2^32 arguments: the implementations of exp and log give the same bits, for a chip that keeps
// subnormals and infinities and for one that flushes and saturates.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <thread>
#include <vector>

#include "op_under_test/npu/vector_unit.h"

namespace npusim {
namespace {

constexpr uint64_t kPatterns = uint64_t{1} << 32;
constexpr size_t kChunk = 1 << 16;
using Operation = void (VectorUnit::*)(std::span<float>, std::span<const float>) const;

std::vector<Isa> VectorIsas() {
  std::vector<Isa> isas;
  for (const Isa isa : {Isa::kAvx2, Isa::kAvx512}) {
    if (MachineSupports(isa)) isas.push_back(isa);
  }
  return isas;
}

// Number of results that differ from the portable ones, over all instruction sets of the machine;
// the last argument with such a result goes to *example.
uint64_t CountDifferences(Operation operation, VectorMode mode, std::atomic<uint32_t>* example) {
  const VectorUnit portable(mode, Isa::kPortable);
  const std::vector<Isa> isas = VectorIsas();
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
      (portable.*operation)(expected, in);
      for (const Isa isa : isas) {
        (VectorUnit(mode, isa).*operation)(actual, in);
        if (std::memcmp(expected.data(), actual.data(), kChunk * sizeof(float)) == 0) continue;
        for (size_t i = 0; i < kChunk; ++i) {
          if (std::bit_cast<uint32_t>(expected[i]) == std::bit_cast<uint32_t>(actual[i])) continue;
          ++differences;
          *example = static_cast<uint32_t>(first + i);
        }
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

void ExpectNoDifferences(VectorMode mode) {
  if (VectorIsas().empty()) GTEST_SKIP() << "this machine has no wider instructions";
  for (const Operation operation : {&VectorUnit::Exp, &VectorUnit::Log}) {
    std::atomic<uint32_t> example = 0;
    EXPECT_EQ(CountDifferences(operation, mode, &example), 0U)
        << (operation == &VectorUnit::Exp ? "exp" : "log") << " of the pattern 0x" << std::hex
        << example << " is one of them";
  }
}

TEST(EveryArgument, GivesTheSameBits) { ExpectNoDifferences({}); }

TEST(EveryArgument, GivesTheSameBitsFlushedAndSaturated) {
  ExpectNoDifferences({.flushes_subnormals = true, .saturates = true});
}

}  // namespace
}  // namespace npusim

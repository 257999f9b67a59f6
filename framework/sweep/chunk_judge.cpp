#include "framework/sweep/chunk_judge.h"

#include <algorithm>
#include <cstring>

namespace touchstone::sweep {
namespace {

constexpr uint64_t kRunElements = 8192;  ///< some 45 bytes each: expectation, output, input

void Widen(std::span<const std::byte> output, std::span<uint32_t> bits) {
  if (output.size() == bits.size() * sizeof(uint32_t)) {
    std::memcpy(bits.data(), output.data(), output.size());
    return;
  }
  for (size_t i = 0; i < bits.size(); ++i) {
    uint16_t half;
    std::memcpy(&half, output.data() + i * sizeof half, sizeof half);
    bits[i] = half;
  }
}

}  // namespace

ChunkJudge::ChunkJudge(const SweepPlan& plan, Tally& tally)
    : plan_(plan), tally_(tally), part_(tally), expectation_(plan) {}

Status ChunkJudge::Add(const ChunkResult& chunk) {
  tally_.AddChunk(chunk);
  Status status = Done{};
  plan_.patterns.ForEachRun(chunk.first, chunk.count,
                            [&](const PatternGroup& group, uint64_t first, uint64_t count) {
                              while (status && count > 0) {
                                const uint64_t size = std::min(count, kRunElements);
                                status = AddRun(group, chunk, first, size);
                                first += size;
                                count -= size;
                              }
                            });
  return status;
}

Status ChunkJudge::AddRun(const PatternGroup& group, const ChunkResult& chunk, uint64_t first,
                          uint64_t count) {
  if (auto evaluated = expectation_.Evaluate(first, count, expected_); !evaluated) return evaluated;
  const size_t offset = first - chunk.first;
  const size_t element_bytes = chunk.output.size() / chunk.count;
  actual_.bits.resize(count);
  Widen(chunk.output.subspan(offset * element_bytes, count * element_bytes), actual_.bits);
  actual_.unwritten.clear();
  if (!chunk.unwritten.empty()) {
    const auto flags = chunk.unwritten.subspan(offset, count);
    actual_.unwritten.assign(flags.begin(), flags.end());
  }
  part_.Add(group, first, actual_, expected_);
  return Done{};
}

}  // namespace touchstone::sweep

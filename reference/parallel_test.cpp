#include "reference/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <vector>

namespace touchstone::reference {
namespace {

TEST(ParallelFor, VisitsEveryIndexOnce) {
  for (const size_t count : {0, 1, 2, 1000}) {
    std::vector<std::atomic<int>> visits(count);
    ParallelFor(count, [&](size_t i) { ++visits[i]; });
    for (size_t i = 0; i < count; ++i) EXPECT_EQ(visits[i], 1) << i << " of " << count;
  }
}

TEST(ParallelFor, ReturnsWhenAllCallsHave) {
  std::vector<uint64_t> squares(5000);
  ParallelFor(squares.size(), [&](size_t i) { squares[i] = i * i; });
  for (size_t i = 0; i < squares.size(); ++i) EXPECT_EQ(squares[i], i * i);
}

TEST(PerThread, KeepsEveryThreadsPart) {
  PerThread<uint64_t> sums;
  ParallelFor(10'000, [&](size_t i) { sums.Own() += i; });
  uint64_t total = 0;
  sums.ForEach([&](uint64_t part) { total += part; });
  EXPECT_EQ(total, 10'000u * 9'999u / 2);
}

}  // namespace
}  // namespace touchstone::reference

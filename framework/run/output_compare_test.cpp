#include "framework/run/output_compare.h"

#include <gtest/gtest.h>

#include <cstring>

namespace touchstone::run {
namespace {

using tensor::ContiguousLayout;
using tensor::DType;

std::vector<std::byte> Bytes(const std::vector<uint32_t>& values) {
  std::vector<std::byte> bytes(values.size() * 4);
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

TEST(FindUnwritten, NeedsThePatternInBothRuns) {
  const auto layout = ContiguousLayout(DType::kFp32, {4});
  // A NaN that happens to be the first pattern, a value that is the second, and a hole.
  const auto a = Bytes({0xFFFFFFFF, 0xA5A5A5A5, 0xFFFFFFFF, 1});
  const auto b = Bytes({0xFFFFFFFF, 0xA5A5A5A5, 0xA5A5A5A5, 1});
  std::vector<uint8_t> unwritten(4, 9);
  FindUnwritten(layout, {a, 0xFF}, {b, 0xA5}, 0, unwritten);
  EXPECT_EQ(unwritten, (std::vector<uint8_t>{0, 0, 1, 0}));
}

TEST(FirstDifference, NamesElementAndBits) {
  const auto layout = ContiguousLayout(DType::kFp32, {2, 2});
  const auto a = Bytes({1, 2, 0x3F800000, 4});
  auto b = a;
  EXPECT_EQ(FirstDifference(layout, {a, 0xFF}, {b, 0xA5}), "");
  b = Bytes({1, 2, 0x3F800001, 5});
  EXPECT_EQ(FirstDifference(layout, {a, 0xFF}, {b, 0xA5}),
            "element 2 [1, 0]: 0x3F800000 (1) then 0x3F800001 (1.0000001192092896)");
}

TEST(FirstDifference, HolesAreNotDifferences) {
  const auto layout = ContiguousLayout(DType::kFp32, {2});
  const auto a = Bytes({0xFFFFFFFF, 2});
  const auto b = Bytes({0xA5A5A5A5, 2});
  EXPECT_EQ(FirstDifference(layout, {a, 0xFF}, {b, 0xA5}), "");
  const auto half_written = Bytes({3, 2});
  EXPECT_NE(FirstDifference(layout, {a, 0xFF}, {half_written, 0xA5}), "");
}

TEST(FirstDifference, SeesBeyondTheFirstChunk) {
  const int64_t count = 2 * kChunkElements + 5;
  const auto layout = ContiguousLayout(DType::kFp32, {count});
  std::vector<uint32_t> values(static_cast<size_t>(count), 7);
  const auto a = Bytes(values);
  values.back() = 8;
  const auto b = Bytes(values);
  EXPECT_NE(FirstDifference(layout, {a, 0xFF}, {b, 0xA5}), "");
}

}  // namespace
}  // namespace touchstone::run

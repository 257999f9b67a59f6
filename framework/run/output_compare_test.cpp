#include "framework/run/output_compare.h"

#include <gtest/gtest.h>

#include <cstring>

#include "framework/run/element_access.h"

namespace touchstone::run {
namespace {

using tensor::ContiguousLayout;
using tensor::DType;

std::vector<std::byte> Bytes(const std::vector<uint32_t>& values) {
  std::vector<std::byte> bytes(values.size() * 4);
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

std::string Difference(const tensor::TensorLayout& layout, const std::vector<std::byte>& a,
                       const std::vector<std::byte>& b, UnwrittenElements* unwritten = nullptr) {
  RunComparison comparison(layout, 0xFF, 0xA5, unwritten);
  // In two pieces, of which the first is one element.
  const auto size = static_cast<size_t>(tensor::SizeBytes(layout.dtype));
  comparison.Compare(0, std::span(a).first(size), std::span(b).first(size));
  comparison.Compare(1, std::span(a).subspan(size), std::span(b).subspan(size));
  return comparison.first_difference();
}

TEST(UnwrittenElements, NeedThePatternInBothRuns) {
  const auto layout = ContiguousLayout(DType::kFp32, {4});
  // A NaN that happens to be the first pattern, a value that is the second, and a hole.
  const auto a = Bytes({0xFFFFFFFF, 0xA5A5A5A5, 0xFFFFFFFF, 1});
  const auto b = Bytes({0xFFFFFFFF, 0xA5A5A5A5, 0xA5A5A5A5, 1});
  UnwrittenElements unwritten(4);
  EXPECT_EQ(Difference(layout, a, b, &unwritten), "");
  ASSERT_TRUE(unwritten.any());
  std::vector<uint8_t> flags(4, 9);
  unwritten.Read(0, flags);
  EXPECT_EQ(flags, (std::vector<uint8_t>{0, 0, 1, 0}));
}

TEST(UnwrittenElements, AreNoneAtFirst) {
  const UnwrittenElements none(1000);
  EXPECT_FALSE(none.any());
  std::vector<uint8_t> flags(3, 9);
  none.Read(500, flags);
  EXPECT_EQ(flags, (std::vector<uint8_t>{0, 0, 0}));
}

TEST(UnwrittenElements, AreFoundByNumber) {
  UnwrittenElements unwritten(130);
  unwritten.Mark(129);
  unwritten.Mark(64);
  std::vector<uint8_t> flags(3);
  unwritten.Read(63, flags);
  EXPECT_EQ(flags, (std::vector<uint8_t>{0, 1, 0}));
  unwritten.Read(127, flags);
  EXPECT_EQ(flags, (std::vector<uint8_t>{0, 0, 1}));
}

TEST(RunComparison, NamesElementAndBits) {
  const auto layout = ContiguousLayout(DType::kFp32, {2, 2});
  const auto a = Bytes({1, 2, 0x3F800000, 4});
  auto b = a;
  EXPECT_EQ(Difference(layout, a, b), "");
  b = Bytes({1, 2, 0x3F800001, 5});
  EXPECT_EQ(Difference(layout, a, b),
            "element 2 [1, 0]: 0x3F800000 (1) then 0x3F800001 (1.0000001192092896)");
}

TEST(RunComparison, HolesAreNotDifferences) {
  const auto layout = ContiguousLayout(DType::kFp32, {2});
  const auto a = Bytes({0xFFFFFFFF, 2});
  const auto b = Bytes({0xA5A5A5A5, 2});
  EXPECT_EQ(Difference(layout, a, b), "");
  const auto half_written = Bytes({3, 2});
  EXPECT_NE(Difference(layout, a, half_written), "");
}

TEST(RunComparison, SeesTheLastElementOfMany) {
  const int64_t count = 2 * kChunkElements + 5;
  const auto layout = ContiguousLayout(DType::kFp32, {count});
  std::vector<uint32_t> values(static_cast<size_t>(count), 7);
  const auto a = Bytes(values);
  values.back() = 8;
  EXPECT_NE(Difference(layout, a, Bytes(values)), "");
}

TEST(RunComparison, SeesAllBytesOfWideTypes) {
  const auto layout = ContiguousLayout(DType::kComplex128, {2});
  const auto a = Bytes({1, 2, 3, 4, 5, 6, 7, 8});
  EXPECT_EQ(Difference(layout, a, a), "");
  EXPECT_NE(Difference(layout, a, Bytes({1, 2, 3, 9, 5, 6, 7, 8})), "");
}

}  // namespace
}  // namespace touchstone::run

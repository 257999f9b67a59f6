#include "framework/run/element_access.h"

#include <gtest/gtest.h>

#include <cstring>

namespace touchstone::run {
namespace {

using tensor::ContiguousLayout;
using tensor::DType;
using tensor::Format;
using tensor::TensorLayout;

std::vector<std::byte> Bytes(const std::vector<uint16_t>& values) {
  std::vector<std::byte> bytes(values.size() * 2);
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

TEST(ReadElements, ReadsAnyRunOfAnyView) {
  const auto storage = Bytes({10, 11, 12, 13, 14, 15, 16, 17});
  const TensorLayout contiguous = {DType::kFp16, Format::kNd, {2, 3}, {3, 1}, 1, {8}};
  std::vector<uint64_t> bits(3);
  ReadElements(contiguous, storage, 2, bits);
  EXPECT_EQ(bits, (std::vector<uint64_t>{13, 14, 15}));
  const TensorLayout transposed = {DType::kFp16, Format::kNd, {2, 3}, {1, 2}, 0, {8}};
  ReadElements(transposed, storage, 1, bits);
  EXPECT_EQ(bits, (std::vector<uint64_t>{12, 14, 11}));
  const TensorLayout reversed = {DType::kFp16, Format::kNd, {3}, {-2}, 7, {8}};
  ReadElements(reversed, storage, 0, bits);
  EXPECT_EQ(bits, (std::vector<uint64_t>{17, 15, 13}));
}

TEST(StorageGaps, AWholeViewHasNone) {
  EXPECT_FALSE(StorageGaps(ContiguousLayout(DType::kFp16, {2, 3})).any());
  EXPECT_FALSE(StorageGaps(ContiguousLayout(DType::kFp16, {0, 3})).any());
  EXPECT_FALSE(StorageGaps({DType::kFp16, Format::kNd, {2, 3}, {1, 2}, 0, {6}}).any());
}

TEST(StorageGaps, FillsAndChecksWhatTheViewDoesNotTouch) {
  const StorageGaps gaps({DType::kFp16, Format::kNd, {2}, {2}, 1, {5}});
  ASSERT_TRUE(gaps.any());
  auto storage = Bytes({1, 2, 3, 4, 5});
  gaps.Fill(storage, 0xA5);
  EXPECT_EQ(storage, Bytes({0xA5A5, 2, 0xA5A5, 4, 0xA5A5}));
  EXPECT_EQ(gaps.FindChange(storage, 0xA5), "");
  storage = Bytes({0xA5A5, 7, 0xA5A5, 7, 0xA5A4});
  EXPECT_EQ(gaps.FindChange(storage, 0xA5),
            "1 storage element outside the view was overwritten, the first is number 4");
}

TEST(Texts, PlacesAndPatterns) {
  EXPECT_EQ(ElementPlace(17, {2, 10}), "17 [1, 7]");
  EXPECT_EQ(ElementPlace(0, {}), "0 []");
  EXPECT_EQ(PatternText(DType::kFp32, 0x3F800000), "0x3F800000 (1)");
  EXPECT_EQ(PatternText(DType::kFp16, 0x3C00), "0x3C00 (1)");
  EXPECT_EQ(PatternText(DType::kBf16, 0xFF80), "0xFF80 (-inf)");
  EXPECT_EQ(RepeatedByte(0xA5, 2), 0xA5A5u);
  EXPECT_EQ(RepeatedByte(0xFF, 8), ~uint64_t{0});
}

}  // namespace
}  // namespace touchstone::run

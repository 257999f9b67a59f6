#include "framework/tensor/layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace touchstone::tensor {
namespace {

using testing::HasSubstr;

constexpr int64_t kHuge = int64_t{1} << 62;

TEST(ElementCount, KnowsRankZeroEmptyAndOverflow) {
  EXPECT_EQ(ElementCount({}), 1);
  EXPECT_EQ(ElementCount({3, 0, 5}), 0);
  EXPECT_EQ(ElementCount({4, 5}), 20);
  EXPECT_EQ(ElementCount({kHuge, kHuge, 0}), 0);
  EXPECT_EQ(ElementCount({kHuge, 2}), std::nullopt);
  EXPECT_EQ(ElementCount({0, -1}), std::nullopt);
}

TEST(ContiguousStrides, AreRowMajor) {
  EXPECT_EQ(ContiguousStrides({2, 3, 4}), (Dims{12, 4, 1}));
  EXPECT_EQ(ContiguousStrides({}), Dims{});
  EXPECT_EQ(ContiguousStrides({2, 0, 4}), (Dims{4, 4, 1}));
  EXPECT_EQ(ContiguousStrides({1, kHuge, kHuge})[0], std::numeric_limits<int64_t>::max());
}

TEST(IsContiguous, IgnoresExtentsOfOneAndOffsets) {
  TensorLayout layout = ContiguousLayout(DType::kFp32, {2, 1, 3});
  EXPECT_TRUE(IsContiguous(layout));
  layout.strides[1] = 77;
  layout.offset = 5;
  EXPECT_TRUE(IsContiguous(layout));
  layout.strides[2] = 2;
  EXPECT_FALSE(IsContiguous(layout));
  EXPECT_TRUE(IsContiguous({DType::kFp32, Format::kNd, {1, 1}, {-1, 0}, 0, {1}}));
  EXPECT_TRUE(IsContiguous({DType::kFp32, Format::kNd, {0, 4}, {9, 9}, 0, {}}));
}

TEST(StorageElements, CoversStorageShapeAndReach) {
  EXPECT_EQ(*StorageElements({DType::kFp32, Format::kNd, {2, 3}, {3, 1}, 0, {10}}), 10);
  EXPECT_EQ(*StorageElements({DType::kFp32, Format::kNd, {2, 3}, {10, 2}, 1, {1}}), 16);
  EXPECT_EQ(*StorageElements({DType::kFp32, Format::kNd, {4}, {-1}, 3, {4}}), 4);
  EXPECT_EQ(*StorageElements({DType::kFp32, Format::kNd, {0}, {1}, 0, {0}}), 0);
  EXPECT_EQ(*StorageElements({DType::kFp32, Format::kNd, {}, {}, 2, {}}), 3);
}

std::string StorageMessage(const TensorLayout& layout) {
  const Result<int64_t> result = StorageElements(layout);
  return result.ok() ? "accepted" : result.error().message;
}

TEST(StorageElements, RefusesWhatItCannotHold) {
  EXPECT_THAT(StorageMessage({DType::kFp32, Format::kNd, {4}, {-1}, 2, {4}}),
              HasSubstr("reaches index -1, before the start"));
  EXPECT_THAT(StorageMessage({DType::kFp32, Format::kNd, {4, 4}, {1}, 0, {}}),
              HasSubstr("differ in rank"));
  EXPECT_THAT(StorageMessage({DType::kFp32, Format::kNd, {-4}, {1}, 0, {}}),
              HasSubstr("shape [-4] has a negative extent"));
  EXPECT_THAT(StorageMessage({DType::kFp32, Format::kNd, {4}, {1}, 0, {kHuge, 4}}),
              HasSubstr("storage shape"));
  EXPECT_THAT(StorageMessage({DType::kFp32, Format::kNd, {5}, {kHuge}, 0, {}}),
              HasSubstr("further than an int64"));
  EXPECT_THAT(StorageMessage({DType::kFp32, Format::kNd, {2, 2}, {kHuge, kHuge}, kHuge, {}}),
              HasSubstr("further than an int64"));
  EXPECT_THAT(StorageMessage({DType::kFp32, Format::kNd, {5}, {-kHuge}, -kHuge, {}}),
              HasSubstr("before the start"));
}

TEST(StorageBytes, RefusesMoreThanInt64) {
  EXPECT_EQ(*StorageBytes(ContiguousLayout(DType::kFp16, {5})), 10);
  EXPECT_FALSE(StorageBytes(ContiguousLayout(DType::kComplex128, {kHuge / 2})).ok());
  EXPECT_TRUE(StorageBytes(ContiguousLayout(DType::kInt8, {kHuge})).ok());
}

TEST(ForEachElement, WalksRowMajorAndAgreesWithStorageIndex) {
  const TensorLayout layouts[] = {
      ContiguousLayout(DType::kFp32, {2, 3, 4}),
      {DType::kFp32, Format::kNd, {3, 2, 2}, {-7, 0, 2}, 20, {40}},
      {DType::kFp32, Format::kNd, {}, {}, 4, {5}},
      {DType::kFp32, Format::kNd, {2, 0, 3}, {1, 1, 1}, 0, {0}},
      {DType::kFp32, Format::kNd, {5}, {3}, 1, {16}},
  };
  for (const TensorLayout& layout : layouts) {
    int64_t next = 0;
    ForEachElement(layout, [&](int64_t view_index, int64_t storage_index) {
      EXPECT_EQ(view_index, next++);
      EXPECT_EQ(storage_index, StorageIndex(layout, view_index));
      const std::optional<IndexRange> range = TouchedRange(layout);
      ASSERT_TRUE(range);
      EXPECT_GE(storage_index, range->first);
      EXPECT_LE(storage_index, range->last);
    });
    EXPECT_EQ(next, ElementCount(layout.shape));
  }
  EXPECT_EQ(StorageIndex(layouts[1], 11), 20 - 14 + 2);
}

TEST(Broadcast, AlignsRight) {
  EXPECT_TRUE(BroadcastsTo({5}, {4, 5}));
  EXPECT_TRUE(BroadcastsTo({4, 1}, {4, 5}));
  EXPECT_TRUE(BroadcastsTo({}, {4, 5}));
  EXPECT_TRUE(BroadcastsTo({1}, {0}));
  EXPECT_FALSE(BroadcastsTo({4}, {4, 5}));
  EXPECT_FALSE(BroadcastsTo({4, 5}, {5}));
  EXPECT_FALSE(BroadcastsTo({0}, {1}));
  EXPECT_EQ(BroadcastStrides({4, 1}, {3, 1}, {2, 4, 5}), (Dims{0, 3, 0}));
  EXPECT_EQ(BroadcastStrides({5}, {2}, {4, 5}), (Dims{0, 2}));
}

TEST(Text, WritesDims) {
  EXPECT_EQ(ToText({4, 5}), "[4, 5]");
  EXPECT_EQ(ToText({}), "[]");
  EXPECT_EQ(ToSlug({4, 5}), "4x5");
  EXPECT_EQ(ToSlug({}), "scalar");
}

TEST(FormatNames, AreTheAclFormats) {
  // aclFormat: NCHW 0, NHWC 1, ND 2, NC1HWC0 3, FRACTAL_Z 4, HWCN 16, NDHWC 27, FRACTAL_NZ 29,
  // NCDHW 30, NDC1HWC0 32, NC 35, NCL 47, UNDEFINED -1.
  const std::pair<const char*, int> expected[] = {
      {"NCHW", 0},  {"NHWC", 1},   {"ND", 2},        {"NC1HWC0", 3},     {"FRACTAL_Z", 4},
      {"HWCN", 16}, {"NDHWC", 27}, {"NCDHW", 30},    {"FRACTAL_NZ", 29}, {"NDC1HWC0", 32},
      {"NC", 35},   {"NCL", 47},   {"UNDEFINED", -1}};
  EXPECT_EQ(FormatNames().size(), std::size(expected));
  for (const auto& [name, code] : expected) {
    const Result<Format> format = ParseFormat(name);
    ASSERT_TRUE(format.ok()) << name;
    EXPECT_EQ(static_cast<int>(*format), code);
    EXPECT_EQ(Name(*format), name);
  }
  const Result<Format> wrong = ParseFormat("NCHV");
  ASSERT_FALSE(wrong.ok());
  EXPECT_THAT(wrong.error().message, HasSubstr("unknown format 'NCHV'; did you mean 'NCHW'?"));
}

}  // namespace
}  // namespace touchstone::tensor

#include "framework/tensor/named_views.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace touchstone::tensor {
namespace {

using testing::HasSubstr;

TensorLayout Make(std::string_view name, const Dims& shape) {
  Result<TensorLayout> layout = MakeNamedView(name, DType::kFp16, shape);
  return layout.ok() ? *layout : TensorLayout{};
}

TEST(NamedViews, HaveTheirStridesAndOffsets) {
  EXPECT_EQ(Make("transposed", {2, 3, 4}),
            (TensorLayout{DType::kFp16, Format::kNd, {2, 3, 4}, {12, 1, 3}, 0, {2, 4, 3}}));
  EXPECT_EQ(Make("sliced", {2, 3}),
            (TensorLayout{DType::kFp16, Format::kNd, {2, 3}, {6, 1}, 7, {4, 6}}));
  EXPECT_EQ(Make("sliced", {}), (TensorLayout{DType::kFp16, Format::kNd, {}, {}, 1, {4}}));
  EXPECT_EQ(Make("strided", {2, 3}),
            (TensorLayout{DType::kFp16, Format::kNd, {2, 3}, {6, 2}, 0, {2, 6}}));
  EXPECT_EQ(Make("expanded", {2, 3}),
            (TensorLayout{DType::kFp16, Format::kNd, {2, 3}, {0, 1}, 0, {1, 3}}));
  EXPECT_EQ(Make("reversed", {2, 3}),
            (TensorLayout{DType::kFp16, Format::kNd, {2, 3}, {3, -1}, 2, {2, 3}}));
}

TEST(NamedViews, StayInsideTheirStorageForEveryShape) {
  const Dims shapes[] = {{},     {1},    {7},    {0},       {2, 3},
                         {0, 3}, {3, 0}, {1, 1}, {2, 3, 4}, {1, 2, 1, 3}};
  for (const NamedView& view : AllNamedViews()) {
    for (const Dims& shape : shapes) {
      const Result<TensorLayout> layout = MakeNamedView(view.name, DType::kFp32, shape);
      if (shape.size() < static_cast<size_t>(view.min_rank)) {
        ASSERT_FALSE(layout.ok());
        EXPECT_THAT(layout.error().message, HasSubstr("needs at least"));
        continue;
      }
      ASSERT_TRUE(layout.ok()) << view.name << ToText(shape);
      EXPECT_EQ(layout->shape, shape);
      const std::optional<IndexRange> range = TouchedRange(*layout);
      if (!range) continue;
      EXPECT_GE(range->first, 0);
      EXPECT_LT(range->last, *ElementCount(layout->storage_shape)) << view.name << ToText(shape);
      std::set<int64_t> visited;
      ForEachElement(*layout, [&](int64_t, int64_t index) { visited.insert(index); });
      if (view.name != "expanded") {
        EXPECT_EQ(static_cast<int64_t>(visited.size()), *ElementCount(shape));
      }
    }
  }
}

TEST(NamedViews, OnlyContiguousIsContiguous) {
  for (const NamedView& view : AllNamedViews()) {
    const TensorLayout layout = Make(view.name, {3, 4});
    EXPECT_EQ(IsContiguous(layout), view.name == "contiguous") << view.name;
  }
}

TEST(NamedViews, RefuseUnknownNamesAndHugeShapes) {
  const Result<TensorLayout> wrong = MakeNamedView("transpose", DType::kFp32, {2, 2});
  ASSERT_FALSE(wrong.ok());
  EXPECT_THAT(wrong.error().message,
              HasSubstr("unknown view 'transpose'; did you mean 'transposed'"));
  for (const NamedView& view : AllNamedViews()) {
    EXPECT_FALSE(MakeNamedView(view.name, DType::kFp32, {int64_t{1} << 62, 1, 4}).ok())
        << view.name;
    EXPECT_FALSE(MakeNamedView(view.name, DType::kFp32, {2, -1}).ok()) << view.name;
    if (view.name != "expanded") {
      EXPECT_FALSE(MakeNamedView(view.name, DType::kFp32, {4, int64_t{1} << 60}).ok()) << view.name;
    }
  }
}

}  // namespace
}  // namespace touchstone::tensor

// Strided, offset, transposed, expanded and reversed operands and outputs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "op_under_test/ops/bce_with_logits/tests/operator_call.h"

namespace npusim_tests {
namespace {

constexpr double kGap = -77.0;

int64_t Count(const Dims& dims) {
  int64_t count = 1;
  for (int64_t extent : dims) count *= extent;
  return count;
}

// Elements of a view, row by row.
std::vector<double> ViewValues(const std::vector<double>& storage, const TensorSpec& view) {
  std::vector<double> values;
  for (int64_t i = 0; i < Count(view.dims); ++i) {
    int64_t offset = view.offset;
    int64_t rest = i;
    for (size_t axis = view.dims.size(); axis-- > 0;) {
      offset += rest % view.dims[axis] * (*view.strides)[axis];
      rest /= view.dims[axis];
    }
    values.push_back(storage[static_cast<size_t>(offset)]);
  }
  return values;
}

TensorSpec Dense(Dims dims, std::vector<double> values) {
  TensorSpec spec;
  spec.dims = std::move(dims);
  spec.values = std::move(values);
  return spec;
}

// A view over a storage of 64 distinct values.
TensorSpec View(Dims dims, Dims strides, int64_t offset, double scale) {
  TensorSpec spec;
  spec.dims = std::move(dims);
  spec.strides = std::move(strides);
  spec.offset = offset;
  spec.storage_dims = Dims{64};
  for (int i = 0; i < 64; ++i) spec.values.push_back((i - 20) * scale);
  return spec;
}

const std::vector<std::pair<Dims, int64_t>>& Layouts() {
  // Strides and offset of a [4, 5] view in 64 elements.
  static const std::vector<std::pair<Dims, int64_t>> layouts = {
      {{5, 1}, 7},     // dense at an offset
      {{1, 4}, 0},     // transposed
      {{10, 2}, 3},    // every second element
      {{6, 1}, 1},     // rows with gaps
      {{0, 1}, 2},     // expanded
      {{0, 0}, 9},     // expanded twice
      {{-5, -1}, 40},  // reversed
      {{5, -1}, 4},    // reversed columns
      {{3, 1}, 0},     // overlapping rows
  };
  return layouts;
}

TEST(ViewsTest, AnyViewOfAnInputActsLikeItsDenseCopy) {
  const Dims dims{4, 5};
  const TensorSpec out = Dense(dims, {kGap});
  for (const auto& [strides, offset] : Layouts()) {
    const TensorSpec self = View(dims, strides, offset, 0.3);
    const TensorSpec target = View(dims, strides, offset, 0.015);
    const TensorSpec weight = View(dims, strides, offset, 0.1);
    CallSpec views;
    views.self = self;
    views.target = target;
    views.weight = views.pos_weight = weight;
    views.out = out;
    CallSpec copies = views;
    copies.self = Dense(dims, ViewValues(self.values, self));
    copies.target = Dense(dims, ViewValues(target.values, target));
    copies.weight = copies.pos_weight = Dense(dims, ViewValues(weight.values, weight));
    const CallResult from_views = Call(views);
    const CallResult from_copies = Call(copies);
    ASSERT_EQ(from_views.phase2, 0) << from_views.message;
    ASSERT_EQ(from_views.synchronisation, 0);
    EXPECT_TRUE(from_views.inputs_unchanged);
    EXPECT_EQ(from_views.out_bytes, from_copies.out_bytes) << strides[0] << ", " << strides[1];
  }
}

TEST(ViewsTest, OnlyTheElementsOfTheOutputsViewAreWritten) {
  const Dims dims{4, 5};
  CallSpec call;
  call.self = View(dims, {5, 1}, 0, 0.3);
  call.target = View(dims, {5, 1}, 0, 0.015);
  call.out = Dense(dims, {kGap});
  const std::vector<double> expected = Call(call).out;
  for (const auto& [strides, offset] : Layouts()) {
    if (strides[0] == 0 || strides[0] == 3) continue;  // elements share memory
    TensorSpec out = View(dims, strides, offset, 0);
    out.values.assign(64, kGap);
    call.out = out;
    const CallResult result = Call(call);
    ASSERT_EQ(result.phase2, 0) << result.message;
    ASSERT_EQ(result.synchronisation, 0);
    EXPECT_EQ(ViewValues(result.out, out), expected) << strides[0] << ", " << strides[1];
    EXPECT_EQ(std::count(result.out.begin(), result.out.end(), kGap), 64 - 20);
  }
}

TEST(ViewsTest, ElementsThatShareMemoryAreWrittenInOrder) {
  CallSpec call;
  call.self = Dense({3}, {20, 30, 40});
  call.target = Dense({3}, {0, 0, 0});
  TensorSpec out = View({3}, {0}, 5, 0);
  out.values.assign(64, kGap);
  call.out = out;
  const CallResult result = Call(call);
  ASSERT_EQ(result.phase2, 0) << result.message;
  EXPECT_EQ(result.out[5], 40.0);
  EXPECT_EQ(std::count(result.out.begin(), result.out.end(), kGap), 63);
}

TEST(ViewsTest, ReducedResultGoesToTheViewsElement) {
  CallSpec call;
  call.self = Dense({2}, {20, 30});
  call.target = Dense({2}, {0, 0});
  call.reduction = 2;
  TensorSpec out = View({1}, {7}, 11, 0);
  out.values.assign(64, kGap);
  call.out = out;
  const CallResult result = Call(call);
  ASSERT_EQ(result.phase2, 0) << result.message;
  EXPECT_EQ(result.out[11], 50.0);
  EXPECT_EQ(std::count(result.out.begin(), result.out.end(), kGap), 63);
}

TEST(ViewsTest, StridedViewsOutsideTheirStorageAreRefused) {
  const Dims dims{4, 5};
  const std::pair<Dims, int64_t> outside[] = {
      {{12, 3}, 17}, {{-5, -1}, 18}, {{1, 4}, -1}, {{1, 4}, 45}};
  for (const auto& [strides, offset] : outside) {
    for (int place = 0; place < 3; ++place) {
      CallSpec call;
      call.self = call.target = call.out = Dense(dims, {0.5});
      std::optional<TensorSpec>* const places[] = {&call.self, &call.target, &call.out};
      *places[place] = View(dims, strides, offset, 0.1);
      const CallResult result = Call(call);
      EXPECT_EQ(result.phase1, 561103);
      EXPECT_THAT(result.message, testing::HasSubstr("ViewShape overlap."));
    }
  }
}

TEST(ViewsTest, LargeTransposedOperands) {
  const Dims dims{130, 170};
  CallSpec call;
  call.self = Dense(dims, {});
  for (int i = 0; i < 130 * 170; ++i) call.self->values.push_back(i % 97 - 48);
  call.target = Dense(dims, {0.25});
  call.out = Dense(dims, {kGap});
  CallSpec transposed = call;
  transposed.self->strides = Dims{1, 130};
  transposed.out->strides = Dims{1, 130};
  for (int row = 0; row < 130; ++row) {
    for (int column = 0; column < 170; ++column) {
      transposed.self->values[static_cast<size_t>(column * 130 + row)] =
          call.self->values[static_cast<size_t>(row * 170 + column)];
    }
  }
  const CallResult dense = Call(call);
  const CallResult strided = Call(transposed);
  ASSERT_EQ(strided.phase2, 0) << strided.message;
  EXPECT_EQ(ViewValues(strided.out, *transposed.out), dense.out);
}

}  // namespace
}  // namespace npusim_tests

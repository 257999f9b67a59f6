#include "framework/tensor/strided_runs.h"

#include <gtest/gtest.h>

#include "framework/tensor/named_views.h"

namespace touchstone::tensor {
namespace {

std::vector<int64_t> Indices(const StridedRuns& runs, uint64_t first, uint64_t count) {
  std::vector<int64_t> indices;
  runs.ForEach(first, count, [&](uint64_t done, int64_t index, int64_t stride, uint64_t run) {
    EXPECT_EQ(done, indices.size());
    for (uint64_t i = 0; i < run; ++i) {
      indices.push_back(index + static_cast<int64_t>(i) * stride);
    }
  });
  return indices;
}

TEST(StridedRuns, AgreeWithStorageIndexOnEveryViewFromEveryElement) {
  for (const NamedView& view : AllNamedViews()) {
    const Result<TensorLayout> layout = MakeNamedView(view.name, DType::kFp32, {2, 3, 1, 4});
    ASSERT_TRUE(layout.ok());
    const StridedRuns runs(*layout);
    for (uint64_t first = 0; first < 24; ++first) {
      std::vector<int64_t> expected;
      for (uint64_t i = first; i < 24; ++i) {
        expected.push_back(StorageIndex(*layout, static_cast<int64_t>(i)));
      }
      EXPECT_EQ(Indices(runs, first, 24 - first), expected) << view.name << first;
    }
  }
}

TEST(StridedRuns, AContiguousViewIsOneRun) {
  int runs = 0;
  StridedRuns(ContiguousLayout(DType::kFp32, {3, 5, 7})).ForEach(0, 105, [&](auto...) { ++runs; });
  EXPECT_EQ(runs, 1);
}

TEST(StridedRuns, NoElementsNoRuns) {
  EXPECT_TRUE(Indices(StridedRuns({0, 3}, {3, 1}, 0), 0, 0).empty());
  EXPECT_EQ(Indices(StridedRuns({}, {}, 5), 0, 1), std::vector<int64_t>{5});
}

}  // namespace
}  // namespace touchstone::tensor

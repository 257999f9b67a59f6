#include "framework/tensor/host_tensor.h"

#include <gtest/gtest.h>

#include "framework/tensor/named_views.h"

namespace touchstone::tensor {
namespace {

std::vector<uint64_t> Pattern(DType dtype, size_t words) {
  const int bits = SizeBytes(dtype) >= 8 ? 64 : SizeBytes(dtype) * 8;
  std::vector<uint64_t> pattern(words);
  for (size_t i = 0; i < words; ++i) {
    pattern[i] = (0x9E3779B97F4A7C15u * (i + 1)) >> (64 - bits);
  }
  return pattern;
}

TEST(HostTensor, ScatterThenGatherGivesTheSameBits) {
  for (const DTypeInfo& info : AllDTypes()) {
    for (const NamedView& view : AllNamedViews()) {
      if (view.name == "expanded") continue;
      Result<TensorLayout> layout = MakeNamedView(view.name, info.dtype, {3, 4, 5});
      ASSERT_TRUE(layout.ok());
      Result<HostTensor> tensor = MakeHostTensor(*layout);
      ASSERT_TRUE(tensor.ok());
      const std::vector<uint64_t> bits =
          Pattern(info.dtype, 60u * static_cast<size_t>(WordsPerElement(info.dtype)));
      ScatterBits(tensor->layout, bits, tensor->storage);
      EXPECT_EQ(GatherBits(tensor->layout, tensor->storage), bits) << info.name << view.name;
    }
  }
}

TEST(HostTensor, TheLastWriteToASharedElementStays) {
  HostTensor tensor =
      std::move(MakeHostTensor(*MakeNamedView("expanded", DType::kFp16, {3, 2}))).value();
  EXPECT_EQ(tensor.storage.size(), 4u);
  ScatterBits(tensor.layout, std::vector<uint64_t>{1, 2, 3, 4, 5, 6}, tensor.storage);
  EXPECT_EQ(GatherBits(tensor.layout, tensor.storage), (std::vector<uint64_t>{5, 6, 5, 6, 5, 6}));
}

TEST(HostTensor, RankZeroAndEmpty) {
  HostTensor scalar = std::move(MakeHostTensor(ContiguousLayout(DType::kInt32, {}))).value();
  ScatterBits(scalar.layout, std::vector<uint64_t>{7}, scalar.storage);
  EXPECT_EQ(GatherBits(scalar.layout, scalar.storage), std::vector<uint64_t>{7});
  HostTensor empty = std::move(MakeHostTensor(ContiguousLayout(DType::kInt32, {2, 0}))).value();
  EXPECT_TRUE(empty.storage.empty());
  EXPECT_TRUE(GatherBits(empty.layout, empty.storage).empty());
}

TEST(HostTensor, NeverLeavesItsStorage) {
  const TensorLayout layout = ContiguousLayout(DType::kFp32, {4});
  std::vector<std::byte> small(12);
  EXPECT_DEATH((void)GatherBits(layout, small), "outside of the storage");
  EXPECT_DEATH(ScatterBits(layout, std::vector<uint64_t>(4), small), "outside of the storage");
  std::vector<std::byte> exact(16);
  EXPECT_DEATH(ScatterBits(layout, std::vector<uint64_t>(3), exact), "another number of elements");
}

TEST(HostTensor, RefusesALayoutThatCannotBeStored) {
  EXPECT_FALSE(MakeHostTensor({DType::kFp32, Format::kNd, {2}, {-1}, 0, {2}}).ok());
}

}  // namespace
}  // namespace touchstone::tensor

#include "framework/operators/operand_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "framework/tensor/float_format.h"
#include "framework/tensor/value_codec.h"

namespace touchstone::operators {
namespace {

using tensor::ContiguousLayout;
using tensor::DType;
using tensor::HostTensor;
using tensor::TensorLayout;
using testing::ElementsAre;

// A tensor whose storage holds the given bit patterns.
HostTensor WithBits(TensorLayout layout, const std::vector<uint64_t>& bits) {
  HostTensor tensor{std::move(layout), {}};
  const auto size = static_cast<size_t>(tensor::SizeBytes(tensor.layout.dtype));
  tensor.storage.resize(bits.size() * size);
  for (size_t i = 0; i < bits.size(); ++i) {
    std::memcpy(tensor.storage.data() + i * size, &bits[i], size);
  }
  return tensor;
}

HostTensor WithValues(TensorLayout layout, const std::vector<double>& values) {
  std::vector<uint64_t> bits(values.size());
  tensor::EncodeValues(layout.dtype, values, bits);
  return WithBits(std::move(layout), bits);
}

std::vector<float> ReadAll(const HostTensor& tensor, OperandReader::Options options) {
  const auto count = static_cast<size_t>(*tensor::ElementCount(options.shape));
  const auto reader = OperandReader::Make(tensor, options);
  EXPECT_TRUE(reader.ok());
  std::vector<float> whole(count);
  reader->Read(0, whole);
  // Any split must give the same.
  for (size_t first = 0; first < count; ++first) {
    std::vector<float> part(std::min<size_t>(3, count - first));
    reader->Read(first, part);
    for (size_t i = 0; i < part.size(); ++i) EXPECT_EQ(part[i], whole[first + i]);
  }
  return whole;
}

TEST(OperandReader, UndoesViewsAndBroadcasts) {
  const HostTensor row = WithValues(ContiguousLayout(DType::kFp32, {3}), {1, 2, 3});
  EXPECT_THAT(ReadAll(row, {{2, 3}, DType::kFp32}), ElementsAre(1, 2, 3, 1, 2, 3));
  const HostTensor column = WithValues(ContiguousLayout(DType::kFp32, {2, 1}), {1, 2});
  EXPECT_THAT(ReadAll(column, {{2, 3}, DType::kFp32}), ElementsAre(1, 1, 1, 2, 2, 2));
  const HostTensor scalar = WithValues(ContiguousLayout(DType::kFp32, {}), {7});
  EXPECT_THAT(ReadAll(scalar, {{2, 2}, DType::kFp32}), ElementsAre(7, 7, 7, 7));

  TensorLayout transposed = ContiguousLayout(DType::kFp32, {3, 2});
  transposed.strides = {1, 3};
  EXPECT_THAT(ReadAll(WithValues(transposed, {0, 1, 2, 3, 4, 5}), {{3, 2}, DType::kFp32}),
              ElementsAre(0, 3, 1, 4, 2, 5));
  TensorLayout reversed = ContiguousLayout(DType::kFp32, {3});
  reversed.strides = {-2};
  reversed.offset = 5;
  EXPECT_THAT(ReadAll(WithValues(reversed, {0, 1, 2, 3, 4, 5}), {{3}, DType::kFp32}),
              ElementsAre(5, 3, 1));
}

TEST(OperandReader, NumbersElementsInTheirOwnTensor) {
  const HostTensor weight =
      WithValues(ContiguousLayout(DType::kFp32, {2, 1, 3}), {0, 1, 2, 3, 4, 5});
  const auto reader = OperandReader::Make(weight, {{5, 2, 4, 3}, DType::kFp32});
  ASSERT_TRUE(reader.ok());
  for (uint64_t index = 0; index < 120; ++index) {
    float value = 0;
    reader->Read(index, {&value, 1});
    EXPECT_EQ(static_cast<float>(reader->ElementNumber(index)), value);
  }
}

TEST(OperandReader, WidensEveryHalfExactly) {
  for (const DType dtype : {DType::kFp16, DType::kBf16}) {
    std::vector<uint64_t> bits(65536);
    for (size_t i = 0; i < bits.size(); ++i) bits[i] = i;
    const HostTensor tensor = WithBits(ContiguousLayout(dtype, {65536}), bits);
    const auto reader = OperandReader::Make(tensor, {{65536}, DType::kFp32});
    std::vector<float> values(65536);
    reader->Read(0, values);
    for (uint32_t i = 0; i < 65536; ++i) {
      const double expected = tensor::Decode(tensor::FormatOf(dtype), i);
      if (std::isnan(expected)) {
        EXPECT_TRUE(std::isnan(values[i]));
      } else {
        ASSERT_EQ(values[i], expected);
        ASSERT_EQ(std::signbit(values[i]), std::signbit(expected));
      }
    }
  }
}

TEST(OperandReader, RoundsOnceToTheComputeDtype) {
  // 16842753 = 2^24 + 2^16 + 1 would tie, and go down, if it were rounded to fp32 first.
  const HostTensor integers =
      WithBits(ContiguousLayout(DType::kInt64, {2}), {16842753, uint64_t{1} << 63 | 1});
  EXPECT_EQ(ReadAll(integers, {{2}, DType::kBf16})[0], 16908288.0f);
  // The same trap beyond 53 bits: 2^60 + 2^52 + 1 lies just above the midpoint of two bf16 numbers.
  const HostTensor large = WithBits(ContiguousLayout(DType::kInt64, {2}),
                                    {(uint64_t{1} << 60) + (uint64_t{1} << 52) + 1,
                                     0 - ((uint64_t{1} << 60) + (uint64_t{1} << 52) + 1)});
  EXPECT_THAT(ReadAll(large, {{2}, DType::kBf16}), ElementsAre(0x1.02p60f, -0x1.02p60f));
  const HostTensor doubles =
      WithValues(ContiguousLayout(DType::kFp64, {1}), {1 + 0x1p-8 + 0x1p-40});
  EXPECT_EQ(ReadAll(doubles, {{1}, DType::kBf16})[0], 1 + 0x1p-7f);
  const HostTensor floats = WithValues(ContiguousLayout(DType::kFp32, {2}), {0x1.001p0, 1e5});
  EXPECT_THAT(ReadAll(floats, {{2}, DType::kFp16}),
              ElementsAre(1.0f, std::numeric_limits<float>::infinity()));
  EXPECT_THAT(ReadAll(floats, {{2}, DType::kFp16, true}), ElementsAre(1.0f, 65504.0f));
  const HostTensor flags = WithBits(ContiguousLayout(DType::kBool, {2}), {0, 1});
  EXPECT_THAT(ReadAll(flags, {{2}, DType::kFp16}), ElementsAre(0.0f, 1.0f));
}

TEST(OperandReader, RefusesWhatItCannotRead) {
  const HostTensor complex{ContiguousLayout(DType::kComplex64, {2}), tensor::HostBytes(16)};
  EXPECT_THAT(OperandReader::Make(complex, {{2}, DType::kFp32}).error().message,
              testing::HasSubstr("complex64"));
  const HostTensor three = WithValues(ContiguousLayout(DType::kFp32, {3}), {1, 2, 3});
  EXPECT_THAT(OperandReader::Make(three, {{4}, DType::kFp32}).error().message,
              testing::HasSubstr("[3] does not broadcast to [4]"));
  HostTensor shorter = three;
  shorter.storage.resize(8);
  EXPECT_THAT(OperandReader::Make(shorter, {{3}, DType::kFp32}).error().message,
              testing::HasSubstr("storage of 2 elements"));
}

}  // namespace
}  // namespace touchstone::operators

#include "framework/run/describe.h"

#include <gtest/gtest.h>

#include "framework/run/test_suites.h"

namespace touchstone::run {
namespace {

using tensor::DType;
using tensor::Format;

std::string Word(const tensor::Dims& shape, const tensor::Dims& strides, int64_t offset,
                 const tensor::Dims& storage) {
  return LayoutWord({DType::kFp32, Format::kNd, shape, strides, offset, storage});
}

TEST(LayoutWord, NamesTheUsualViews) {
  EXPECT_EQ(Word({2, 3}, {3, 1}, 0, {2, 3}), "contiguous");
  EXPECT_EQ(Word({}, {}, 0, {}), "contiguous");
  EXPECT_EQ(Word({0, 3}, {3, 1}, 0, {0, 3}), "contiguous");
  EXPECT_EQ(Word({2, 3}, {3, 1}, 4, {20}), "sliced");
  EXPECT_EQ(Word({2, 3}, {5, 1}, 0, {2, 5}), "sliced");
  EXPECT_EQ(Word({2, 3}, {1, 2}, 0, {3, 2}), "transposed");
  EXPECT_EQ(Word({2, 3}, {6, 2}, 0, {2, 6}), "strided");
  EXPECT_EQ(Word({2, 3}, {0, 1}, 0, {3}), "expanded");
  EXPECT_EQ(Word({3}, {-1}, 2, {3}), "reversed");
}

TEST(DescribeCase, TellsWhatIsKnownBeforehand) {
  const auto suites = testing::LoadCases({testing::CaseText("a", 4, "", "mean")});
  ASSERT_EQ(suites.cases.size(), 1u);
  const record::CaseRecord record = DescribeCase(suites.cases[0], "Ascend910B1", "documented");
  EXPECT_EQ(record.id, "t/a");
  EXPECT_EQ(record.status, record::CaseStatus::kNotRun);
  EXPECT_EQ(record.operator_name, "aclnnBinaryCrossEntropyWithLogits");
  EXPECT_EQ(record.attributes.at("reduction"), "mean");
  ASSERT_EQ(record.inputs.size(), 4u);
  EXPECT_EQ(record.output.name, "out");
  EXPECT_EQ(record.output.dtype, "fp32");
  EXPECT_EQ(record.data_key, "t/a");
  for (const record::TensorRecord& input : record.inputs) {
    const bool given = input.name == "self" || input.name == "target";
    EXPECT_EQ(input.presence, given ? "given" : "absent") << input.name;
    if (input.name == "self") {
      EXPECT_EQ(input.data.find("uniform: {"), 0u) << input.data;
    } else if (input.name == "target") {
      EXPECT_EQ(input.data, "soft_labels");
    }
  }
}

}  // namespace
}  // namespace touchstone::run

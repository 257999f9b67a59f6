// Tensors of a case: shapes, layouts, views, null and absent, data.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "framework/suite/test_support.h"
#include "framework/tensor/named_views.h"

namespace touchstone::suite {
namespace {

using tensor::Dims;
using testing::ElementsAre;
using testing::HasSubstr;

// A suite whose case has `self` as given; the text begins in line 5, column 20.
std::string WithSelf(const std::string& self) {
  return SuiteWithCase("name: n\ninputs: {self:   " + self +
                       ", target: {shape: [4, 5], dtype: fp32}}\n" + kAttrs);
}
TensorArgument Self(const std::string& self) {
  const auto cases = CasesOf(WithSelf(self));
  return cases.size() == 1 ? cases[0].inputs.at("self") : TensorArgument{};
}
std::vector<std::string> SelfErrors(const std::string& self) { return ErrorsOf(WithSelf(self)); }

TEST(TensorFields, Layouts) {
  const auto plain = Self("{shape: [2, 3], dtype: float16, format: NCHW}").layout;
  EXPECT_EQ(plain.dtype, tensor::DType::kFp16);
  EXPECT_EQ(plain.format, tensor::Format::kNchw);
  EXPECT_EQ(plain.strides, (Dims{3, 1}));
  EXPECT_EQ(plain.storage_shape, (Dims{2, 3}));
  const auto scalar = Self("{shape: [], dtype: fp32}").layout;
  EXPECT_EQ(scalar.shape, Dims{});
  EXPECT_EQ(scalar.storage_shape, Dims{});
  const auto strided = Self("{shape: [2, 3], dtype: fp32, strides: [10, 2], offset: 1}").layout;
  EXPECT_EQ(strided.offset, 1);
  EXPECT_EQ(strided.storage_shape, (Dims{16}));  // 1 + 10 + 4, and one
  const auto reversed = Self("{shape: [4], dtype: fp32, strides: [-1], offset: 3}").layout;
  EXPECT_EQ(reversed.strides, (Dims{-1}));
  const auto stored = Self("{shape: [2], dtype: fp32, storage_shape: [3, 4]}").layout;
  EXPECT_EQ(stored.storage_shape, (Dims{3, 4}));
}

TEST(TensorFields, NamedViews) {
  for (const tensor::NamedView& view : tensor::AllNamedViews()) {
    const auto expected = tensor::MakeNamedView(view.name, tensor::DType::kFp32, {4, 5});
    ASSERT_TRUE(expected.ok());
    EXPECT_EQ(Self("{shape: [4, 5], dtype: fp32, view: " + std::string(view.name) + "}").layout,
              *expected)
        << view.name;
  }
  EXPECT_THAT(SelfErrors("{shape: [4], dtype: fp32, view: {strided: 2}}"),
              ElementsAre(HasSubstr("view must be one of contiguous, ")));
  EXPECT_THAT(SelfErrors("{shape: [4], dtype: fp32, view: slised}"),
              ElementsAre(HasSubstr("sliced")));
  EXPECT_THAT(SelfErrors("{shape: [4], dtype: fp32, view: sliced, offset: 1}"),
              ElementsAre("5:22: cases[0].inputs.self has a view and also strides, offset or "
                          "storage_shape; write one or the other"));
}

TEST(TensorFields, NullAndAbsent) {
  EXPECT_EQ(Self("null").presence, Presence::kNull);
  EXPECT_EQ(Self("~").presence, Presence::kNull);
  EXPECT_THAT(
      SelfErrors("absent"),
      ElementsAre("5:22: cases[0].inputs.self is required and cannot be absent; 'null' passes "
                  "a null pointer on purpose"));
  EXPECT_THAT(SelfErrors("empty"),
              ElementsAre("5:22: cases[0].inputs.self must be a map with shape "
                          "and dtype, null or absent, not 'empty'"));
  const auto cases = CasesOf(SuiteWithCase(
      "name: n\ninputs: {self: null, target: null, weight: null, pos_weight: absent}\n" + kAttrs +
      "outputs: {out: null}"));
  ASSERT_EQ(cases.size(), 1u);
  EXPECT_EQ(cases[0].inputs.at("weight").presence, Presence::kAbsent);
  EXPECT_EQ(cases[0].inputs.at("pos_weight").presence, Presence::kAbsent);
  EXPECT_EQ(cases[0].outputs.at("out").presence, Presence::kNull);
  EXPECT_THAT(
      ErrorsOf(SuiteWithCase("name: n\n" + kInputs + kAttrs + "outputs: {out: absent}")),
      ElementsAre("7:20: cases[0].outputs.out cannot be absent; 'null' passes a null pointer on "
                  "purpose"));
}

TEST(TensorFields, WrongShapes) {
  EXPECT_THAT(SelfErrors("{shape: [-1], dtype: fp32}"),
              ElementsAre("5:31: cases[0].inputs.self.shape[0] must be an integer from 0 to "
                          "9223372036854775807, not '-1'"));
  EXPECT_THAT(SelfErrors("{shape: 4, dtype: fp32}"),
              ElementsAre("5:30: cases[0].inputs.self.shape must be a list of integers, not '4'"));
  EXPECT_THAT(SelfErrors("{shape: [4.0], dtype: fp32}"), ElementsAre(HasSubstr("not '4.0'")));
  EXPECT_THAT(SelfErrors("{shape: [4294967296, 4294967296], dtype: fp32}"),
              ElementsAre(HasSubstr("must be a shape whose element count fits 63 bits")));
  EXPECT_THAT(SelfErrors("{shape: [1,1,1,1,1,1,1,1,1,1], dtype: fp32}"),
              ElementsAre(HasSubstr("must be at most 9 integers")));
  EXPECT_THAT(SelfErrors("{shape: [1,1,1,1,1,1,1,1,1], dtype: fp32}"), ElementsAre());
  EXPECT_THAT(SelfErrors("{shape: [4], dtype: fp61}"),
              ElementsAre(HasSubstr("5:42: cases[0].inputs.self.dtype: ")));
  EXPECT_THAT(SelfErrors("{shape: [4], dtype: fp32, format: NCWH}"),
              ElementsAre(HasSubstr("NCHW")));
  EXPECT_THAT(SelfErrors("{shape: [4, 5], dtype: fp32, strides: [1]}"),
              ElementsAre("5:22: cases[0].inputs.self has 1 strides for 2 axes"));
  EXPECT_THAT(SelfErrors("{shape: [4], dtype: fp32, strides: [-1]}"),
              ElementsAre(HasSubstr("before the start of its storage")));
  EXPECT_THAT(SelfErrors("{shape: [4], dtype: fp32, offset: -1}"), testing::SizeIs(1));
  EXPECT_THAT(SelfErrors("{shape: [1000], dtype: fp32, strides: [9223372036854775807]}"),
              testing::SizeIs(1));
}

TEST(TensorFields, OutputsTakeWhatIsNotWrittenFromTheOperator) {
  const auto out = [](const std::string& text) {
    const auto cases =
        CasesOf(SuiteWithCase("name: n\n" + kInputs + kAttrs + "outputs: {out: " + text + "}"));
    return cases.size() == 1 ? cases[0].outputs.at("out").layout : tensor::TensorLayout{};
  };
  EXPECT_EQ(out("{dtype: fp16}").shape, (Dims{4, 5}));
  EXPECT_EQ(out("{dtype: fp16}").dtype, tensor::DType::kFp16);
  EXPECT_EQ(out("{strides: [16, 2]}").storage_shape, (Dims{57}));
  EXPECT_EQ(out("{shape: [7]}").strides, (Dims{1}));
  EXPECT_EQ(out("{view: transposed}").strides, (Dims{1, 4}));
}

TEST(TensorFields, DataForms) {
  const auto data = [](const std::string& text) {
    return Self("{shape: [4], dtype: fp32, data: " + text + "}").data;
  };
  EXPECT_EQ(Self("{shape: [4], dtype: fp32}").data, data("{uniform: [-1, 1]}"));
  EXPECT_EQ(data("soft_labels").distribution, "soft_labels");
  EXPECT_EQ(data("{uniform: {high: 2, low: -3}}"), data("{uniform: [-3, 2]}"));
  EXPECT_EQ(std::get<double>(data("{uniform: [-3, 1e3]}").parameters.at("high")), 1000);
  EXPECT_EQ(data("0.5"), data("{constant: 0.5}"));
  EXPECT_EQ(data("{hard_labels: 0.25}").parameters.size(), 1u);
  const auto literals = std::get<std::vector<data::Literal>>(
      data("[.inf, -.inf, .nan, .Inf, +.inf, 1e-1]").parameters.at("values"));
  ASSERT_EQ(literals.size(), 6u);
  EXPECT_EQ(literals[4].text, "+.inf");
  EXPECT_EQ(literals[5].value, 0.1);
  EXPECT_EQ(literals[5].text, "1e-1");
  EXPECT_EQ(literals[0].where.line, 5);
}

TEST(TensorFields, DataErrors) {
  const auto errors = [](const std::string& text) {
    return SelfErrors("{shape: [4], dtype: fp16, data: " + text + "}");
  };
  EXPECT_THAT(errors("{unifrom: [0, 1]}"), ElementsAre(HasSubstr("uniform")));
  EXPECT_THAT(errors("soft_label"), ElementsAre(HasSubstr("soft_labels")));
  EXPECT_THAT(
      errors("{uniform: [0, 1, 2]}"),
      ElementsAre("5:71: cases[0].inputs.self.data.uniform takes at most 2 parameters (low, "
                  "high)"));
  EXPECT_THAT(errors("{uniform: {lo: 0, high: 1}}"),
              ElementsAre("5:65: unknown key 'cases[0].inputs.self.data.uniform.lo'; did you mean "
                          "'low'?"));
  EXPECT_THAT(errors("{soft_labels: 1}"),
              ElementsAre("5:68: cases[0].inputs.self.data.soft_labels takes no parameters"));
  EXPECT_THAT(errors("{uniform: [0, 1], normal: [0, 1]}"),
              ElementsAre(HasSubstr("must be one distribution with its parameters")));
  EXPECT_THAT(errors("{uniform: }"), testing::SizeIs(1));
  EXPECT_THAT(errors("[inf, nan, Infinity]"),
              ElementsAre(HasSubstr("values[0] must be a number, not 'inf': write .inf or -.inf"),
                          HasSubstr("values[1] must be a number, not 'nan': write .nan"),
                          HasSubstr("values[2] must be a number, not 'Infinity'")));
  EXPECT_THAT(errors("['1']"), ElementsAre(HasSubstr("quotes make it text")));
  EXPECT_THAT(errors("{uniform: [1, 0]}"), testing::SizeIs(1));
  // Too large for the dtype: an error at the value itself, not an infinity.
  EXPECT_THAT(errors("[65519, 1e5]"), ElementsAre(HasSubstr("5:62: ")));
}

TEST(TensorFields, ValuesThatAreStoredDifferentlyAreSaid) {
  const auto loaded =
      LoadSuiteText(WithSelf("{shape: [3], dtype: fp16, data: [0.1, 1e-8, 0.5]}"), "s.yaml");
  ASSERT_TRUE(loaded.ok());
  ASSERT_FALSE(loaded->warnings.empty());
  std::string all;
  for (const Error& warning : loaded->warnings) all += warning.ToString() + "\n";
  EXPECT_THAT(all, HasSubstr("0.1"));
  EXPECT_THAT(all, HasSubstr("1e-8"));
  EXPECT_THAT(all, testing::StartsWith("s.yaml:5:"));
}

}  // namespace
}  // namespace touchstone::suite

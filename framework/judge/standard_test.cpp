#include "framework/judge/standard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "framework/judge/standard_definition.h"

namespace touchstone::judge {
namespace {

using tensor::DType;
using ::testing::HasSubstr;

Numbers NumbersOf(std::string_view name, DType dtype) {
  return FindStandard(name)->numbers.at(dtype);
}

TEST(Standards, AllAreNamedVersionedAndCited) {
  std::set<std::string> names;
  for (const StandardInfo& info : AllStandards()) {
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    EXPECT_FALSE(info.version.empty() || info.citation.empty() || info.rule.empty()) << info.name;
    EXPECT_EQ(info.numbers.size(), 3u) << info.name;
  }
  for (const char* name :
       {"eco-v1", "eco-v2", "eco-v3", "eco-v3.1", "commercial-L0", "commercial-L0-floor",
        "commercial-L1", "commercial-L2", "ulp", "bitwise", "correctly-rounded", "rounding-bound",
        "torch-assert-close", "double-thousandth"}) {
    EXPECT_TRUE(names.contains(name)) << name;
  }
  EXPECT_FALSE(FindStandard("eco-v3.1")->gating);
}

// Tables of opbase's ecosystem and commercial standards.
TEST(Standards, NumbersAreThePublishedOnes) {
  EXPECT_EQ(NumbersOf("eco-v1", DType::kFp16).at("threshold"), 0x1p-10);
  EXPECT_EQ(NumbersOf("eco-v1", DType::kBf16).at("threshold"), 0x1p-7);
  EXPECT_EQ(NumbersOf("eco-v1", DType::kFp32).at("threshold"), 0x1p-13);
  EXPECT_EQ(NumbersOf("eco-v1", DType::kFp32).at("max_multiple"), 10);
  for (const auto& [dtype, tolerance, cap] : {std::tuple{DType::kFp16, 0x1p-10, 0.1},
                                              {DType::kBf16, 0x1p-7, 0.1},
                                              {DType::kFp32, 0x1p-13, 0.01}}) {
    const Numbers numbers = NumbersOf("eco-v3", dtype);
    EXPECT_EQ(numbers.at("rtol"), tolerance);
    EXPECT_EQ(numbers.at("atol"), tolerance);
    EXPECT_EQ(numbers.at("max_abs_error_limit"), cap);
    EXPECT_EQ(numbers.at("max_ulp_multiple"), 32);
    EXPECT_EQ(numbers.at("required_matched_ratio"), 0.99);
  }
  EXPECT_EQ(NumbersOf("eco-v2", DType::kFp32).at("atol"), 0x1p-16);
  EXPECT_EQ(NumbersOf("eco-v2", DType::kFp32).at("rtol"), 0x1p-10);
  EXPECT_EQ(NumbersOf("commercial-L1", DType::kFp16).at("mare_ratio"), 5);
  EXPECT_EQ(NumbersOf("commercial-L2", DType::kFp16).at("rmse_ratio"), 1.2);
  EXPECT_EQ(NumbersOf("commercial-L0", DType::kFp32).at("small_value_threshold"), 0x1p-14);
  EXPECT_EQ(NumbersOf("commercial-L0", DType::kFp32).at("small_value_error"), 0x1p-30);
  EXPECT_EQ(NumbersOf("commercial-L0", DType::kFp32).at("denominator_offset"), 1e-7);
  EXPECT_EQ(NumbersOf("commercial-L0-floor", DType::kFp32).at("denominator_floor"), 0x1p-14);
}

TEST(Standards, SmallValueLimitLiesBelowTheRegionItGuards) {  // else zeros would pass there
  for (const StandardInfo& info : AllStandards()) {
    for (const auto& [dtype, numbers] : info.numbers) {
      if (!numbers.contains("small_value_error")) continue;
      EXPECT_LT(numbers.at("small_value_error"), numbers.at("small_value_threshold"))
          << info.name << " " << dtype;
    }
  }
}

TEST(Validate, UnknownNamesComeWithTheNearestValidOne) {
  EXPECT_TRUE(Validate({"eco-v3", {}, "suite", {}}).empty());
  const Errors standard = Validate({"eco-v4", {}, "suite", {"s.yaml", 3, 14}});
  ASSERT_EQ(standard.size(), 1u);
  EXPECT_THAT(standard[0].ToString(), HasSubstr("s.yaml:3:14: unknown standard 'eco-v4'"));
  EXPECT_THAT(standard[0].message, HasSubstr("did you mean 'eco-v"));
  const Errors parameter = Validate({"eco-v3", {{"rtoll", 1e-3}}, "suite", {}});
  ASSERT_EQ(parameter.size(), 1u);
  EXPECT_THAT(parameter[0].message, HasSubstr("did you mean 'rtol'?"));
  const Errors none = Validate({"bitwise", {{"rtol", 1e-3}}, "suite", {}});
  ASSERT_EQ(none.size(), 1u);
  EXPECT_THAT(none[0].message, HasSubstr("standard 'bitwise' has none"));
}

// G2-29: inf * 0 is NaN, and no tolerance means anything then.
TEST(Validate, ToleranceMustBeFiniteAndNotNegative) {
  for (const double value : {std::numeric_limits<double>::infinity(), std::nan(""), -1e-9}) {
    const Errors errors = Validate({"eco-v3", {{"rtol", value}}, "suite", {}});
    ASSERT_EQ(errors.size(), 1u) << value;
    EXPECT_THAT(errors[0].message, HasSubstr("must be finite and not negative"));
  }
  EXPECT_TRUE(Validate({"eco-v3", {{"rtol", 0}}, "suite", {}}).empty());
  EXPECT_EQ(Validate({"eco-v3", {{"required_matched_ratio", 1.01}}, "suite", {}}).size(), 1u);
  EXPECT_EQ(Validate({"eco-v3", {{"bf16_required_matched_ratio", 2}}, "suite", {}}).size(), 1u);
  EXPECT_TRUE(Validate({"eco-v3", {{"required_matched_ratio", 1}}, "suite", {}}).empty());
}

TEST(ResolveNumbers, DtypeSpecificOverridesWin) {
  const StandardDefinition& standard = *FindStandard("eco-v1");
  Numbers numbers;
  ASSERT_TRUE(ResolveNumbers(standard, DType::kFp16, {{"threshold", 0.5}}, numbers));
  EXPECT_EQ(numbers.at("threshold"), 0.5);
  ASSERT_TRUE(ResolveNumbers(standard, DType::kFp16, {{"fp16_threshold", 0.25}, {"threshold", 0.5}},
                             numbers));
  EXPECT_EQ(numbers.at("threshold"), 0.25);
  ASSERT_TRUE(ResolveNumbers(standard, DType::kFp32, {{"fp16_threshold", 0.25}}, numbers));
  EXPECT_EQ(numbers.at("threshold"), 0x1p-13);
  EXPECT_FALSE(ResolveNumbers(standard, DType::kInt8, {}, numbers));
}

TEST(ParseStandards, EveryMistakeHasItsPlace) {
  const std::string good =
      "name: x\nversion: '1'\ncitation: c\nsummary: s\nrule: ulp\ngolden: exact\n"
      "numbers:\n  fp32: {max_ulp: 2^-1}\n";
  const auto parsed = ParseStandards(good, "x.yaml");
  ASSERT_TRUE(parsed.ok()) << parsed.error().ToString();
  EXPECT_EQ((*parsed)[0].numbers.at(DType::kFp32).at("max_ulp"), 0.5);

  const auto fails = [&](const std::string& from, const std::string& to, const char* message) {
    std::string text = good;
    text.replace(text.find(from), from.size(), to);
    const auto result = ParseStandards(text, "x.yaml");
    ASSERT_FALSE(result.ok()) << text;
    EXPECT_THAT(result.error().ToString(), HasSubstr(message));
    EXPECT_THAT(result.error().ToString(), HasSubstr("x.yaml:"));
  };
  fails("rule: ulp", "rule: bitwize",
        "x.yaml:5:7: unknown rule 'bitwize'; did you mean 'bitwise'?");
  fails("golden: exact", "golden: rounded", "does not work with golden");
  fails("golden: exact", "golden: near", "must be exact or rounded");
  fails("max_ulp", "maxulp", "x.yaml:8:10: unknown key 'maxulp'; did you mean 'max_ulp'?");
  fails("2^-1", "-1", "no valid number");
  fails("2^-1", "1e-1x", "no valid number");
  fails("2^-1", ".inf", "no valid number");
  fails("fp32", "fp33", "fp33");
  fails("summary: s", "name: y", "given twice");
  fails("summary: s\n", "", "key 'summary' is missing");
  fails("{max_ulp: 2^-1}", "{}", "key 'max_ulp' is missing");
  fails("{max_ulp: 2^-1}", "[", "x.yaml:");
}

}  // namespace
}  // namespace touchstone::judge

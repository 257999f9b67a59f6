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

// Every number of every standard that a table publishes, cell by cell: fp16, bf16, fp32.
TEST(Standards, EveryCellIsThatOfItsTable) {
  struct Row {
    const char* standard;
    const char* number;
    double fp16, bf16, fp32;
  };
  std::vector<Row> rows = {
      {"eco-v1", "threshold", 0x1p-10, 0x1p-7, 0x1p-13},
      {"eco-v1", "max_multiple", 10, 10, 10},
      {"eco-v2", "rtol", 0x1p-9, 0x1p-6, 0x1p-10},
      {"eco-v2", "atol", 0x1p-9, 0x1p-6, 0x1p-16},
      {"eco-v2", "max_abs_error_limit", 0.1, 1, 0.01},
      {"eco-v2", "required_matched_ratio", 0.99, 0.99, 0.99},
      {"eco-v2", "max_ulp_multiple", 0, 0, 0},
      {"cann-bench", "threshold", 0x1p-10, 0x1p-7, 0x1p-13},
      {"cann-bench", "max_multiple", 10, 10, 10},
      {"cann-bench", "small_value_threshold", 0x1p-11, 0x1p-8, 0x1p-14},
      {"cann-bench", "small_value_error", 0x1p-16, 0x1p-16, 0x1p-30},
      {"cann-bench", "cancellation_threshold", 0x1p-5, 0x1p-3, 0x1p-8},
      {"cann-bench", "count_ratio", 2, 2, 2},
      {"double-thousandth", "rtol", 1e-3, 1e-3, 1e-3},
      {"double-thousandth", "atol", 0, 0, 0},
      {"double-thousandth", "required_matched_ratio", 0.999, 0.999, 0.999},
      {"torch-assert-close", "rtol", 1e-3, 1.6e-2, 1.3e-6},
      {"torch-assert-close", "atol", 1e-5, 1e-5, 1e-5},
      {"torch-assert-close", "required_matched_ratio", 1, 1, 1},
      {"ulp", "max_ulp", 1, 1, 1},
      {"error-balance", "max_error_balance", 0x1p-10, 0x1p-7, 0x1p-14},
      {"rounding-bound", "serial", 0, 0, 0},
  };
  for (const char* const name : {"eco-v3", "eco-v3.1"}) {
    rows.push_back({name, "rtol", 0x1p-10, 0x1p-7, 0x1p-13});
    rows.push_back({name, "atol", 0x1p-10, 0x1p-7, 0x1p-13});
    rows.push_back({name, "max_abs_error_limit", 0.1, 0.1, 0.01});
    rows.push_back({name, "required_matched_ratio", 0.99, 0.99, 0.99});
    rows.push_back({name, "max_ulp_multiple", 32, 32, 32});
  }
  for (const auto& [level, floored, mare, mean] :
       {std::tuple{"commercial-L0", "commercial-L0-floor", 10.0, 2.0},
        {"commercial-L1", "commercial-L1-floor", 5.0, 1.5},
        {"commercial-L2", "commercial-L2-floor", 2.0, 1.2}}) {
    for (const char* const name : {level, floored}) {
      rows.push_back({name, "mare_ratio", mare, mare, mare});
      rows.push_back({name, "mere_ratio", mean, mean, mean});
      rows.push_back({name, "rmse_ratio", mean, mean, mean});
      rows.push_back({name, "small_value_ratio", 2, 2, 2});
      rows.push_back({name, "small_value_threshold", 0x1p-11, 0x1p-8, 0x1p-14});
      rows.push_back({name, "small_value_error", 0x1p-16, 0x1p-16, 0x1p-30});
    }
    rows.push_back({level, "denominator_offset", 1e-7, 1e-7, 1e-7});
    rows.push_back({level, "denominator_floor", 0, 0, 0});
    rows.push_back({floored, "denominator_offset", 0, 0, 0});
    rows.push_back({floored, "denominator_floor", 0x1p-11, 0x1p-8, 0x1p-14});
  }
  std::set<std::pair<std::string, std::string>> listed;
  for (const Row& row : rows) {
    listed.insert({row.standard, row.number});
    EXPECT_EQ(NumbersOf(row.standard, DType::kFp16).at(row.number), row.fp16) << row.standard;
    EXPECT_EQ(NumbersOf(row.standard, DType::kBf16).at(row.number), row.bf16) << row.standard;
    EXPECT_EQ(NumbersOf(row.standard, DType::kFp32).at(row.number), row.fp32) << row.standard;
  }
  for (const StandardInfo& info : AllStandards()) {
    for (const auto& [number, value] : info.numbers.at("fp32")) {
      EXPECT_TRUE(listed.contains({info.name, number})) << info.name << " " << number;
    }
  }
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

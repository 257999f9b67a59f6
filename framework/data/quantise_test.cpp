#include "framework/data/quantise.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "framework/data/decimal.h"

namespace touchstone::data {
namespace {

using tensor::DType;
using testing::ElementsAre;
using testing::HasSubstr;
using Outcome = QuantisationOutcome;

Literal Lit(const std::string& text) {
  double value = std::strtod(text.c_str(), nullptr);
  if (text == ".inf") value = INFINITY;
  if (text == "-.inf") value = -INFINITY;
  if (text == ".nan") value = NAN;
  return {value, text, {"x.yaml", 3, 7}};
}

void Expect(const std::string& text, DType dtype, uint64_t bits, Outcome outcome) {
  const Quantised result = Quantise(Lit(text), dtype);
  EXPECT_EQ(result.bits, bits) << text << " " << tensor::Name(dtype);
  EXPECT_EQ(result.outcome, outcome) << text << " " << tensor::Name(dtype);
}

Outcome OutcomeOf(const std::string& text, DType dtype) {
  return Quantise(Lit(text), dtype).outcome;
}

TEST(Quantise, ReportedLiterals) {
  EXPECT_EQ(OutcomeOf("1e5", DType::kFp16), Outcome::kOverflow);
  EXPECT_EQ(OutcomeOf("65520", DType::kFp16), Outcome::kOverflow);
  Expect("65519", DType::kFp16, 0x7BFF, Outcome::kInexact);
  Expect("1e-8", DType::kFp16, 0, Outcome::kUnderflow);
  Expect("0.1", DType::kFp16, 0x2E66, Outcome::kInexact);
  EXPECT_EQ(OutcomeOf("6.6756e+307", DType::kFp32), Outcome::kOverflow);
  Expect(".inf", DType::kFp16, 0x7C00, Outcome::kExact);
  Expect("-.inf", DType::kFp32, 0xFF800000, Outcome::kExact);
  Expect(".nan", DType::kBf16, 0x7FC0, Outcome::kExact);
}

// 1 + 2^-8 is the midpoint of the bf16 numbers 0x3F80 and 0x3F81; a decimal that differs from it
// by less than a double can hold must still go to its own side.
TEST(Quantise, RoundsTheTextAndNotTheDouble) {
  Expect("1.00390625", DType::kBf16, 0x3F80, Outcome::kInexact);
  Expect("1.00390625000000000000000000001", DType::kBf16, 0x3F81, Outcome::kInexact);
  Expect("-1.00390625000000000000000000001", DType::kBf16, 0xBF81, Outcome::kInexact);
  Expect("1.01171874999999999999999999999", DType::kBf16, 0x3F81, Outcome::kInexact);
  Expect("1.01171875", DType::kBf16, 0x3F82, Outcome::kInexact);
  Expect("65519.9999999999999999999999999", DType::kFp16, 0x7BFF, Outcome::kInexact);
  // Half of the smallest fp16 subnormal, 2^-25, and a little more.
  Expect("2.98023223876953125e-8", DType::kFp16, 0, Outcome::kUnderflow);
  Expect("2.980232238769531250000000000000001e-8", DType::kFp16, 1, Outcome::kInexact);
  Expect("1.00000000000000000000000000001", DType::kFp32, 0x3F800000, Outcome::kInexact);
  Expect("1.0000", DType::kFp32, 0x3F800000, Outcome::kExact);
}

TEST(Quantise, KnowsZerosAndExtremes) {
  Expect("-0.0", DType::kFp32, 0x80000000, Outcome::kExact);
  Expect("0e99", DType::kFp16, 0, Outcome::kExact);
  Expect("1e-400", DType::kFp64, 0, Outcome::kUnderflow);
  Expect("-1e-999999999999999999999", DType::kFp32, 0x80000000, Outcome::kUnderflow);
  EXPECT_EQ(OutcomeOf("1e400", DType::kFp64), Outcome::kOverflow);
  EXPECT_EQ(OutcomeOf("1e99999999999999999999999", DType::kFp16), Outcome::kOverflow);
  Expect("+.5", DType::kFp16, 0x3800, Outcome::kExact);
  Expect("5e-324", DType::kFp64, 1, Outcome::kInexact);
}

TEST(Quantise, Integers) {
  Expect("9223372036854775807", DType::kInt64, 0x7FFFFFFFFFFFFFFF, Outcome::kExact);
  Expect("-9223372036854775808", DType::kInt64, 0x8000000000000000, Outcome::kExact);
  Expect("18446744073709551615", DType::kUint64, ~uint64_t{0}, Outcome::kExact);
  Expect("9007199254740993", DType::kInt64, 9007199254740993u, Outcome::kExact);
  EXPECT_EQ(OutcomeOf("9223372036854775808", DType::kInt64), Outcome::kOverflow);
  EXPECT_EQ(OutcomeOf("-9223372036854775809", DType::kInt64), Outcome::kOverflow);
  EXPECT_EQ(OutcomeOf("18446744073709551616", DType::kUint64), Outcome::kOverflow);
  EXPECT_EQ(OutcomeOf("-1", DType::kUint8), Outcome::kOverflow);
  EXPECT_EQ(OutcomeOf("128", DType::kInt8), Outcome::kOverflow);
  Expect("-128", DType::kInt8, 0x80, Outcome::kExact);
  Expect("2.5", DType::kInt32, 2, Outcome::kInexact);
  Expect("0.25", DType::kInt32, 0, Outcome::kUnderflow);
  Expect("1", DType::kBool, 1, Outcome::kExact);
  EXPECT_EQ(OutcomeOf("2", DType::kBool), Outcome::kOverflow);
  EXPECT_EQ(OutcomeOf(".nan", DType::kInt32), Outcome::kNoSuchValue);
}

TEST(Quantise, NonFiniteMustBeSpelled) {
  EXPECT_EQ(Quantise({INFINITY, "inf", {}}, DType::kFp32).outcome, Outcome::kNoSuchValue);
  EXPECT_EQ(Quantise({NAN, "nan", {}}, DType::kFp32).outcome, Outcome::kNoSuchValue);
  EXPECT_EQ(Quantise({INFINITY, "", {}}, DType::kFp32).bits, 0x7F800000u);
  EXPECT_EQ(Quantise({16, "0x10", {}}, DType::kFp32).bits, 0x41800000u);
}

std::vector<std::string> Texts(const Errors& errors) {
  std::vector<std::string> texts;
  for (const Error& error : errors) texts.push_back(error.ToString());
  return texts;
}

TEST(QuantisationErrors, NameTheLiteralItsPlaceAndTheLimits) {
  const DataSpec spec{"values", {}, {}};
  EXPECT_THAT(
      Texts(QuantisationErrors(spec, {Lit("1e5"), Lit("1")}, DType::kFp16)),
      ElementsAre("x.yaml:3:7: data 'values': '1e5' overflows fp16, whose values end at -65504 "
                  "and 65504; an infinity is written .inf"));
  EXPECT_THAT(Texts(QuantisationErrors(spec, {Lit(".inf")}, DType::kInt8)),
              ElementsAre(HasSubstr("'.inf' is no value of int8")));
}

TEST(QuantisationNotes, ShowWhatIsStoredInstead) {
  const DataSpec spec{"values", {}, {}};
  EXPECT_THAT(Texts(QuantisationNotes(spec, {Lit("1e-8"), Lit("0.1"), Lit("0.5"), Lit("0.2")},
                                      DType::kFp16)),
              ElementsAre(HasSubstr("'1e-8' underflows to 0 in fp16"),
                          HasSubstr("'0.1' is inexact in fp16, stored as 0.0999755859375 (2 of 4 "
                                    "values are inexact)")));
  EXPECT_TRUE(QuantisationNotes(spec, {Lit("0.5"), Lit(".nan")}, DType::kFp16).empty());
}

TEST(Decimal, ParsesNumeralsOnly) {
  for (const char* text :
       {"", ".", "-", "e5", "1e", "1e+", "1.2.3", "0x10", " 1", "1 ", ".inf", "1_0"}) {
    EXPECT_FALSE(ParseDecimal(text)) << text;
  }
  const Decimal decimal = *ParseDecimal("-00120.0300e-2");
  EXPECT_TRUE(decimal.negative);
  EXPECT_EQ(decimal.digits, "12003");
  EXPECT_EQ(decimal.exponent, 1);
}

TEST(Decimal, ComparesExactly) {
  EXPECT_EQ(CompareMagnitude(*ParseDecimal("0.1"), ExactDecimal(0.1)), -1);
  EXPECT_EQ(CompareMagnitude(*ParseDecimal("0.5"), ExactDecimal(-0.5)), 0);
  EXPECT_EQ(CompareMagnitude(*ParseDecimal("10"), ExactDecimal(9.5)), 1);
  EXPECT_EQ(CompareMagnitude(*ParseDecimal("0"), ExactDecimal(5e-324)), -1);
  EXPECT_EQ(CompareMagnitude(*ParseDecimal("5e-324"), ExactDecimal(5e-324)), 1);
  // The exact expansion of the largest subnormal has the most digits any double has.
  EXPECT_EQ(ExactDecimal(0x0.FFFFFFFFFFFFFp-1022).digits.size(), 767u);
}

}  // namespace
}  // namespace touchstone::data

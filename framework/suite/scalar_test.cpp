#include "framework/suite/scalar.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace touchstone::suite {
namespace {

TEST(Scalar, NumbersHaveOneMeaningWhateverTheYamlVersion) {
  EXPECT_EQ(ParseNumber("1e-4").value, 1e-4);
  EXPECT_EQ(ParseNumber("1.0e-4").value, 1e-4);
  EXPECT_EQ(ParseNumber("1E+2").value, 100);
  EXPECT_EQ(ParseNumber("1e3").value, 1000);
  EXPECT_EQ(ParseNumber(".5").value, 0.5);
  EXPECT_EQ(ParseNumber("-2.").value, -2);
  EXPECT_EQ(ParseNumber("+7").value, 7);
  EXPECT_EQ(ParseNumber("0x1.8p-3").value, 0.1875);
  EXPECT_EQ(ParseNumber("-0x10").value, -16);
  EXPECT_EQ(ParseNumber("6.7e307").value, 6.7e307);
  EXPECT_TRUE(std::signbit(ParseNumber("-0").value));
}

TEST(Scalar, SpecialNumbersAreSpelledAsYamlSpellsThem) {
  for (const char* text : {".inf", ".Inf", ".INF", "+.inf"}) {
    EXPECT_EQ(ParseNumber(text).value, std::numeric_limits<double>::infinity()) << text;
  }
  EXPECT_EQ(ParseNumber("-.inf").value, -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(ParseNumber(".nan").value));
  EXPECT_TRUE(ParseNumber(".NaN").ok());
  EXPECT_EQ(ParseNumber("inf").why, "write .inf or -.inf");
  EXPECT_EQ(ParseNumber("-Infinity").why, "write .inf or -.inf");
  EXPECT_EQ(ParseNumber("nan").why, "write .nan");
  EXPECT_FALSE(ParseNumber("-.nan").ok());
  EXPECT_FALSE(ParseNumber(".iNf").ok());
}

TEST(Scalar, DoubtfulNumbersAreRefused) {
  EXPECT_EQ(ParseNumber("010").why,
            "a leading zero means octal to some YAML readers; write it without");
  EXPECT_EQ(ParseInteger("0o17").why,
            "a leading zero means octal to some YAML readers; write it without");
  EXPECT_EQ(ParseNumber("1_000").why, "write it without '_'");
  EXPECT_EQ(ParseInteger("1:30").why, "digits with ':' are base 60 to some YAML readers");
  EXPECT_EQ(ParseNumber("1e400").why, "it is too large or too small for float64");
  for (const char* text :
       {"", "-", ".", "+-1", "--1", "1e", "1.5x", "0x", "0x-1", "e5", "1 2", "1d"}) {
    EXPECT_FALSE(ParseNumber(text).ok()) << text;
  }
}

TEST(Scalar, IntegersAreWholeAndInRange) {
  EXPECT_EQ(ParseInteger("-9223372036854775808").value, std::numeric_limits<int64_t>::min());
  EXPECT_EQ(ParseInteger("9223372036854775807").value, std::numeric_limits<int64_t>::max());
  EXPECT_EQ(ParseInteger("0x1F").value, 31);
  EXPECT_EQ(ParseInteger("9223372036854775808").why,
            "it is outside -9223372036854775808 to 9223372036854775807");
  EXPECT_EQ(ParseUnsigned("18446744073709551615").value, std::numeric_limits<uint64_t>::max());
  EXPECT_EQ(ParseUnsigned("18446744073709551616").why, "it is outside 0 to 18446744073709551615");
  EXPECT_EQ(ParseUnsigned("-1").why, "it is outside 0 to 18446744073709551615");
  for (const char* text : {"1e3", "1.0", "", "true", "+", "0x"}) {
    EXPECT_FALSE(ParseInteger(text).ok()) << text;
  }
}

TEST(Scalar, OnlyTrueAndFalseAreFlags) {
  EXPECT_TRUE(ParseFlag("true").value);
  EXPECT_TRUE(ParseFlag("false").ok());
  for (const char* text : {"yes", "no", "on", "Off", "True", "y"}) {
    EXPECT_EQ(ParseFlag(text).why, "YAML readers disagree on it; write true or false") << text;
    EXPECT_TRUE(LooksBoolean(text)) << text;
  }
  EXPECT_FALSE(ParseFlag("1").ok());
  EXPECT_FALSE(LooksBoolean("none"));
  EXPECT_FALSE(LooksBoolean("yesterday"));
}

TEST(Scalar, JsonNumbers) {
  for (const char* text : {"0", "-1", "1.5", "1e3", "1E-4", "-0.5e+7"}) {
    EXPECT_TRUE(IsJsonNumber(text)) << text;
  }
  for (const char* text : {"", "-", "01", ".5", "5.", "+1", "1e", "0x1", ".inf", "1.e3", "1 "}) {
    EXPECT_FALSE(IsJsonNumber(text)) << text;
  }
}

}  // namespace
}  // namespace touchstone::suite

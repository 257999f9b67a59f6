#include "reference/exact_sum.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

namespace touchstone::reference {
namespace {

std::vector<double> RandomDoubles(size_t count, uint64_t seed) {
  std::vector<double> values;
  uint64_t state = seed;
  while (values.size() < count) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const auto value = std::bit_cast<double>(state ^ (state >> 31));
    if (std::isfinite(value)) values.push_back(value);
  }
  return values;
}

TEST(ExactSum, AgreesWithMpfrOverAllExponents) {
  const std::vector<double> values = RandomDoubles(5000, 3);
  ExactSum sum;
  mpfr_t expected, actual;
  mpfr_inits2(2400, expected, actual, static_cast<mpfr_ptr>(nullptr));
  mpfr_set_zero(expected, 1);
  for (const double value : values) {
    sum.Add(value);
    ASSERT_EQ(mpfr_add_d(expected, expected, value, MPFR_RNDN), 0);  // exact
  }
  sum.Get(actual);
  EXPECT_TRUE(mpfr_equal_p(actual, expected));
  EXPECT_EQ(sum.RoundedDown(), mpfr_get_d(expected, MPFR_RNDD));
  EXPECT_EQ(sum.RoundedUp(), mpfr_get_d(expected, MPFR_RNDU));
  mpfr_clears(expected, actual, static_cast<mpfr_ptr>(nullptr));
}

TEST(ExactSum, DoesNotDependOnOrderOrParts) {
  const std::vector<double> values = RandomDoubles(20000, 9);
  ExactSum forward, backward, merged;
  ExactSum parts[3];
  for (size_t i = 0; i < values.size(); ++i) {
    forward.Add(values[i]);
    backward.Add(values[values.size() - 1 - i]);
    parts[i % 3].Add(values[i]);
  }
  for (const ExactSum& part : parts) merged.Merge(part);
  EXPECT_EQ(forward.RoundedDown(), backward.RoundedDown());
  EXPECT_EQ(forward.RoundedUp(), merged.RoundedUp());
  for (const double value : values) merged.Add(-value);
  EXPECT_EQ(merged.RoundedDown(), 0);
  EXPECT_EQ(merged.RoundedUp(), 0);
}

TEST(ExactSum, CarriesInTime) {
  // Every addition fills two digits as far as a double can, many times more than fit uncarried.
  const double full = std::bit_cast<double>(0xFFFFFFFFFFFFFull | uint64_t{0x3FF} << 52);
  for (const double sign : {1.0, -1.0}) {
    ExactSum sum;
    for (int i = 0; i < 5000; ++i) sum.Add(sign * full);
    for (int i = 0; i < 5000; ++i) sum.Add(sign * std::ldexp(full, -31));
    mpfr_t expected, actual;
    mpfr_inits2(2400, expected, actual, static_cast<mpfr_ptr>(nullptr));
    mpfr_set_d(expected, sign * full, MPFR_RNDN);
    mpfr_mul_ui(expected, expected, 5000, MPFR_RNDN);
    mpfr_set_d(actual, sign * std::ldexp(full, -31), MPFR_RNDN);
    mpfr_mul_ui(actual, actual, 5000, MPFR_RNDN);
    mpfr_add(expected, expected, actual, MPFR_RNDN);
    sum.Get(actual);
    EXPECT_TRUE(mpfr_equal_p(actual, expected));
    mpfr_clears(expected, actual, static_cast<mpfr_ptr>(nullptr));
  }
}

TEST(ExactSum, HoldsTheExtremes) {
  ExactSum sum;
  sum.Add(std::numeric_limits<double>::max());
  sum.Add(std::numeric_limits<double>::max());
  EXPECT_EQ(sum.RoundedDown(), std::numeric_limits<double>::max());
  EXPECT_EQ(sum.RoundedUp(), std::numeric_limits<double>::infinity());
  sum.Add(-std::numeric_limits<double>::max());
  sum.Add(-std::numeric_limits<double>::max());
  sum.Add(5e-324);
  EXPECT_EQ(sum.RoundedDown(), 5e-324);
  EXPECT_EQ(sum.RoundedUp(), 5e-324);
  EXPECT_DEATH(sum.Add(NAN), "");
}

}  // namespace
}  // namespace touchstone::reference

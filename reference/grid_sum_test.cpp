#include "reference/grid_sum.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

namespace touchstone::reference {
namespace {

int FieldOf(double value) {
  return static_cast<int>(std::bit_cast<uint64_t>(value) >> 52 & 0x7FF);
}

// A value as multiples of the units of `exponent`.
void Add(double value, int exponent, GridSum& sum) {
  const double unit = std::ldexp(1.0, exponent), fine = std::ldexp(1.0, exponent - GridSum::kStep);
  const double coarse = std::nearbyint(value / unit);
  sum.Add(exponent, static_cast<int64_t>(coarse),
          static_cast<int64_t>(std::nearbyint((value - coarse * unit) / fine)));
}

double Value(const GridSum& sum) {
  mpfr_t exact;
  mpfr_init2(exact, GridSum::kExactBits);
  sum.Get(exact);
  const double value = mpfr_get_d(exact, MPFR_RNDN);
  mpfr_clear(exact);
  return value;
}

double Slack(const GridSum& sum, uint64_t count) {
  mpfr_t exact;
  mpfr_init2(exact, GridSum::kExactBits);
  sum.GetSlack(count, exact);
  const double value = mpfr_get_d(exact, MPFR_RNDN);
  mpfr_clear(exact);
  return value;
}

TEST(GridSum, ExponentsLeaveRoomForTheLargestValue) {
  for (int field = 1; field < 1900; ++field) {
    const int exponent = GridSum::ExponentFor(field);
    const double above = std::ldexp(1.0, field - 1022);  // all values of the field are below
    EXPECT_LE(above, GridSum::Limit(exponent));
    if (exponent > GridSum::kLeastExponent) {
      EXPECT_GT(above, GridSum::Limit(exponent - GridSum::kStep));
    }
  }
  // Losses and bounds as they mostly are share a grid.
  EXPECT_EQ(GridSum::ExponentFor(FieldOf(0x1p-26)), -25);
  EXPECT_EQ(GridSum::ExponentFor(FieldOf(0x1.8p23)), -25);
  EXPECT_EQ(GridSum::ExponentFor(FieldOf(0x1p24)), 25);
}

// Over 200 binades, added one by one on the least grid each: every order ends in the same bits, and
// within its slack of the exact sum.
TEST(GridSum, AnyOrderAndAnySplitGiveTheSameBits) {
  std::vector<double> values;
  uint64_t state = 5;
  for (int i = 0; i < 2000; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const double fraction = 1 + static_cast<double>(state >> 12) * 0x1p-52;
    values.push_back((state & 1 ? -1 : 1) *
                     std::ldexp(fraction, static_cast<int>(state >> 1 & 255) - 200));
  }
  GridSum first;
  for (const double value : values) Add(value, GridSum::ExponentFor(FieldOf(value)), first);
  mpfr_t exact, off;
  mpfr_inits2(1200, exact, off, static_cast<mpfr_ptr>(nullptr));
  mpfr_set_zero(exact, 1);
  for (const double value : values) mpfr_add_d(exact, exact, value, MPFR_RNDN);
  first.Get(off);
  mpfr_sub(off, off, exact, MPFR_RNDN);
  const double error = std::fabs(mpfr_get_d(off, MPFR_RNDN));
  mpfr_clears(exact, off, static_cast<mpfr_ptr>(nullptr));
  EXPECT_GT(error, 0);
  EXPECT_LE(error, Slack(first, values.size()));
  EXPECT_LE(Slack(first, values.size()), values.size() * 0x1p-50 * 0x1p56);
  std::sort(values.begin(), values.end());
  for (int round = 0; round < 4; ++round) {
    GridSum parts[3], whole;
    for (size_t i = 0; i < values.size(); ++i) {
      Add(values[i], GridSum::ExponentFor(FieldOf(values[i])), parts[(i * 7 + i / 5) % 3]);
    }
    for (const int part : {2, 0, 1}) whole.Merge(parts[part]);
    EXPECT_EQ(Value(whole), Value(first));
    EXPECT_EQ(Slack(whole, 1), Slack(first, 1));
    std::rotate(values.begin(), values.begin() + 700, values.end());
  }
}

TEST(GridSum, ZerosNeedNoSlack) {
  GridSum sum;
  sum.Add(GridSum::kLeastExponent, 0, 0);
  EXPECT_EQ(Value(sum), 0);
  EXPECT_EQ(Slack(sum, 1000), 0);
}

TEST(GridSum, CountsWiderThan64Bits) {
  GridSum sum;
  for (int i = 0; i < 64; ++i) sum.Add(-25, -(int64_t{1} << 61), 1);
  EXPECT_EQ(Value(sum), -0x1p42);  // and 2^-69, which a double does not show
}

}  // namespace
}  // namespace touchstone::reference

#include "framework/data/vector_math.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "framework/data/philox.h"
#include "framework/data/uniform_words.h"

namespace touchstone::data {
namespace {

std::vector<double> Units(size_t count) {
  const WordStream stream({1, "vector math", "x"}, Purpose::kValue);
  std::vector<double> units(count);
  for (size_t first = 0; first < count; first += 1024) {
    FillUnit(stream, true, first,
             std::span(units).subspan(first, std::min(count - first, size_t{1024})));
  }
  return units;
}

bool SameBits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

TEST(VectorMath, ScalarAndVectorTwinsGiveTheSameBits) {
  if (!__builtin_cpu_supports("avx2")) GTEST_SKIP() << "this machine has no AVX2";
  const std::vector<double> units = Units(100003);  // not a multiple of the vector width
  std::vector<double> x(units.size()), a(x), b(x), c(x), d(x);
  for (size_t i = 0; i < x.size(); ++i) x[i] = units[i] + 0x1p-53;
  kVectorMathScalar.log(x.data(), a.data(), x.size());
  kVectorMathAvx2.log(x.data(), b.data(), x.size());
  EXPECT_TRUE(SameBits(a, b));
  for (size_t i = 0; i < x.size(); ++i) x[i] = 1490 * units[i] - 760;
  kVectorMathScalar.exp(x.data(), a.data(), x.size());
  kVectorMathAvx2.exp(x.data(), b.data(), x.size());
  EXPECT_TRUE(SameBits(a, b));
  for (size_t i = 0; i < x.size(); ++i) x[i] = 6.283185307179586 * units[i];
  kVectorMathScalar.sincos(x.data(), a.data(), c.data(), x.size());
  kVectorMathAvx2.sincos(x.data(), b.data(), d.data(), x.size());
  EXPECT_TRUE(SameBits(a, b));
  EXPECT_TRUE(SameBits(c, d));
}

TEST(VectorMath, AgreesWithTheMathematicalFunctions) {
  const std::vector<double> x = Units(1001);
  std::vector<double> log(x), exp(x), sine(x), cosine(x);
  const VectorMath& math = BestVectorMath();
  math.log(x.data(), log.data(), x.size());
  math.exp(x.data(), exp.data(), x.size());
  math.sincos(x.data(), sine.data(), cosine.data(), x.size());
  for (size_t i = 0; i < x.size(); ++i) {
    // 1.0 ULP of SLEEF and below 1 ULP of the C library: 2 ULP, relative 2 * 2^-52.
    EXPECT_NEAR(log[i], std::log(x[i]), std::fabs(std::log(x[i])) * 0x1p-51);
    EXPECT_NEAR(exp[i], std::exp(x[i]), std::exp(x[i]) * 0x1p-51);
    EXPECT_NEAR(sine[i], std::sin(x[i]), std::fabs(std::sin(x[i])) * 0x1p-51);
    EXPECT_NEAR(cosine[i], std::cos(x[i]), std::fabs(std::cos(x[i])) * 0x1p-51);
  }
}

TEST(VectorMath, LeavesWhatLiesBehindTheEndAlone) {
  double x[5] = {1, 1, 1, -7, -7};
  BestVectorMath().exp(x, x, 3);
  EXPECT_EQ(x[3], -7);
  EXPECT_EQ(x[4], -7);
}

}  // namespace
}  // namespace touchstone::data

// Do the random distributions look like what they are called? All seeds are fixed: a failure is a
// change of the generator, never chance. Bounds are five standard errors, or for the
// Kolmogorov-Smirnov distance 2.23 / sqrt(n), which chance exceeds once in ten thousand keys
// (2 exp(-2 * 2.23^2) = 1e-4).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "framework/data/test_specs.h"
#include "framework/tensor/value_codec.h"

namespace touchstone::data {
namespace {

using tensor::DType;

constexpr size_t kCount = 1 << 20;
const double kDistance = 2.23 / std::sqrt(static_cast<double>(kCount));

std::vector<double> Sample(const DataSpec& spec, DType dtype, uint64_t seed) {
  const StreamKey key{seed, "statistics", "x"};
  std::vector<uint64_t> bits(kCount);
  std::move(MakeGenerator(spec, dtype, key, kCount)).value()->Fill(0, bits);
  std::vector<double> values;
  for (const uint64_t b : bits) values.push_back(tensor::DecodeValue(dtype, b));
  return values;
}

struct Moments {
  double mean = 0;
  double variance = 0;
};

Moments MomentsOf(const std::vector<double>& values) {
  Moments m;
  for (const double v : values) m.mean += v;
  m.mean /= static_cast<double>(values.size());
  for (const double v : values) m.variance += (v - m.mean) * (v - m.mean);
  m.variance /= static_cast<double>(values.size());
  return m;
}

template <typename Cdf>
double KolmogorovSmirnov(std::vector<double> values, Cdf cdf) {
  std::sort(values.begin(), values.end());
  const auto n = static_cast<double>(values.size());
  double distance = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    const double p = cdf(values[i]);
    const auto rank = static_cast<double>(i);
    distance = std::max({distance, p - rank / n, (rank + 1) / n - p});
  }
  return distance;
}

/// Correlation of neighbours at the given lag; its standard error is 1 / sqrt(n).
double Autocorrelation(const std::vector<double>& values, size_t lag) {
  const Moments m = MomentsOf(values);
  double sum = 0;
  for (size_t i = 0; i + lag < values.size(); ++i) {
    sum += (values[i] - m.mean) * (values[i + lag] - m.mean);
  }
  return sum / static_cast<double>(values.size() - lag) / m.variance;
}

TEST(Statistics, Uniform) {
  for (const uint64_t seed : {1u, 2u, 3u}) {
    for (const DType dtype : {DType::kFp32, DType::kFp64}) {
      const std::vector<double> values =
          Sample(Spec("uniform", {{"low", -3.0}, {"high", 5.0}}), dtype, seed);
      const Moments m = MomentsOf(values);
      EXPECT_NEAR(m.mean, 1, 5 * std::sqrt(64.0 / 12 / kCount));
      EXPECT_NEAR(m.variance, 64.0 / 12, 5 * 64.0 / 12 * std::sqrt(0.8 / kCount));
      EXPECT_LT(KolmogorovSmirnov(values, [](double x) { return (x + 3) / 8; }), kDistance);
      for (const size_t lag : {1u, 2u, 3u, 4u, 1024u}) {
        EXPECT_NEAR(Autocorrelation(values, lag), 0, 5 / std::sqrt(kCount));
      }
    }
  }
}

TEST(Statistics, Normal) {
  for (const uint64_t seed : {1u, 2u, 3u}) {
    const std::vector<double> values =
        Sample(Spec("normal", {{"mean", 10.0}, {"stddev", 2.0}}), DType::kFp32, seed);
    const Moments m = MomentsOf(values);
    EXPECT_NEAR(m.mean, 10, 5 * 2 / std::sqrt(kCount));
    EXPECT_NEAR(m.variance, 4, 5 * 4 * std::sqrt(2.0 / kCount));
    const auto cdf = [](double x) { return 0.5 * std::erfc(-(x - 10) / 2 / std::sqrt(2.0)); };
    EXPECT_LT(KolmogorovSmirnov(values, cdf), kDistance);
    for (const size_t lag : {1u, 2u, 3u, 4u, 1024u}) {
      EXPECT_NEAR(Autocorrelation(values, lag), 0, 5 / std::sqrt(kCount));
    }
    const auto beyond = [&](double z) {
      return std::count_if(values.begin(), values.end(),
                           [z](double x) { return std::fabs(x - 10) > 2 * z; });
    };
    // P(|z| > 2) = 0.0455, P(|z| > 4) = 6.334e-5; binomial standard deviations 213 and 8.1.
    EXPECT_NEAR(static_cast<double>(beyond(2)), 0.04550026 * kCount, 5 * 213);
    EXPECT_NEAR(static_cast<double>(beyond(4)), 6.334248e-5 * kCount, 5 * 8.1);
    EXPECT_EQ(beyond(8.58), 0);
  }
}

TEST(Statistics, LogUniform) {
  const std::vector<double> values =
      Sample(Spec("loguniform", {{"low", 1e-20}, {"high", 1e20}}), DType::kFp32, 1);
  const auto cdf = [](double x) { return (std::log10(x) + 20) / 40; };
  EXPECT_LT(KolmogorovSmirnov(values, cdf), kDistance);
  const std::vector<double> both = Sample(
      Spec("loguniform", {{"low", 1e-20}, {"high", 1e20}, {"signed", true}}), DType::kFp32, 1);
  const auto negative = std::count_if(both.begin(), both.end(), [](double x) { return x < 0; });
  EXPECT_NEAR(static_cast<double>(negative), kCount / 2, 5 * 512);
}

TEST(Statistics, BitsOfHalvesAreEquallyFrequent) {
  for (const bool finite_only : {false, true}) {
    std::vector<int> counts(65536);
    std::vector<uint64_t> bits(kCount);
    const DataSpec spec = Spec("bits", {{"finite_only", finite_only}});
    std::move(MakeGenerator(spec, DType::kFp16, {4, "statistics", "x"}, kCount))
        .value()
        ->Fill(0, bits);
    for (const uint64_t b : bits) ++counts[b];
    const double cells = finite_only ? 2.0 * 0x7C00 : 65536;
    double chi_squared = 0;
    for (uint64_t pattern = 0; pattern < 65536; ++pattern) {
      if (finite_only && (pattern & 0x7C00) == 0x7C00) continue;
      const double expected = kCount / cells;
      chi_squared += (counts[pattern] - expected) * (counts[pattern] - expected) / expected;
    }
    // Mean cells - 1, standard deviation sqrt(2 cells).
    EXPECT_NEAR(chi_squared, cells - 1, 5 * std::sqrt(2 * cells));
  }
}

// A test of the tests: the same distance finds a distribution that is only slightly wrong.
TEST(Statistics, FindASmallBias) {
  std::vector<double> values =
      Sample(Spec("uniform", {{"low", 0.0}, {"high", 1.0}}), DType::kFp32, 1);
  for (double& value : values) value = value * 0.995;
  EXPECT_GT(KolmogorovSmirnov(values, [](double x) { return std::min(x, 1.0); }), kDistance);
}

}  // namespace
}  // namespace touchstone::data

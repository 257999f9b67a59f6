#include "framework/data/uniform_kernel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <vector>

namespace touchstone::data {
namespace {

const UniformRange kRanges[] = {{-20, 40, -20, 20},
                                {0, 1, 0, 1},
                                {-3e38, 6e38, -3e38, 3e38},
                                {1, 0, 1, 1},
                                {1e-45, 1e-40, 0x1p-149, 1e-40}};

std::vector<uint32_t> Words() {
  std::vector<uint32_t> words = {0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF};
  for (uint32_t i = 0; i < 1000; ++i) words.push_back(i * 2654435761u);
  return words;
}

TEST(UniformKernel, IsTheFormulaRoundedOnce) {
  const std::vector<uint32_t> words = Words();
  std::vector<float> values(words.size());
  std::vector<double> exact(words.size());
  for (const UniformRange& range : kRanges) {
    kUniformPortable.values(range, words.data(), words.size(), values.data());
    kUniformPortable.exact(range, words.data(), words.size(), exact.data());
    for (size_t i = 0; i < words.size(); ++i) {
      const double value = range.low + words[i] * 0x1p-32 * range.width;
      const double held = std::min(std::max(value, range.lowest), range.highest);
      ASSERT_EQ(values[i], static_cast<float>(held)) << words[i];
      ASSERT_EQ(exact[i], held) << words[i];
    }
  }
}

void ExpectTheSameBits(const UniformKernel& kernel) {
  const std::vector<uint32_t> words = Words();
  for (const UniformRange& range : kRanges) {
    for (const size_t count : {size_t{0}, size_t{1}, size_t{9}, words.size()}) {
      std::vector<float> a(count + 1, 7), b(count + 1, 7);
      kUniformPortable.values(range, words.data(), count, a.data());
      kernel.values(range, words.data(), count, b.data());
      EXPECT_EQ(std::memcmp(a.data(), b.data(), a.size() * sizeof(float)), 0);
      std::vector<double> c(count + 1, 7), d(count + 1, 7);
      kUniformPortable.exact(range, words.data(), count, c.data());
      kernel.exact(range, words.data(), count, d.data());
      EXPECT_EQ(std::memcmp(c.data(), d.data(), c.size() * sizeof(double)), 0);
    }
  }
}

TEST(UniformKernel, Avx2GivesTheSameBits) {
  if (!__builtin_cpu_supports("avx2")) GTEST_SKIP() << "this machine has no AVX2";
  ExpectTheSameBits(kUniformAvx2);
}

TEST(UniformKernel, Avx512GivesTheSameBits) {
  if (!__builtin_cpu_supports("avx512f")) GTEST_SKIP() << "this machine has no AVX-512";
  ExpectTheSameBits(kUniformAvx512);
}

}  // namespace
}  // namespace touchstone::data

// Every instruction set gives the same bits, and these are what the definitions say.
#include "framework/judge/block_pass.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <memory>
#include <tuple>
#include <vector>

#include "framework/judge/exact_sum.h"
#include "framework/judge/square_sum.h"
#include "framework/tensor/float_format.h"

namespace touchstone::judge {
namespace {

using tensor::DType;

uint64_t Next(uint64_t& state) {  // splitmix64
  uint64_t z = state += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

struct Elements {
  const tensor::FloatFormat& format;
  std::vector<uint32_t> bits, rounded;
  std::vector<double> lower, upper, bound;

  // Finite values of all sizes, mostly close to what is expected.
  Elements(DType dtype, size_t count, uint64_t seed) : format(tensor::FormatOf(dtype)) {
    for (size_t i = 0; i < count; ++i) {
      const uint32_t all = format.storage_bits == 32 ? 0xFFFFFFFF : 0xFFFF;
      uint32_t pattern = static_cast<uint32_t>(Next(seed)) & all;
      if ((pattern & format.infinity) == format.infinity) pattern &= ~format.infinity;
      if (Next(seed) % 16 == 0) pattern &= format.sign_bit;
      const double value = tensor::Decode(format, pattern);
      const double share = static_cast<double>(Next(seed) >> 11) * 0x1p-53;
      const double exact =
          Next(seed) % 4 == 0 ? value : value + (share - 0.5) * 8 * tensor::Ulp(format, value);
      const double width = Next(seed) % 3 == 0 ? 0 : std::fabs(exact) * 0x1p-50;
      bits.push_back(pattern);
      rounded.push_back(Next(seed) % 3 == 0 ? pattern : tensor::Round(format, exact));
      lower.push_back(exact);
      upper.push_back(exact + width);
      bound.push_back(share * 8 * tensor::Ulp(format, exact));
    }
  }

  BlockPassInput Input(int square_exponent, size_t first = 0) const {
    return {bits.size() - first,       format.precision_bits, format.min_exponent,
            bits.data() + first,       lower.data() + first,  upper.data() + first,
            rounded.data() + first,    bound.data() + first,  0x1p-10,
            square_exponent};
  }
};

auto Scalars(const BlockPassResult& r) {
  const auto bits = [](double value) { return std::bit_cast<uint64_t>(value); };
  return std::make_tuple(bits(r.max_magnitude), bits(r.max_error), bits(r.max_relative_error),
                         bits(r.max_error_ulp), bits(r.max_width), r.relative_errors, r.relative_errors_fine, r.errors_ulp,
                         r.signed_errors_ulp, r.squares_coarse, r.squares_fine, r.same_bits,
                         r.small_values, r.cancelled, r.special, r.any_zero, r.inexact,
                         r.bounds_finite, r.may_be_wide, r.within_bound,
                         std::vector<uint32_t>(r.histogram, r.histogram + kPassBins),
                         r.beyond_histogram);
}

std::unique_ptr<BlockPassResult> PassOver(std::string_view isa, const BlockPassInput& input) {
  auto result = std::make_unique<BlockPassResult>();
  BlockPassFor(isa)(input, *result);
  return result;
}

TEST(BlockPass, EveryInstructionSetGivesTheSameBits) {
  ASSERT_NE(BlockPassFor("portable"), nullptr);
  EXPECT_EQ(BlockPassFor("abacus"), nullptr);
  for (const DType dtype : {DType::kFp16, DType::kBf16, DType::kFp32}) {
    for (const size_t count : {1, 7, 8, 15, 16, 31, 33, 100, 256, 511, 512}) {
      const Elements elements(dtype, count, count);
      const BlockPassInput input = elements.Input(200);
      const auto portable = PassOver("portable", input);
      for (const char* const isa : {"avx2", "avx512"}) {
        if (BlockPassFor(isa) == nullptr) continue;
        const auto other = PassOver(isa, input);
        EXPECT_EQ(Scalars(*portable), Scalars(*other)) << isa << " " << count;
        EXPECT_EQ(std::memcmp(portable->exact, other->exact, count * sizeof(double)), 0);
        EXPECT_EQ(std::memcmp(portable->difference, other->difference, count * sizeof(double)), 0);
      }
    }
  }
}

TEST(BlockPass, ResultsAreThoseOfTheDefinitions) {
  for (const DType dtype : {DType::kFp16, DType::kBf16, DType::kFp32}) {
    const Elements elements(dtype, 500, 3);
    const tensor::FloatFormat& format = elements.format;
    const int square_exponent = 250;
    const auto pass = PassOver("portable", elements.Input(square_exponent));
    double max_magnitude = 0, max_error = 0, max_relative = 0, max_ulp = 0, max_width = 0;
    uint64_t same = 0, small = 0, cancelled = 0, close = 0;
    std::vector<uint32_t> histogram(kPassBins);
    uint32_t beyond = 0;
    for (size_t i = 0; i < elements.bits.size(); ++i) {
      const double width = elements.upper[i] - elements.lower[i];
      const double exact = elements.lower[i] + 0.5 * width;
      const double error = std::fabs(tensor::Decode(format, elements.bits[i]) - exact);
      const double ulp = error / tensor::Ulp(format, exact);
      max_magnitude = std::max(max_magnitude, std::fabs(exact));
      max_error = std::max(max_error, error);
      max_relative = std::max(max_relative, error / (std::fabs(exact) + 1e-7));
      max_ulp = std::max(max_ulp, ulp);
      max_width = std::max(max_width, width);
      same += elements.bits[i] == elements.rounded[i];
      small += std::fabs(exact) < 0x1p-10;
      cancelled += elements.bound[i] > std::fabs(exact) * 0x1p-14;
      close += !(error < elements.bound[i]);
      size_t bin = 0;
      for (double limit = 0; ulp > limit; limit = limit == 0 ? 0.5 : 2 * limit) ++bin;
      if (bin < kPassBins) {
        ++histogram[bin];
      } else {
        ++beyond;
      }
    }
    EXPECT_EQ(pass->max_magnitude, max_magnitude);
    EXPECT_EQ(pass->max_error, max_error);
    EXPECT_EQ(pass->max_relative_error, max_relative);
    EXPECT_EQ(pass->max_error_ulp, max_ulp);
    EXPECT_GE(pass->max_width, max_width);
    EXPECT_LE(pass->max_width, max_width * (1 + 0x1p-20));
    EXPECT_EQ(pass->same_bits, same);
    EXPECT_EQ(pass->small_values, small);
    EXPECT_EQ(pass->cancelled, cancelled);
    EXPECT_EQ(pass->within_bound, false);
    EXPECT_GT(close, 0u);
    EXPECT_EQ(std::vector<uint32_t>(pass->histogram, pass->histogram + kPassBins), histogram);
    EXPECT_EQ(pass->beyond_histogram, beyond);
  }
}

TEST(BlockPass, OneElementOutOfTheOrdinaryIsSeenAtEveryPlace) {
  Elements elements(DType::kFp32, 64, 1);
  for (size_t i = 0; i < 64; ++i) {
    elements.bits[i] = elements.rounded[i] = 0x3F800000;
    elements.lower[i] = elements.upper[i] = 1;
    elements.bound[i] = 0x1p-22;
  }
  for (size_t i = 0; i < 64; ++i) {
    const auto pass = [&](auto change) {
      Elements changed = elements;
      change(changed);
      return PassOver("portable", changed.Input(0));
    };
    const auto clean = pass([](Elements&) {});
    EXPECT_TRUE(clean->within_bound && clean->bounds_finite);
    EXPECT_FALSE(clean->special || clean->any_zero || clean->inexact || clean->may_be_wide);
    EXPECT_FALSE(pass([&](Elements& e) { e.bits[i] += 3; })->within_bound);
    EXPECT_FALSE(pass([&](Elements& e) { e.bound[i] = 0; })->within_bound);
    EXPECT_FALSE(pass([&](Elements& e) { e.bound[i] = HUGE_VAL; })->bounds_finite);
    EXPECT_FALSE(pass([&](Elements& e) { e.bound[i] = NAN; })->bounds_finite);
    EXPECT_FALSE(pass([&](Elements& e) { e.bound[i] = -NAN; })->bounds_finite);
    EXPECT_FALSE(pass([&](Elements& e) { e.bound[i] = -0.0; })->within_bound);
    EXPECT_TRUE(pass([&](Elements& e) { e.bits[i] = 0x80000000; })->any_zero);
    EXPECT_TRUE(pass([&](Elements& e) { e.upper[i] += 0x1p-52; })->inexact);
    EXPECT_FALSE(pass([&](Elements& e) { e.upper[i] += 0x1p-52; })->may_be_wide);
    EXPECT_TRUE(pass([&](Elements& e) { e.upper[i] += 0x1p-39; })->may_be_wide);
    for (const uint32_t bits : {0x7F800000u, 0xFF800000u, 0x7FC00000u, 0xFFC00001u}) {
      EXPECT_TRUE(pass([&](Elements& e) { e.bits[i] = bits; })->special);
    }
    for (const double end : {HUGE_VAL, -HUGE_VAL, std::nan(""), -std::nan("")}) {
      EXPECT_TRUE(pass([&](Elements& e) { e.lower[i] = end; })->special) << end;
      EXPECT_TRUE(pass([&](Elements& e) { e.upper[i] = end; })->special) << end;
      EXPECT_TRUE(pass([&](Elements& e) { e.lower[i] = e.upper[i] = end; })->special) << end;
    }
    EXPECT_TRUE(pass([&](Elements& e) { e.upper[i] -= 0x1p-53; })->special);
  }
}

// Squares of every size in any order, whole or in parts, give one sum, close to the exact one.
TEST(SquareSum, OrderAndPartsChangeNothing) {
  std::vector<double> values;
  uint64_t seed = 5;
  for (int i = 0; i < 400; ++i) {
    values.push_back(std::ldexp(static_cast<double>(Next(seed) >> 11) * 0x1p-53,
                                static_cast<int>(Next(seed) % 300) - 200));
  }
  const auto add = [](SquareSum& sum, double value) {
    const int exponent = SquareSum::ExponentFor(value);
    EXPECT_LT(value, SquareSum::Limit(exponent));
    const double unit = std::ldexp(1.0, exponent), fine_unit = unit * 0x1p-50;
    const double coarse = std::nearbyint(value / unit);
    const double fine = std::nearbyint((value - coarse * unit) / fine_unit);
    sum.Add(exponent, static_cast<int64_t>(coarse), static_cast<int64_t>(fine));
  };
  const auto value_of = [](const SquareSum& sum) {
    ExactSum exact;
    sum.AddTo(exact);
    return exact.Value();
  };
  ExactSum exact;
  SquareSum forwards, backwards, first_half, second_half;
  for (size_t i = 0; i < values.size(); ++i) {
    exact.Add(values[i]);
    add(forwards, values[i]);
    add(backwards, values[values.size() - 1 - i]);
    add(i % 2 == 0 ? first_half : second_half, values[i]);
  }
  EXPECT_EQ(value_of(forwards), value_of(backwards));
  second_half.Merge(first_half);
  EXPECT_EQ(value_of(forwards), value_of(second_half));
  EXPECT_NEAR(value_of(forwards), exact.Value(), exact.Value() * 0x1p-40);
  EXPECT_EQ(value_of(SquareSum()), 0);
}

}  // namespace
}  // namespace touchstone::judge

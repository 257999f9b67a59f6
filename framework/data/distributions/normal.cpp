#include <fmt/format.h>

#include <array>
#include <cmath>

#include "framework/data/distributions/base.h"
#include "framework/data/distributions/distributions.h"
#include "framework/data/parameters.h"
#include "framework/data/real_generator.h"
#include "framework/data/uniform_words.h"
#include "framework/data/vector_math.h"

namespace touchstone::data {
namespace {

using tensor::DType;

constexpr double kTwoPi = 6.283185307179586;

class Normal final : public RealGenerator {
 public:
  Normal(DType dtype, double mean, double stddev, const StreamKey& key)
      : RealGenerator(dtype, FullRange(dtype)),
        stream_(key, Purpose::kValue),
        mean_(mean),
        stddev_(stddev) {}

 private:
  // Box and Muller, "A note on the generation of random normal deviates" (1958): elements 2j and
  // 2j + 1 are the two deviates of pair j, which is made from words 4j to 4j + 3.
  void Sample(uint64_t first, std::span<double> values) const override {
    constexpr size_t kPairs = kChunk / 2 + 1;
    std::array<uint32_t, 4 * kPairs> words;
    std::array<double, kPairs> radius, angle, sine, cosine;
    const size_t skip = first % 2;
    const size_t pairs = (skip + values.size() + 1) / 2;
    stream_.Fill(4 * (first / 2), std::span(words).first(4 * pairs));
    for (size_t j = 0; j < pairs; ++j) {
      radius[j] = UnitFromWords(words[4 * j], words[4 * j + 1]) + 0x1p-53;  // (0, 1], exact
      angle[j] = kTwoPi * UnitFromWords(words[4 * j + 2], words[4 * j + 3]);
    }
    const VectorMath& math = BestVectorMath();
    math.log(radius.data(), radius.data(), pairs);
    math.sincos(angle.data(), sine.data(), cosine.data(), pairs);
    for (size_t j = 0; j < pairs; ++j) radius[j] = std::sqrt(-2.0 * radius[j]);
    for (size_t i = 0; i < values.size(); ++i) {
      const size_t pair = (skip + i) / 2;
      const double turn = (skip + i) % 2 == 0 ? cosine[pair] : sine[pair];
      values[i] = mean_ + stddev_ * (radius[pair] * turn);
    }
  }

  WordStream stream_;
  double mean_;
  double stddev_;
};

Errors ValidateNormal(const DataSpec& spec, DType dtype) {
  Errors errors;
  CheckNormal(spec, dtype, Number(spec, "mean", 0), Number(spec, "stddev", 1), 1, errors);
  return errors;
}

Result<std::unique_ptr<Generator>> Make(const DataSpec& spec, DType dtype, const StreamKey& key,
                                        uint64_t) {
  return MakeNormal(dtype, Number(spec, "mean", 0), Number(spec, "stddev", 1), key);
}

}  // namespace

std::unique_ptr<Generator> MakeNormal(DType dtype, double mean, double stddev,
                                      const StreamKey& key) {
  return std::make_unique<Normal>(dtype, mean, stddev, key);
}

void CheckNormal(const DataSpec& spec, DType dtype, double mean, double stddev, double factor,
                 Errors& errors) {
  const size_t before = errors.size();
  if (!std::isfinite(mean)) {
    errors.push_back(
        SpecError(spec, fmt::format("'mean' must be finite, not {}", NumberText(mean))));
  }
  if (!(std::isfinite(stddev) && stddev >= 0)) {
    errors.push_back(SpecError(
        spec, fmt::format("'stddev' must be finite and not negative, not {}", NumberText(stddev))));
  }
  if (errors.size() != before || !tensor::Info(dtype).is_float) return;
  const double reach = (std::fabs(mean) + kLargestDeviate * stddev) * factor;
  if (!Fits(dtype, reach)) {
    errors.push_back(SpecError(
        spec,
        fmt::format("elements could reach {}, beyond {}'s largest value {}", NumberText(reach),
                    tensor::Name(dtype), NumberText(LimitsOf(dtype).highest))));
  }
}

DistributionInfo NormalDistribution() {
  return {.name = "normal",
          .parameters = {{"mean", ParameterInfo::Kind::kNumber, false, "mean, default 0"},
                         {"stddev", ParameterInfo::Kind::kNumber, false,
                          "standard deviation, default 1"}},
          .meaning = "normal with the given mean and standard deviation",
          .validate = ValidateNormal,
          .make = Make};
}

}  // namespace touchstone::data

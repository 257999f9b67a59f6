#include "framework/data/distributions/base.h"
#include "framework/data/distributions/distributions.h"
#include "framework/data/parameters.h"
#include "framework/data/real_generator.h"
#include "framework/data/uniform_words.h"

namespace touchstone::data {
namespace {

using tensor::DType;

class HardLabels final : public RealGenerator {
 public:
  HardLabels(DType dtype, double positive_rate, const StreamKey& key)
      : RealGenerator(dtype, {0, 1, false}),
        stream_(key, Purpose::kValue),
        positive_rate_(positive_rate) {}

 private:
  void Sample(uint64_t first, std::span<double> values) const override {
    std::array<uint32_t, kChunk> words;
    stream_.Fill(first, std::span(words).first(values.size()));
    for (size_t i = 0; i < values.size(); ++i) values[i] = Chosen(words[i], positive_rate_) ? 1 : 0;
  }

  WordStream stream_;
  double positive_rate_;
};

Errors ValidateHardLabels(const DataSpec& spec, DType) {
  Errors errors;
  CheckProbability(spec, "positive_rate", errors);
  return errors;
}

Errors ValidateSoftLabels(const DataSpec&, DType) { return {}; }

Result<std::unique_ptr<Generator>> MakeHardLabels(const DataSpec& spec, DType dtype,
                                                  const StreamKey& key, uint64_t) {
  std::unique_ptr<Generator> generator =
      std::make_unique<HardLabels>(dtype, Number(spec, "positive_rate", 0.5), key);
  return generator;
}

Result<std::unique_ptr<Generator>> MakeSoftLabels(const DataSpec&, DType dtype,
                                                  const StreamKey& key, uint64_t) {
  return MakeUniform(dtype, 0, 1, key);
}

}  // namespace

DistributionInfo HardLabelsDistribution() {
  return {.name = "hard_labels",
          .parameters = {{"positive_rate", ParameterInfo::Kind::kNumber, false,
                          "probability of a 1, default 0.5"}},
          .meaning = "0 or 1",
          .complex_rule = ComplexRule::kRealPart,
          .validate = ValidateHardLabels,
          .make = MakeHardLabels};
}

DistributionInfo SoftLabelsDistribution() {
  return {.name = "soft_labels",
          .parameters = {},
          .meaning = "uniform in [0, 1]",
          .validate = ValidateSoftLabels,
          .make = MakeSoftLabels};
}

}  // namespace touchstone::data

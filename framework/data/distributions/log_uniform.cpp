#include <fmt/format.h>

#include <cmath>

#include "framework/data/distributions/distributions.h"
#include "framework/data/parameters.h"
#include "framework/data/real_generator.h"
#include "framework/data/uniform_words.h"
#include "framework/data/vector_math.h"

namespace touchstone::data {
namespace {

using tensor::DType;

/// The range of the magnitudes, mirrored when elements may be negative.
ValueRange HeldRange(DType dtype, double low, double high, bool mirrored) {
  ValueRange range = RangeIn(dtype, low, high);
  if (mirrored) range.low = std::max(-range.high, LimitsOf(dtype).lowest);
  return range;
}

double Log(double x) {
  BestVectorMath().log(&x, &x, 1);
  return x;
}

class LogUniform final : public RealGenerator {
 public:
  LogUniform(DType dtype, double low, double high, bool mirrored, const StreamKey& key)
      : RealGenerator(dtype, HeldRange(dtype, low, high, mirrored)),
        magnitudes_(RangeIn(dtype, low, high)),
        stream_(key, Purpose::kValue),
        sign_stream_(key, Purpose::kSelection),
        mirrored_(mirrored),
        log_low_(Log(low)),
        log_width_(Log(high) - log_low_) {}

 private:
  void Sample(uint64_t first, std::span<double> values) const override {
    FillUnit(stream_, true, first, values);
    for (double& value : values) value = log_low_ + value * log_width_;
    BestVectorMath().exp(values.data(), values.data(), values.size());
    for (double& value : values) {
      value = std::min(std::max(value, magnitudes_.low), magnitudes_.high);
    }
    if (!mirrored_) return;
    std::array<uint32_t, kChunk> words;
    sign_stream_.Fill(first, std::span(words).first(values.size()));
    for (size_t i = 0; i < values.size(); ++i) {
      if (words[i] % 2 != 0) values[i] = -values[i];
    }
  }

  ValueRange magnitudes_;
  WordStream stream_;
  WordStream sign_stream_;
  bool mirrored_;
  double log_low_;
  double log_width_;
};

Errors ValidateLogUniform(const DataSpec& spec, DType dtype) {
  Errors errors;
  const double low = *FindNumber(spec, "low");
  CheckBounds(spec, dtype, "low", low, "high", *FindNumber(spec, "high"), errors);
  if (errors.empty() && !(low > 0)) {
    errors.push_back(
        SpecError(spec, fmt::format("'low' must be greater than 0, not {}", NumberText(low))));
  }
  return errors;
}

Errors LogUniformNotes(const DataSpec& spec, DType dtype) {
  return BoundsNotes(spec, dtype, *FindNumber(spec, "low"), *FindNumber(spec, "high"));
}

Result<std::unique_ptr<Generator>> Make(const DataSpec& spec, DType dtype, const StreamKey& key,
                                        uint64_t) {
  std::unique_ptr<Generator> generator = std::make_unique<LogUniform>(
      dtype, *FindNumber(spec, "low"), *FindNumber(spec, "high"), Flag(spec, "signed"), key);
  return generator;
}

}  // namespace

DistributionInfo LogUniformDistribution() {
  return {.name = "loguniform",
          .parameters = {{"low", ParameterInfo::Kind::kNumber, true, "smallest magnitude, above 0"},
                         {"high", ParameterInfo::Kind::kNumber, true, "largest magnitude"},
                         {"signed", ParameterInfo::Kind::kFlag, false,
                          "true: half of the elements are negative"}},
          .meaning = "magnitudes whose logarithm is uniform in [log low, log high]",
          .validate = ValidateLogUniform,
          .notes = LogUniformNotes,
          .make = Make};
}

}  // namespace touchstone::data

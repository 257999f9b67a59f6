#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "framework/data/distributions/base.h"
#include "framework/data/distributions/distributions.h"
#include "framework/data/parameters.h"
#include "framework/data/uniform_words.h"
#include "framework/tensor/value_codec.h"

namespace touchstone::data {
namespace {

using tensor::DType;

/// More positions than this would need gigabytes to remember.
constexpr uint64_t kMostPositions = uint64_t{1} << 26;

/// max(1, floor(n / 1000)), the number that the Ascend precision rules give.
uint64_t PositionCount(uint64_t element_count) {
  return element_count == 0 ? 0 : std::max<uint64_t>(1, element_count / 1000);
}

/// Distinct positions, each set with equal probability: draws until there are enough.
std::vector<uint64_t> DrawPositions(uint64_t element_count, const StreamKey& key) {
  const WordStream stream(key, Purpose::kPosition);
  const uint64_t wanted = PositionCount(element_count);
  std::unordered_set<uint64_t> drawn;
  drawn.reserve(wanted);
  std::array<uint64_t, 64> words;
  for (uint64_t next = 0; drawn.size() < wanted; next += words.size()) {
    FillWords64(stream, next, words);
    for (const uint64_t word : words) {
      if (drawn.size() == wanted) break;
      drawn.insert(MultiplyHigh(word, element_count));
    }
  }
  std::vector<uint64_t> positions(drawn.begin(), drawn.end());
  std::sort(positions.begin(), positions.end());
  return positions;
}

class Outliers final : public Generator {
 public:
  Outliers(DType dtype, std::unique_ptr<Generator> base, double factor,
           std::vector<uint64_t> positions)
      : dtype_(dtype), base_(std::move(base)), factor_(factor), positions_(std::move(positions)) {}

  void Fill(uint64_t first, std::span<uint64_t> bits) const override {
    base_->Fill(first, bits);
    auto position = std::lower_bound(positions_.begin(), positions_.end(), first);
    for (; position != positions_.end() && *position - first < bits.size(); ++position) {
      uint64_t& pattern = bits[*position - first];
      pattern = tensor::EncodeValue(dtype_, tensor::DecodeValue(dtype_, pattern) * factor_);
    }
  }

 private:
  DType dtype_;
  std::unique_ptr<Generator> base_;
  double factor_;
  std::vector<uint64_t> positions_;
};

struct Settings {
  bool normal;
  double first;   ///< low or mean
  double second;  ///< high or stddev
  double factor;
};

Settings SettingsOf(const DataSpec& spec) {
  const bool normal = Word(spec, "base", "uniform") == "normal";
  return {normal, normal ? Number(spec, "mean", 0) : Number(spec, "low", -1),
          normal ? Number(spec, "stddev", 1) : Number(spec, "high", 1),
          Number(spec, "factor", 1000)};
}

Errors ValidateOutliers(const DataSpec& spec, DType dtype) {
  Errors errors;
  const std::string base = Word(spec, "base", "uniform");
  if (base != "uniform" && base != "normal") {
    errors.push_back(SpecError(
        spec, fmt::format("unknown 'base' '{}'{}", base, Suggestion(base, {"uniform", "normal"}))));
    return errors;
  }
  const Settings settings = SettingsOf(spec);
  for (const char* name : {"low", "high", "mean", "stddev"}) {
    const bool of_normal = name == std::string_view("mean") || name == std::string_view("stddev");
    if (of_normal != settings.normal && FindNumber(spec, name)) {
      errors.push_back(
          SpecError(spec, fmt::format("'{}' does not belong to base '{}'", name, base)));
    }
  }
  if (!std::isfinite(settings.factor)) {
    errors.push_back(SpecError(
        spec, fmt::format("'factor' must be finite, not {}", NumberText(settings.factor))));
  }
  if (!errors.empty()) return errors;
  const double factor = std::max(1.0, std::fabs(settings.factor));
  if (settings.normal) {
    CheckNormal(spec, dtype, settings.first, settings.second, factor, errors);
    return errors;
  }
  CheckBounds(spec, dtype, "low", settings.first, "high", settings.second, errors);
  const double reach = std::max(std::fabs(settings.first), std::fabs(settings.second)) * factor;
  if (errors.empty() && tensor::Info(dtype).is_float && !Fits(dtype, reach)) {
    errors.push_back(SpecError(
        spec,
        fmt::format("outliers could reach {}, beyond {}'s largest value {}", NumberText(reach),
                    tensor::Name(dtype), NumberText(LimitsOf(dtype).highest))));
  }
  return errors;
}

Errors OutliersNotes(const DataSpec& spec, DType dtype) {
  const Settings settings = SettingsOf(spec);
  if (settings.normal) return {};
  return BoundsNotes(spec, dtype, settings.first, settings.second);
}

Result<std::unique_ptr<Generator>> Make(const DataSpec& spec, DType dtype, const StreamKey& key,
                                        uint64_t element_count) {
  if (PositionCount(element_count) > kMostPositions) {
    return SpecError(spec, fmt::format("a tensor of {} elements would have more than {} outliers",
                                       element_count, kMostPositions));
  }
  const Settings settings = SettingsOf(spec);
  std::unique_ptr<Generator> base = settings.normal
                                        ? MakeNormal(dtype, settings.first, settings.second, key)
                                        : MakeUniform(dtype, settings.first, settings.second, key);
  std::unique_ptr<Generator> generator = std::make_unique<Outliers>(
      dtype, std::move(base), settings.factor, DrawPositions(element_count, key));
  return generator;
}

}  // namespace

DistributionInfo OutliersDistribution() {
  using Kind = ParameterInfo::Kind;
  return {
      .name = "outliers",
      .parameters = {{"base", Kind::kWord, false, "uniform (default) or normal"},
                     {"low", Kind::kNumber, false, "base uniform: smallest value, -1"},
                     {"high", Kind::kNumber, false, "base uniform: largest value, 1"},
                     {"mean", Kind::kNumber, false, "base normal: mean, 0"},
                     {"stddev", Kind::kNumber, false, "base normal: standard deviation, 1"},
                     {"factor", Kind::kNumber, false, "what outliers are multiplied by, 1000"}},
      .meaning = "uniform or normal, with max(1, floor(n / 1000)) elements multiplied by factor",
      .validate = ValidateOutliers,
      .notes = OutliersNotes,
      .make = Make};
}

}  // namespace touchstone::data

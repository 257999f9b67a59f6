#include <fmt/format.h>

#include "framework/data/distributions/distributions.h"
#include "framework/data/distributions/patterns.h"
#include "framework/data/parameters.h"

namespace touchstone::data {
namespace {

using tensor::DType;

class Exhaustive final : public Generator {
 public:
  Exhaustive(PatternSet patterns, uint64_t start, uint64_t stride)
      : patterns_(patterns), start_(Reduced(start)), stride_(Reduced(stride)) {}

  void Fill(uint64_t first, std::span<uint64_t> bits) const override {
    uint64_t number = Reduced(Wide{first} * stride_ + start_);
    for (uint64_t& pattern : bits) {
      pattern = patterns_.Pattern(number);
      // number + stride modulo the count, which may be 2^64 (held as 0): no sum may overflow.
      const uint64_t room = patterns_.count() - stride_;
      number = number >= room ? number - room : number + stride_;
    }
  }

 private:
  __extension__ using Wide = unsigned __int128;
  uint64_t Reduced(Wide number) const {
    if (patterns_.count() == 0) return static_cast<uint64_t>(number);
    return static_cast<uint64_t>(number % patterns_.count());
  }

  PatternSet patterns_;
  uint64_t start_;
  uint64_t stride_;
};

/// Whole numbers up to here are exact in a double.
constexpr double kLargestWhole = 0x1p53;

void CheckWhole(const DataSpec& spec, std::string_view name, double least, Errors& errors) {
  const std::optional<double> value = FindNumber(spec, name);
  if (!value) return;
  const bool in_range = *value >= least && *value <= kLargestWhole;
  if (in_range && *value == static_cast<double>(static_cast<uint64_t>(*value))) return;
  errors.push_back(
      SpecError(spec, fmt::format("'{}' must be a whole number from {} to 2^53, not {}", name,
                                  NumberText(least), NumberText(*value))));
}

Errors ValidateExhaustive(const DataSpec& spec, DType) {
  Errors errors;
  CheckWhole(spec, "start", 0, errors);
  CheckWhole(spec, "stride", 1, errors);
  return errors;
}

Result<std::unique_ptr<Generator>> Make(const DataSpec& spec, DType dtype, const StreamKey&,
                                        uint64_t) {
  std::unique_ptr<Generator> generator = std::make_unique<Exhaustive>(
      PatternSet(dtype, Flag(spec, "finite_only")), static_cast<uint64_t>(Number(spec, "start", 0)),
      static_cast<uint64_t>(Number(spec, "stride", 1)));
  return generator;
}

}  // namespace

DistributionInfo ExhaustiveDistribution() {
  return {.name = "exhaustive",
          .parameters = {{"start", ParameterInfo::Kind::kNumber, false, "first pattern, default 0"},
                         {"stride", ParameterInfo::Kind::kNumber, false,
                          "step from one pattern to the next, default 1"},
                         {"finite_only", ParameterInfo::Kind::kFlag, false,
                          "true: no infinities and NaNs; counts the positive patterns, then the "
                          "negative ones"}},
          .meaning = "element i is bit pattern start + stride * i, modulo their number",
          .complex_rule = ComplexRule::kRefused,
          .validate = ValidateExhaustive,
          .make = Make};
}

}  // namespace touchstone::data

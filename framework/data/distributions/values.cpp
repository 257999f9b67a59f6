#include "framework/data/distributions/distributions.h"
#include "framework/data/parameters.h"
#include "framework/data/quantise.h"

namespace touchstone::data {
namespace {

using tensor::DType;

class Cycle final : public Generator {
 public:
  explicit Cycle(std::vector<uint64_t> patterns) : patterns_(std::move(patterns)) {}
  void Fill(uint64_t first, std::span<uint64_t> bits) const override {
    size_t next = first % patterns_.size();
    for (uint64_t& pattern : bits) {
      pattern = patterns_[next];
      if (++next == patterns_.size()) next = 0;
    }
  }

 private:
  std::vector<uint64_t> patterns_;
};

Result<std::unique_ptr<Generator>> MakeCycle(const std::vector<Literal>& literals, DType dtype) {
  std::vector<uint64_t> patterns;
  for (const Literal& literal : literals) patterns.push_back(Quantise(literal, dtype).bits);
  std::unique_ptr<Generator> generator = std::make_unique<Cycle>(std::move(patterns));
  return generator;
}

Errors ValidateConstant(const DataSpec& spec, DType dtype) {
  return QuantisationErrors(spec, Literals(spec, "value"), dtype);
}

Errors ConstantNotes(const DataSpec& spec, DType dtype) {
  return QuantisationNotes(spec, Literals(spec, "value"), dtype);
}

Result<std::unique_ptr<Generator>> MakeConstant(const DataSpec& spec, DType dtype, const StreamKey&,
                                                uint64_t) {
  return MakeCycle(Literals(spec, "value"), dtype);
}

Errors ValidateValues(const DataSpec& spec, DType dtype) {
  const std::vector<Literal> literals = Literals(spec, "values");
  if (literals.empty()) return {SpecError(spec, "the list is empty")};
  return QuantisationErrors(spec, literals, dtype);
}

Errors ValuesNotes(const DataSpec& spec, DType dtype) {
  return QuantisationNotes(spec, Literals(spec, "values"), dtype);
}

Result<std::unique_ptr<Generator>> MakeValues(const DataSpec& spec, DType dtype, const StreamKey&,
                                              uint64_t) {
  return MakeCycle(Literals(spec, "values"), dtype);
}

}  // namespace

DistributionInfo ConstantDistribution() {
  return {.name = "constant",
          .parameters = {{"value", ParameterInfo::Kind::kNumber, true,
                          "the value; .inf and .nan are allowed"}},
          .meaning = "every element the same",
          .complex_rule = ComplexRule::kRealPart,
          .validate = ValidateConstant,
          .notes = ConstantNotes,
          .make = MakeConstant};
}

DistributionInfo ValuesDistribution() {
  return {.name = "values",
          .parameters = {{"values", ParameterInfo::Kind::kNumberList, true,
                          "the values; .inf and .nan are allowed"}},
          .meaning = "element i is entry i of the list, which starts again when it ends",
          .complex_rule = ComplexRule::kRealPart,
          .validate = ValidateValues,
          .notes = ValuesNotes,
          .make = MakeValues};
}

}  // namespace touchstone::data

#include <algorithm>

#include "framework/data/distributions/base.h"
#include "framework/data/distributions/distributions.h"
#include "framework/data/distributions/patterns.h"
#include "framework/data/parameters.h"
#include "framework/data/uniform_words.h"

namespace touchstone::data {
namespace {

using tensor::DType;

class SpecialsCycle final : public Generator {
 public:
  explicit SpecialsCycle(std::vector<uint64_t> specials) : specials_(std::move(specials)) {}
  void Fill(uint64_t first, std::span<uint64_t> bits) const override {
    for (size_t i = 0; i < bits.size(); ++i) bits[i] = specials_[(first + i) % specials_.size()];
  }

 private:
  std::vector<uint64_t> specials_;
};

class SpecialsMixed final : public Generator {
 public:
  SpecialsMixed(std::vector<uint64_t> specials, double rate, std::unique_ptr<Generator> base,
                const StreamKey& key)
      : specials_(std::move(specials)),
        rate_(rate),
        base_(std::move(base)),
        selection_(key, Purpose::kSelection) {}

  // Words 2i and 2i + 1 say whether element i is a special, and which one.
  void Fill(uint64_t first, std::span<uint64_t> bits) const override {
    base_->Fill(first, bits);
    InChunks(first, bits, [this](uint64_t start, std::span<uint64_t> part) {
      std::array<uint32_t, 2048> words;
      selection_.Fill(2 * start, std::span(words).first(2 * part.size()));
      for (size_t i = 0; i < part.size(); ++i) {
        if (!Chosen(words[2 * i], rate_)) continue;
        part[i] = specials_[(uint64_t{words[2 * i + 1]} * specials_.size()) >> 32];
      }
    });
  }

 private:
  std::vector<uint64_t> specials_;
  double rate_;
  std::unique_ptr<Generator> base_;
  WordStream selection_;
};

Errors ValidateSpecials(const DataSpec& spec, DType dtype) {
  Errors errors;
  CheckProbability(spec, "rate", errors);
  const bool has_low = FindNumber(spec, "low").has_value();
  const bool has_high = FindNumber(spec, "high").has_value();
  if (has_low != has_high) {
    errors.push_back(SpecError(spec, "'low' and 'high' must be given together"));
  } else if (has_low && !FindNumber(spec, "rate")) {
    errors.push_back(SpecError(spec, "'low' and 'high' need a 'rate'"));
  } else {
    CheckBounds(spec, dtype, "low", Number(spec, "low", -1), "high", Number(spec, "high", 1),
                errors);
  }
  return errors;
}

Errors SpecialsNotes(const DataSpec& spec, DType dtype) {
  if (!FindNumber(spec, "low")) return {};
  return BoundsNotes(spec, dtype, *FindNumber(spec, "low"), *FindNumber(spec, "high"));
}

Result<std::unique_ptr<Generator>> Make(const DataSpec& spec, DType dtype, const StreamKey& key,
                                        uint64_t) {
  std::vector<uint64_t> specials = SpecialPatterns(dtype, Flag(spec, "finite_only"));
  std::unique_ptr<Generator> generator;
  if (const std::optional<double> rate = FindNumber(spec, "rate")) {
    generator = std::make_unique<SpecialsMixed>(
        std::move(specials), *rate,
        MakeUniform(dtype, Number(spec, "low", -1), Number(spec, "high", 1), key), key);
  } else {
    generator = std::make_unique<SpecialsCycle>(std::move(specials));
  }
  return generator;
}

}  // namespace

DistributionInfo SpecialsDistribution() {
  using Kind = ParameterInfo::Kind;
  return {.name = "specials",
          .parameters = {{"rate", Kind::kNumber, false,
                          "share of special values among uniform ones; without it there are only "
                          "special values, in turn"},
                         {"low", Kind::kNumber, false, "with rate: smallest uniform value, -1"},
                         {"high", Kind::kNumber, false, "with rate: largest uniform value, 1"},
                         {"finite_only", Kind::kFlag, false, "true: no infinities and NaNs"}},
          .meaning = "signed zeros, subnormals, smallest and largest normals, infinities and NaNs",
          .validate = ValidateSpecials,
          .notes = SpecialsNotes,
          .make = Make};
}

}  // namespace touchstone::data

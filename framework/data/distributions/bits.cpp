#include "framework/data/distributions/distributions.h"
#include "framework/data/distributions/patterns.h"
#include "framework/data/parameters.h"
#include "framework/data/uniform_words.h"

namespace touchstone::data {
namespace {

using tensor::DType;

class Bits final : public Generator {
 public:
  Bits(DType dtype, bool finite_only, const StreamKey& key)
      : stream_(key, Purpose::kValue), patterns_(dtype, finite_only) {}

  void Fill(uint64_t first, std::span<uint64_t> bits) const override {
    InChunks(first, bits, [this](uint64_t start, std::span<uint64_t> part) {
      FillWords64(stream_, start, part);
      const uint64_t count = patterns_.count();
      for (uint64_t& word : part) {
        word = patterns_.Pattern(count == 0 ? word : MultiplyHigh(word, count));
      }
    });
  }

 private:
  WordStream stream_;
  PatternSet patterns_;
};

Errors ValidateBits(const DataSpec&, DType) { return {}; }

Result<std::unique_ptr<Generator>> Make(const DataSpec& spec, DType dtype, const StreamKey& key,
                                        uint64_t) {
  std::unique_ptr<Generator> generator =
      std::make_unique<Bits>(dtype, Flag(spec, "finite_only"), key);
  return generator;
}

}  // namespace

DistributionInfo BitsDistribution() {
  return {.name = "bits",
          .parameters = {{"finite_only", ParameterInfo::Kind::kFlag, false,
                          "true: no infinities and NaNs"}},
          .meaning = "every bit pattern of the dtype with equal probability",
          .validate = ValidateBits,
          .make = Make};
}

}  // namespace touchstone::data

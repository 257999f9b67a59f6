#include "framework/data/complex_generator.h"

#include <limits>

#include "framework/data/parameters.h"
#include "framework/data/uniform_words.h"

namespace touchstone::data {
namespace {

/// complex64: both parts in one entry, the real part in the low half as memory has it.
class Complex64 final : public Generator {
 public:
  Complex64(std::unique_ptr<Generator> parts, bool independent)
      : parts_(std::move(parts)), independent_(independent) {}

  void Fill(uint64_t first, std::span<uint64_t> bits) const override {
    if (!independent_) return parts_->Fill(first, bits);
    InChunks(first, bits, [this](uint64_t start, std::span<uint64_t> part) {
      std::array<uint64_t, 2048> pairs;
      parts_->Fill(2 * start, std::span(pairs).first(2 * part.size()));
      for (size_t i = 0; i < part.size(); ++i) part[i] = pairs[2 * i] | (pairs[2 * i + 1] << 32);
    });
  }

 private:
  std::unique_ptr<Generator> parts_;
  bool independent_;
};

/// complex128: two entries per element.
class Complex128 final : public Generator {
 public:
  Complex128(std::unique_ptr<Generator> parts, bool independent)
      : parts_(std::move(parts)), independent_(independent) {}

  void Fill(uint64_t first, std::span<uint64_t> bits) const override {
    if (independent_) return parts_->Fill(2 * first, bits);
    const size_t elements = bits.size() / 2;
    const std::span<uint64_t> reals = bits.first(elements);
    parts_->Fill(first, reals);
    for (size_t i = elements; i-- > 0;) {  // from the end, so that nothing is overwritten unread
      bits[2 * i] = reals[i];
      bits[2 * i + 1] = 0;
    }
  }

 private:
  std::unique_ptr<Generator> parts_;
  bool independent_;
};

}  // namespace

Result<std::unique_ptr<Generator>> MakeComplex(const DistributionInfo& info, const DataSpec& spec,
                                               tensor::DType dtype, const StreamKey& key,
                                               uint64_t element_count) {
  const bool independent = info.complex_rule == ComplexRule::kIndependentParts;
  if (element_count > std::numeric_limits<uint64_t>::max() / 2) {
    return SpecError(spec, "the tensor has too many elements");
  }
  const uint64_t part_count = independent ? 2 * element_count : element_count;
  Result<std::unique_ptr<Generator>> parts = info.make(spec, PartType(dtype), key, part_count);
  if (!parts) return parts.errors();
  std::unique_ptr<Generator> generator;
  if (dtype == tensor::DType::kComplex64) {
    generator = std::make_unique<Complex64>(std::move(parts).value(), independent);
  } else {
    generator = std::make_unique<Complex128>(std::move(parts).value(), independent);
  }
  return generator;
}

}  // namespace touchstone::data

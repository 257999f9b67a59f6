#include <algorithm>
#include <array>
#include <cstring>

#include "framework/data/distributions/base.h"
#include "framework/data/distributions/distributions.h"
#include "framework/data/parameters.h"
#include "framework/data/real_generator.h"
#include "framework/data/uniform_kernel.h"
#include "framework/data/uniform_words.h"
#include "framework/tensor/value_codec.h"

namespace touchstone::data {
namespace {

using tensor::DType;

class UniformReal final : public RealGenerator {
 public:
  UniformReal(DType dtype, double low, double high, const StreamKey& key)
      : RealGenerator(dtype, RangeIn(dtype, low, high)),
        stream_(key, Purpose::kValue),
        wide_(dtype == DType::kFp64),
        low_(low),
        width_(high - low) {}

  void Store(DType dtype, uint64_t first, std::span<std::byte> storage) const override {
    if (wide_) return RealGenerator::Store(dtype, first, storage);
    const auto size = static_cast<size_t>(tensor::SizeBytes(dtype));
    while (!storage.empty()) {
      const size_t count = std::min(storage.size() / size, kChunk);
      StoreSome(dtype, first, count, storage.data());
      first += count;
      storage = storage.subspan(count * size);
    }
  }

 private:
  void StoreSome(DType dtype, uint64_t first, size_t count, std::byte* storage) const {
    static const UniformKernel& kernel = BestUniformKernel();
    const UniformRange held = {low_, width_, range().low, range().high};
    std::array<uint32_t, kChunk> words;
    stream_.Fill(first, std::span(words).first(count));
    if (dtype != DType::kFp32) {
      std::array<double, kChunk> values;
      kernel.exact(held, words.data(), count, values.data());
      tensor::StoreValues(dtype, std::span(values).first(count), storage);
    } else if (reinterpret_cast<uintptr_t>(storage) % alignof(float) == 0) {
      kernel.values(held, words.data(), count, reinterpret_cast<float*>(storage));
    } else {
      std::array<float, kChunk> values;
      kernel.values(held, words.data(), count, values.data());
      std::memcpy(storage, values.data(), count * sizeof(float));
    }
  }

  void Sample(uint64_t first, std::span<double> values) const override {
    FillUnit(stream_, wide_, first, values);
    for (double& value : values) value = low_ + value * width_;
  }

  WordStream stream_;
  bool wide_;  ///< 53 random bits per element: 32 would leave most values of fp64 out
  double low_;
  double width_;
};

class UniformInteger final : public Generator {
 public:
  UniformInteger(DType dtype, double low, double high, const StreamKey& key)
      : stream_(key, Purpose::kValue) {
    const ValueRange range = RangeIn(dtype, low, high);
    // As 64-bit two's complement, in which the number of steps is right for signed types as well.
    low_ = SignExtended(dtype, tensor::EncodeValue(dtype, range.low));
    steps_ = SignExtended(dtype, tensor::EncodeValue(dtype, range.high)) - low_;
    const int width = 8 * tensor::SizeBytes(dtype);
    mask_ = width == 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1;
  }

  void Fill(uint64_t first, std::span<uint64_t> bits) const override {
    InChunks(first, bits, [this](uint64_t start, std::span<uint64_t> part) {
      FillWords64(stream_, start, part);
      for (uint64_t& word : part) {
        const uint64_t step = steps_ == ~uint64_t{0} ? word : MultiplyHigh(word, steps_ + 1);
        word = (low_ + step) & mask_;
      }
    });
  }

 private:
  static uint64_t SignExtended(DType dtype, uint64_t bits) {
    switch (dtype) {
      case DType::kInt8:
        return static_cast<uint64_t>(static_cast<int8_t>(bits));
      case DType::kInt16:
        return static_cast<uint64_t>(static_cast<int16_t>(bits));
      case DType::kInt32:
        return static_cast<uint64_t>(static_cast<int32_t>(bits));
      default:
        return bits;
    }
  }

  WordStream stream_;
  uint64_t low_;
  uint64_t steps_;
  uint64_t mask_;
};

struct Bounds {
  double low;
  double high;
};

/// Without bounds: [-1, 1], and [0, 1] for the types that have no negative values.
Bounds BoundsOf(const DataSpec& spec, DType dtype) {
  const bool has_negative = LimitsOf(dtype).lowest < 0;
  return {Number(spec, "low", has_negative ? -1 : 0), Number(spec, "high", 1)};
}

Errors ValidateUniform(const DataSpec& spec, DType dtype) {
  Errors errors;
  if (FindNumber(spec, "low").has_value() != FindNumber(spec, "high").has_value()) {
    errors.push_back(SpecError(spec, "'low' and 'high' must be given together"));
    return errors;
  }
  const Bounds bounds = BoundsOf(spec, dtype);
  CheckBounds(spec, dtype, "low", bounds.low, "high", bounds.high, errors);
  return errors;
}

Errors UniformNotes(const DataSpec& spec, DType dtype) {
  const Bounds bounds = BoundsOf(spec, dtype);
  return BoundsNotes(spec, dtype, bounds.low, bounds.high);
}

Result<std::unique_ptr<Generator>> Make(const DataSpec& spec, DType dtype, const StreamKey& key,
                                        uint64_t) {
  const Bounds bounds = BoundsOf(spec, dtype);
  return MakeUniform(dtype, bounds.low, bounds.high, key);
}

}  // namespace

std::unique_ptr<Generator> MakeUniform(DType dtype, double low, double high, const StreamKey& key) {
  if (tensor::Info(dtype).is_float) return std::make_unique<UniformReal>(dtype, low, high, key);
  return std::make_unique<UniformInteger>(dtype, low, high, key);
}

DistributionInfo UniformDistribution() {
  return {.name = "uniform",
          .parameters = {{"low", ParameterInfo::Kind::kNumber, false, "smallest value"},
                         {"high", ParameterInfo::Kind::kNumber, false, "largest value"}},
          .meaning = "uniform in [low, high]; without bounds [-1, 1], or [0, 1] for unsigned types",
          .validate = ValidateUniform,
          .notes = UniformNotes,
          .make = Make};
}

}  // namespace touchstone::data

#include "framework/data/real_generator.h"

#include <algorithm>
#include <array>

#include "framework/tensor/value_codec.h"

namespace touchstone::data {

void RealGenerator::SampleHeld(uint64_t first, std::span<double> values) const {
  Sample(first, values);
  for (double& value : values) value = std::min(std::max(value, range_.low), range_.high);
}

void RealGenerator::Fill(uint64_t first, std::span<uint64_t> bits) const {
  std::array<double, kChunk> buffer;
  while (!bits.empty()) {
    const std::span<double> values(buffer.data(), std::min(bits.size(), kChunk));
    SampleHeld(first, values);
    tensor::EncodeValues(dtype_, values, bits.first(values.size()));
    first += values.size();
    bits = bits.subspan(values.size());
  }
}

void RealGenerator::Store(tensor::DType dtype, uint64_t first, std::span<std::byte> storage) const {
  std::array<double, kChunk> buffer;
  const auto size = static_cast<size_t>(tensor::SizeBytes(dtype));
  while (!storage.empty()) {
    const std::span<double> values(buffer.data(), std::min(storage.size() / size, kChunk));
    SampleHeld(first, values);
    tensor::StoreValues(dtype, values, storage.data());
    first += values.size();
    storage = storage.subspan(values.size() * size);
  }
}

ValueRange FullRange(tensor::DType dtype) {
  const DTypeLimits limits = LimitsOf(dtype);
  return {limits.lowest, limits.highest, false};
}

}  // namespace touchstone::data

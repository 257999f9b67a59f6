#include "framework/data/real_generator.h"

#include <algorithm>
#include <array>

#include "framework/tensor/value_codec.h"

namespace touchstone::data {

void RealGenerator::Fill(uint64_t first, std::span<uint64_t> bits) const {
  std::array<double, kChunk> buffer;
  while (!bits.empty()) {
    const std::span<double> values(buffer.data(), std::min(bits.size(), kChunk));
    Sample(first, values);
    for (double& value : values) value = std::min(std::max(value, range_.low), range_.high);
    tensor::EncodeValues(dtype_, values, bits.first(values.size()));
    first += values.size();
    bits = bits.subspan(values.size());
  }
}

ValueRange FullRange(tensor::DType dtype) {
  const DTypeLimits limits = LimitsOf(dtype);
  return {limits.lowest, limits.highest, false};
}

}  // namespace touchstone::data

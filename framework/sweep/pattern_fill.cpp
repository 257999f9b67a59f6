#include "framework/sweep/pattern_fill.h"

#include <cstring>

namespace touchstone::sweep {
namespace {

template <typename Element>
void Fill(uint32_t bits, uint32_t step, std::span<std::byte> bytes) {
  std::byte* to = bytes.data();
  const size_t count = bytes.size() / sizeof(Element);
  for (size_t i = 0; i < count; ++i) {
    const auto element = static_cast<Element>(bits + static_cast<uint32_t>(i) * step);
    std::memcpy(to + i * sizeof(Element), &element, sizeof(Element));
  }
}

void Fill(uint32_t bits, uint32_t step, size_t element_bytes, std::span<std::byte> bytes) {
  if (element_bytes == sizeof(uint32_t)) {
    Fill<uint32_t>(bits, step, bytes);
  } else {
    Fill<uint16_t>(bits, step, bytes);
  }
}

}  // namespace

void FillPatterns(const Patterns& patterns, uint64_t first, std::span<std::byte> bytes) {
  Fill(patterns.BitsAt(first), static_cast<uint32_t>(patterns.stride()),
       static_cast<size_t>(patterns.format().storage_bits) / 8, bytes);
}

void FillConstant(uint32_t bits, size_t element_bytes, std::span<std::byte> bytes) {
  Fill(bits, 0, element_bytes, bytes);
}

}  // namespace touchstone::sweep

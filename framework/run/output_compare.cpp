#include "framework/run/output_compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "framework/run/element_access.h"

namespace touchstone::run {
namespace {

/// Pieces in which equality is looked for: a few differing elements cost no more than their piece.
constexpr size_t kPieceElements = 1024;

uint64_t LowBits(const std::byte* element, size_t bytes) {
  uint64_t bits = 0;
  std::memcpy(&bits, element, std::min(bytes, sizeof bits));
  return bits;
}

}  // namespace

void UnwrittenElements::Mark(int64_t index) {
  if (words_.empty()) words_.resize(static_cast<size_t>(element_count_ / 64 + 1));
  words_[static_cast<size_t>(index / 64)] |= uint64_t{1} << (index % 64);
}

void UnwrittenElements::Read(int64_t first, std::span<uint8_t> flags) const {
  if (words_.empty()) {
    std::fill(flags.begin(), flags.end(), uint8_t{0});
    return;
  }
  for (size_t i = 0; i < flags.size(); ++i) {
    const auto index = static_cast<uint64_t>(first) + i;
    flags[i] = words_[index / 64] >> (index % 64) & 1;
  }
}

RunComparison::RunComparison(const tensor::TensorLayout& layout, uint8_t first_fill,
                             uint8_t later_fill, UnwrittenElements* unwritten)
    : layout_(layout),
      element_bytes_(static_cast<size_t>(tensor::SizeBytes(layout.dtype))),
      first_pattern_(element_bytes_, std::byte{first_fill}),
      later_pattern_(element_bytes_, std::byte{later_fill}),
      unwritten_(unwritten) {}

void RunComparison::Compare(int64_t first, std::span<const std::byte> first_run,
                            std::span<const std::byte> later_run) {
  const size_t count = first_run.size() / element_bytes_;
  for (size_t begin = 0; begin < count; begin += kPieceElements) {
    const size_t end = std::min(begin + kPieceElements, count);
    const size_t offset = begin * element_bytes_;
    if (std::memcmp(&first_run[offset], &later_run[offset], (end - begin) * element_bytes_) == 0) {
      continue;  // the two patterns differ, so nothing here can be unwritten either
    }
    for (size_t i = begin; i < end; ++i) {
      const std::byte* a = &first_run[i * element_bytes_];
      const std::byte* b = &later_run[i * element_bytes_];
      if (std::memcmp(a, b, element_bytes_) == 0) continue;
      const auto index = first + static_cast<int64_t>(i);
      if (std::memcmp(a, first_pattern_.data(), element_bytes_) == 0 &&
          std::memcmp(b, later_pattern_.data(), element_bytes_) == 0) {
        if (unwritten_ != nullptr) unwritten_->Mark(index);
      } else if (first_difference_.empty()) {
        first_difference_ =
            fmt::format("element {}: {} then {}", ElementPlace(index, layout_.shape),
                        PatternText(layout_.dtype, LowBits(a, element_bytes_)),
                        PatternText(layout_.dtype, LowBits(b, element_bytes_)));
      }
    }
  }
}

}  // namespace touchstone::run

#include "framework/run/output_compare.h"

#include <fmt/format.h>

#include <algorithm>

namespace touchstone::run {
namespace {

/// Both runs' patterns of one chunk of elements. The buffers are kept between chunks.
class ChunkPair {
 public:
  ChunkPair(const tensor::TensorLayout& layout, const FilledStorage& a, const FilledStorage& b)
      : layout_(layout), a_(a), b_(b) {
    const int size = tensor::SizeBytes(layout.dtype);
    fill_a_ = RepeatedByte(a.fill_byte, size);
    fill_b_ = RepeatedByte(b.fill_byte, size);
  }

  void Load(int64_t first, size_t count) {
    bits_a_.resize(count);
    bits_b_.resize(count);
    ReadElements(layout_, a_.storage, first, bits_a_);
    ReadElements(layout_, b_.storage, first, bits_b_);
  }

  uint64_t a(size_t i) const { return bits_a_[i]; }
  uint64_t b(size_t i) const { return bits_b_[i]; }
  bool IsUnwritten(size_t i) const { return bits_a_[i] == fill_a_ && bits_b_[i] == fill_b_; }

 private:
  const tensor::TensorLayout& layout_;
  const FilledStorage& a_;
  const FilledStorage& b_;
  uint64_t fill_a_;
  uint64_t fill_b_;
  std::vector<uint64_t> bits_a_;
  std::vector<uint64_t> bits_b_;
};

}  // namespace

void FindUnwritten(const tensor::TensorLayout& layout, const FilledStorage& a,
                   const FilledStorage& b, int64_t first, std::span<uint8_t> unwritten) {
  ChunkPair chunk(layout, a, b);
  chunk.Load(first, unwritten.size());
  for (size_t i = 0; i < unwritten.size(); ++i) unwritten[i] = chunk.IsUnwritten(i) ? 1 : 0;
}

std::string FirstDifference(const tensor::TensorLayout& layout, const FilledStorage& a,
                            const FilledStorage& b) {
  const int64_t count = tensor::ElementCount(layout.shape).value_or(0);
  ChunkPair chunk(layout, a, b);
  for (int64_t first = 0; first < count; first += kChunkElements) {
    const auto size = static_cast<size_t>(std::min(kChunkElements, count - first));
    chunk.Load(first, size);
    for (size_t i = 0; i < size; ++i) {
      if (chunk.a(i) == chunk.b(i) || chunk.IsUnwritten(i)) continue;
      return fmt::format(
          "element {}: {} then {}", ElementPlace(first + static_cast<int64_t>(i), layout.shape),
          PatternText(layout.dtype, chunk.a(i)), PatternText(layout.dtype, chunk.b(i)));
    }
  }
  return "";
}

}  // namespace touchstone::run

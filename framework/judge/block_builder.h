// Cuts chunks into classified blocks.
#pragma once

#include <array>

#include "framework/judge/block.h"
#include "framework/judge/element_classes.h"
#include "framework/judge/square_sum.h"
#include "framework/tensor/dtype.h"

namespace touchstone::judge {

/// Builds one block at a time into its own storage. What a block says of an element depends on that
/// element alone, never on its neighbours, so no result depends on how chunks are cut.
class BlockBuilder {
 public:
  BlockBuilder(tensor::DType dtype, const ClassPolicy& policy, double small_value_threshold);

  /// Elements [begin, begin + count) of the chunks, count <= kBlockSize; `first_index` is the
  /// row-major number of element `begin`. The block is valid until the next call and as long as the
  /// chunks are.
  const Block& Build(const ActualChunk& actual, const ExpectedChunk& expected, size_t begin,
                     size_t count, uint64_t first_index);

 private:
  // One element as it is judged: what the policy makes of exact and stated value.
  struct Expectation {
    double lower, upper;
    uint32_t rounded_bits;
    uint8_t decided;
    tensor::ElementClass stated;
    double bound, serial_bound;
  };
  Expectation ExpectationOf(const ActualChunk& actual, const ExpectedChunk& expected,
                            size_t j) const;
  bool IsSpecial(const ActualChunk& actual, const ExpectedChunk& expected, size_t begin,
                 size_t count) const;
  bool MayFlushOrOverflow() const;
  void Pass();
  void Classify(const ActualChunk& actual, const ExpectedChunk& expected, size_t begin,
                size_t count);

  const tensor::FloatFormat& format_;
  const ClassPolicy& policy_;
  double small_value_threshold_;
  BlockPassFunction pass_;
  int square_exponent_ = SquareSum::kLeastExponent;
  Block block_;

  // Where comparable elements are gathered when some of a run are not.
  std::array<uint16_t, kBlockSize> offsets_;
  std::array<uint32_t, kBlockSize> bits_;
  std::array<double, kBlockSize> lower_, upper_, benchmark_, bound_, serial_bound_;
  std::array<uint32_t, kBlockSize> rounded_bits_;
  std::array<uint8_t, kBlockSize> decided_;
};

}  // namespace touchstone::judge

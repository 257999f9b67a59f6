// The elements that broke a rule, worst by the rule's own measure.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "framework/judge/block.h"
#include "framework/tensor/float_format.h"

namespace touchstone::judge {

struct BrokenElement {
  double measure;  ///< how far beyond, in the rule's own terms; larger is worse
  uint64_t index;
  uint32_t actual_bits;
  uint32_t expected_bits;
  double exact;  ///< middle of the enclosure
  double bound;  ///< the rounding bound
};

/// Keeps the few worst, ties by index, so that no order of additions changes it.
class BrokenList {
 public:
  static constexpr size_t kCapacity = 3;

  void Add(const BrokenElement& element);
  /// Whether an element of this measure may have a place in it.
  bool Takes(double measure) const {
    return elements_.size() < kCapacity || !(measure < elements_.back().measure);
  }
  void Merge(const BrokenList& other);
  const std::vector<BrokenElement>& elements() const { return elements_; }

 private:
  std::vector<BrokenElement> elements_;  // sorted
};

/// Element `i` of the block.
BrokenElement BrokenAt(const Block& block, size_t i, double measure,
                       const tensor::FloatFormat& format);

}  // namespace touchstone::judge

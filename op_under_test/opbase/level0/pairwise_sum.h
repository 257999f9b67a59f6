// Sum of a sequence of values whose length need not be known, added pairwise.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "op_under_test/npu/vector_unit.h"

namespace npusim {

/// Keeps one partial sum per level, like the digits of a binary counter: two sums of 2^k values
/// become one of 2^(k+1). Every value takes part in at most ceil(log2 n) + 1 additions.
class PairwiseSum {
 public:
  /// `levels` is scratch memory of the core: one element per binary digit of the value count.
  PairwiseSum(const VectorUnit& unit, std::span<float> levels) : unit_(unit), levels_(levels) {}

  void Add(float value) {
    std::array<float, 1> carry{value};
    size_t level = 0;
    for (; (count_ >> level & 1) != 0; ++level) AddInto(carry, level);
    levels_[level] = carry[0];
    ++count_;
  }

  /// The partial sums added from the smallest to the largest; +0 without values.
  float Total() const {
    std::array<float, 1> total{0.0f};
    bool is_empty = true;
    for (size_t level = 0; count_ >> level != 0; ++level) {
      if ((count_ >> level & 1) == 0) continue;
      if (is_empty) {
        total[0] = levels_[level];
        is_empty = false;
      } else {
        AddInto(total, level);
      }
    }
    return total[0];
  }

 private:
  // sum = levels[level] + sum; the older partial sum is the left operand.
  void AddInto(std::array<float, 1>& sum, size_t level) const {
    unit_.Add(sum, levels_.subspan(level, 1), sum);
  }

  const VectorUnit& unit_;
  std::span<float> levels_;
  uint64_t count_ = 0;
};

}  // namespace npusim

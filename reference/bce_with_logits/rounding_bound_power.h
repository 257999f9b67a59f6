// Inputs and honest sums of the tests of what the bound of reductions can see: x in [-2, 2], no
// weights.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "reference/bce_with_logits/loss.h"
#include "reference/bce_with_logits/reduction.h"
#include "reference/bce_with_logits/stated_arithmetic.h"
#include "reference/bce_with_logits/test_inputs.h"

namespace touchstone::reference::bce_with_logits {

inline constexpr int kCores = 40;
inline constexpr StatedArithmetic kChips[] = {{OperationOrder::kRegBase, true, false},
                                              {OperationOrder::kTbe, false, false}};

struct PowerInputs {
  std::vector<float> x, y;
  PowerInputs(size_t count, bool hard, uint64_t seed) {
    for (size_t i = 0; i < count; ++i) {
      const uint64_t a = Random(seed, 2 * i), b = Random(seed, 2 * i + 1);
      x.push_back(static_cast<float>(a >> 40) * 0x1p-22f - 2);
      y.push_back(hard ? static_cast<float>(b >> 63) : static_cast<float>(b >> 40) * 0x1p-24f);
    }
  }
  std::vector<float> Losses(const StatedArithmetic& chip) const {
    std::vector<float> losses(x.size());
    std::vector<uint8_t> overflows(x.size());
    for (size_t i = 0; i < x.size(); i += LossBlock::kCapacity) {
      const size_t n = std::min(LossBlock::kCapacity, x.size() - i);
      StatedLoss(LossBlock({{&x[i], n}, {&y[i], n}}), chip, {&losses[i], n}, {&overflows[i], n});
    }
    return losses;
  }
};

/// The sum of loss(0) ... loss(count - 1): blocks of one size but the last, one per core; tiles by
/// halving, their sums pairwise.
template <class Loss>
float TwoLevelSum(uint64_t count, int cores, const StatedArithmetic& chip, const Loss& loss) {
  const uint64_t share = (count + static_cast<uint64_t>(cores) - 1) / static_cast<uint64_t>(cores);
  constexpr uint64_t kTile = 1000;
  std::vector<float> sums, tiles, tile;
  for (uint64_t begin = 0; begin < count; begin += share) {
    const uint64_t end = std::min(count, begin + share);
    tiles.clear();
    for (uint64_t i = begin; i < end; i += kTile) {
      tile.clear();
      for (uint64_t k = i; k < std::min(i + kTile, end); ++k) tile.push_back(loss(k));
      tiles.push_back(StatedSum(tile, chip));
    }
    sums.push_back(StatedSum(tiles, chip));
  }
  return StatedSum(sums, chip);
}

/// Whether the rule of rounding-bound lets an fp32 result pass.
inline bool Admits(const ReductionResult& r, double bound, double actual) {
  const auto round = [](double v) { return ValueOfBits(kFp32, RoundToBits(kFp32, v)); };
  return round(r.value.lower - bound) <= actual && actual <= round(r.value.upper + bound);
}

}  // namespace touchstone::reference::bce_with_logits

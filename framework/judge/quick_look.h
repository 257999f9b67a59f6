// What a few rounded operations prove of whole blocks: which elements are surely within a tolerance
// and which are surely beyond. Only the rest needs exact comparison.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "framework/judge/block.h"
#include "framework/judge/tolerance.h"

namespace touchstone::judge {

/// One entry per element of the block. About 4 KiB: to be kept on the stack.
struct QuickLook {
  static constexpr int64_t kOpen = 0, kWithin = 1, kBeyond = 2;
  std::array<int64_t, kBlockSize> proven;
  size_t within = 0;  ///< how many are kWithin

  /// Sets what a look at all of the block has found.
  void Count(size_t count);
};

/// Against the enclosures.
void LookAt(const LinearTolerance& tolerance, const Block& block, QuickLook& look);
void LookAt(const UlpTolerance& tolerance, const Block& block, QuickLook& look);
/// Against the exact values rounded once; where that is left open, so is the element.
void LookAtRounded(const LinearTolerance& tolerance, const Block& block,
                   const tensor::FloatFormat& format, QuickLook& look);
/// RN(exact - bound) <= actual <= RN(exact + bound), with numbers of magnitude `largest` left open:
/// a chip that saturates gives them for larger ones too. Infinite bounds leave an element open.
void LookAtBound(const double* bound, double largest, const Block& block,
                 const tensor::FloatFormat& format, QuickLook& look);

}  // namespace touchstone::judge

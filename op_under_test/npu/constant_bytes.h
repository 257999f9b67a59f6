// Runs of bytes that repeat one pattern, shared by everyone who reads such memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "op_under_test/npu/internal.h"

namespace npusim {

class NPUSIM_INTERNAL ConstantBytes {
 public:
  /// As many bytes as the largest unified buffer holds.
  static constexpr uint64_t kLargestBytes = 256 * 1024;

  /// The pattern's bytes over and over, kLargestBytes and one pattern more, for the life of the
  /// process; null when too many patterns are in use to keep another. Thread-safe.
  static const std::byte* Of(uint64_t pattern);
};

}  // namespace npusim

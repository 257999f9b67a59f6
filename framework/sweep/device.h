// What computes the swept operator: a process with a real device, or a stand-in in tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "framework/diagnostics/error.h"

namespace touchstone::sweep {

inline constexpr uint64_t kNoPattern = std::numeric_limits<uint64_t>::max();

/// What came of one chunk of patterns, computed twice.
struct ChunkResult {
  uint64_t first = 0;
  uint64_t count = 0;
  /// Not empty: the operator did not compute, and why ("phase 1 returned 161002 ..."). Nothing else
  /// is then of any use.
  std::string refusal;
  std::span<const std::byte> output;   ///< of the first run, one element of the dtype per pattern
  std::span<const uint8_t> unwritten;  ///< 1 where neither run wrote; empty: all is written
  uint64_t differing = 0;              ///< elements with other bits in the second run
  uint64_t first_differing = kNoPattern;
  std::vector<std::string> problems;  ///< changed inputs, broken rules of the interface
};

/// One device with its own queue. Not thread-safe.
class Device {
 public:
  /// Chunks that may be begun before the first is awaited, so that the device works on one while
  /// the other is judged.
  static constexpr int kDepth = 2;

  virtual ~Device() = default;
  virtual Status Begin(uint64_t first, uint64_t count) = 0;
  /// The oldest chunk begun. Its spans are valid until the next Begin. Errors (infrastructure): the
  /// device is gone or does not answer.
  virtual Result<ChunkResult> Await() = 0;
  /// Ends the device; gives what is found on that occasion: guard zones overwritten, leaks.
  virtual Result<std::vector<std::string>> Close() = 0;
};

}  // namespace touchstone::sweep

// The free parts of an address range.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "op_under_test/npu/internal.h"

namespace npusim {

/// Takes and gives back pieces; neighbours that are free merge. Not thread-safe.
class NPUSIM_INTERNAL AddressRanges {
 public:
  AddressRanges(uint64_t begin, uint64_t size);

  /// Start of a piece cut from the smallest free range that holds it (the lowest of equals).
  std::optional<uint64_t> Take(uint64_t size);
  /// Gives a piece back. It must have been taken, whole or in part, and not be free already.
  void GiveBack(uint64_t begin, uint64_t size);

 private:
  void Insert(uint64_t begin, uint64_t size);
  void Erase(std::map<uint64_t, uint64_t>::iterator range);

  std::map<uint64_t, uint64_t> by_begin_;            ///< begin -> size
  std::set<std::pair<uint64_t, uint64_t>> by_size_;  ///< (size, begin)
};

}  // namespace npusim

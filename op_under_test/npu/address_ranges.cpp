#include "op_under_test/npu/address_ranges.h"

#include <iterator>

namespace npusim {

AddressRanges::AddressRanges(uint64_t begin, uint64_t size) { Insert(begin, size); }

std::optional<uint64_t> AddressRanges::Take(uint64_t size) {
  const auto best = by_size_.lower_bound({size, 0});
  if (best == by_size_.end()) return std::nullopt;
  const auto [range_size, begin] = *best;
  Erase(by_begin_.find(begin));
  if (range_size > size) Insert(begin + size, range_size - size);
  return begin;
}

void AddressRanges::GiveBack(uint64_t begin, uint64_t size) {
  const auto next = by_begin_.lower_bound(begin);
  if (next != by_begin_.begin()) {
    const auto previous = std::prev(next);
    if (previous->first + previous->second == begin) {
      begin = previous->first;
      size += previous->second;
      Erase(previous);
    }
  }
  if (next != by_begin_.end() && begin + size == next->first) {
    size += next->second;
    Erase(next);
  }
  Insert(begin, size);
}

void AddressRanges::Insert(uint64_t begin, uint64_t size) {
  by_begin_.emplace(begin, size);
  by_size_.emplace(size, begin);
}

void AddressRanges::Erase(std::map<uint64_t, uint64_t>::iterator range) {
  by_size_.erase({range->second, range->first});
  by_begin_.erase(range);
}

}  // namespace npusim

// Few rows that together hold every pair of values: pairwise testing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

namespace touchstone::suite {

/// A column of a row that has no value yet.
inline constexpr size_t kUnset = std::numeric_limits<size_t>::max();
/// Most pairs of values that are looked at.
inline constexpr uint64_t kMaxPairs = 4'000'000;

struct CoveringArray {
  std::vector<std::vector<size_t>> rows;
  uint64_t covered_pairs = 0;
  uint64_t impossible_pairs = 0;  ///< pairs that no allowed row holds
};

/// Rows over columns with `sizes` values such that every pair of values of any two columns that
/// some allowed row holds is in one of them. Greedy, as AETG (Cohen, Dalal, Fredman and Patton,
/// IEEE Transactions on Software Engineering 23(7), 1997), without chance: the same rows every
/// time. `allowed` gets rows in which columns may be kUnset and says whether they may still become
/// one. Nothing when there are more than kMaxPairs pairs, or when deciding whether a pair is
/// possible takes too long.
std::optional<CoveringArray> CoverPairs(
    const std::vector<size_t>& sizes,
    const std::function<bool(const std::vector<size_t>&)>& allowed);

}  // namespace touchstone::suite

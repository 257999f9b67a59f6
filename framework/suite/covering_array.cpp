#include "framework/suite/covering_array.h"

#include <algorithm>
#include <numeric>

namespace touchstone::suite {
namespace {

// Steps of one search for a row; constraints that need more are no constraints for a test suite.
constexpr uint64_t kMaxSteps = 200'000;

using Row = std::vector<size_t>;

class Builder {
 public:
  Builder(const std::vector<size_t>& sizes, const std::function<bool(const Row&)>& allowed)
      : sizes_(sizes), allowed_(allowed), first_(sizes.size()) {
    size_t values = 0;
    for (size_t column = 0; column < sizes.size(); ++column) {
      first_[column] = values;
      values += sizes[column];
    }
    values_ = values;
    done_.assign(values * values, false);
  }

  std::optional<CoveringArray> Build() {
    if (sizes_.size() == 1) return SingleColumn();
    for (size_t i = 0; i < sizes_.size(); ++i) {
      for (size_t j = i + 1; j < sizes_.size(); ++j) {
        for (size_t a = 0; a < sizes_[i]; ++a) {
          for (size_t b = 0; b < sizes_[j]; ++b) {
            if (!Done(i, a, j, b) && !AddRowWith(i, a, j, b)) return std::nullopt;
          }
        }
      }
    }
    return std::move(result_);
  }

 private:
  std::optional<CoveringArray> SingleColumn() {
    for (size_t a = 0; a < sizes_[0]; ++a) {
      if (allowed_({a})) result_.rows.push_back({a});
    }
    return std::move(result_);
  }

  std::vector<bool>::reference Done(size_t i, size_t a, size_t j, size_t b) {
    return done_[(first_[i] + a) * values_ + first_[j] + b];
  }

  // False only when the search took too long.
  bool AddRowWith(size_t i, size_t a, size_t j, size_t b) {
    Row row(sizes_.size(), kUnset);
    row[i] = a;
    row[j] = b;
    steps_ = 0;
    if (allowed_(row) && Complete(row, 0)) {
      Mark(row);
      result_.rows.push_back(std::move(row));
      return true;
    }
    if (steps_ > kMaxSteps) return false;
    Done(i, a, j, b) = Done(j, b, i, a) = true;
    ++result_.impossible_pairs;
    return true;
  }

  // Fills the columns from `column` on, values that cover most new pairs first.
  bool Complete(Row& row, size_t column) {
    while (column < row.size() && row[column] != kUnset) ++column;
    if (column == row.size()) return true;
    std::vector<size_t> order(sizes_[column]);
    // Starting elsewhere in each row spreads the values that no pair asks for.
    std::iota(order.begin(), order.end(), size_t{0});
    std::rotate(order.begin(), order.begin() + result_.rows.size() % order.size(), order.end());
    std::vector<size_t> gain(order.size());
    for (size_t value = 0; value < gain.size(); ++value) gain[value] = Gain(row, column, value);
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t x, size_t y) { return gain[x] > gain[y]; });
    for (const size_t value : order) {
      if (++steps_ > kMaxSteps) break;
      row[column] = value;
      if (allowed_(row) && Complete(row, column + 1)) return true;
    }
    row[column] = kUnset;
    return false;
  }

  size_t Gain(const Row& row, size_t column, size_t value) {
    size_t gain = 0;
    for (size_t other = 0; other < row.size(); ++other) {
      if (other != column && row[other] != kUnset && !Done(column, value, other, row[other])) {
        ++gain;
      }
    }
    return gain;
  }

  void Mark(const Row& row) {
    for (size_t i = 0; i < row.size(); ++i) {
      for (size_t j = i + 1; j < row.size(); ++j) {
        if (Done(i, row[i], j, row[j])) continue;
        Done(i, row[i], j, row[j]) = Done(j, row[j], i, row[i]) = true;
        ++result_.covered_pairs;
      }
    }
  }

  const std::vector<size_t>& sizes_;
  const std::function<bool(const Row&)>& allowed_;
  std::vector<size_t> first_;  // of a column's values among all values
  size_t values_ = 0;
  std::vector<bool> done_;  // pairs in a row, or impossible
  uint64_t steps_ = 0;
  CoveringArray result_;
};

}  // namespace

std::optional<CoveringArray> CoverPairs(
    const std::vector<size_t>& sizes,
    const std::function<bool(const std::vector<size_t>&)>& allowed) {
  if (sizes.empty()) return CoveringArray{};
  uint64_t values = 0;
  for (const size_t size : sizes) {
    values += size;
    if (values * values > 2 * kMaxPairs) return std::nullopt;
  }
  return Builder(sizes, allowed).Build();
}

}  // namespace touchstone::suite

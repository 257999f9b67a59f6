#include "framework/suite/covering_array.h"

#include <gtest/gtest.h>

#include <set>
#include <tuple>

namespace touchstone::suite {
namespace {

using Row = std::vector<size_t>;
using Pair = std::tuple<size_t, size_t, size_t, size_t>;

std::set<Pair> PairsOf(const std::vector<Row>& rows) {
  std::set<Pair> pairs;
  for (const Row& row : rows) {
    for (size_t i = 0; i < row.size(); ++i) {
      for (size_t j = i + 1; j < row.size(); ++j) pairs.emplace(i, row[i], j, row[j]);
    }
  }
  return pairs;
}

// Every allowed row, one by one: what the array must be measured against.
std::vector<Row> AllRows(const Row& sizes, const std::function<bool(const Row&)>& allowed) {
  std::vector<Row> rows;
  Row row(sizes.size(), 0);
  for (size_t column = 0; column < sizes.size();) {
    if (allowed(row)) rows.push_back(row);
    for (column = 0; column < sizes.size() && ++row[column] == sizes[column]; ++column) {
      row[column] = 0;
    }
  }
  return rows;
}

TEST(CoveringArray, HoldsExactlyThePossiblePairs) {
  // Column 0 at 1 forces column 1 to 2, and the last column never has its last value together with
  // column 2 at 0.
  const auto allowed = [](const Row& row) {
    if (row[0] == 1 && row[1] != kUnset && row[1] != 2) return false;
    return !(row[2] == 0 && row[3] == 2);
  };
  const Row sizes = {3, 4, 2, 3};
  const auto made = CoverPairs(sizes, allowed);
  ASSERT_TRUE(made.has_value());
  const std::set<Pair> possible = PairsOf(AllRows(sizes, allowed));
  EXPECT_EQ(PairsOf(made->rows), possible);
  EXPECT_EQ(made->covered_pairs, possible.size());
  EXPECT_EQ(made->covered_pairs + made->impossible_pairs, 12u + 6 + 9 + 8 + 12 + 6);
  for (const Row& row : made->rows) EXPECT_TRUE(allowed(row));
  EXPECT_LT(made->rows.size(), 20u);
}

TEST(CoveringArray, FewColumns) {
  const auto any = [](const Row&) { return true; };
  EXPECT_EQ(CoverPairs({3}, any)->rows, (std::vector<Row>{{0}, {1}, {2}}));
  EXPECT_EQ(CoverPairs({3, 2}, any)->rows.size(), 6u);
  EXPECT_EQ(CoverPairs({1, 1, 1}, any)->rows, (std::vector<Row>{{0, 0, 0}}));
}

TEST(CoveringArray, TooMuchIsNoArray) {
  EXPECT_FALSE(CoverPairs({2000, 2000}, [](const Row&) { return true; }).has_value());
  // No complete row is allowed, which only an exhaustive search would find.
  const auto never = [](const Row& row) { return row.back() == kUnset; };
  EXPECT_FALSE(CoverPairs(Row(12, 10), [&](const Row& row) {
                 for (size_t i = 0; i + 1 < row.size(); ++i) {
                   if (row[i] == kUnset) return true;
                 }
                 return never(row);
               }).has_value());
}

}  // namespace
}  // namespace touchstone::suite

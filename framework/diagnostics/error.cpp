#include "framework/diagnostics/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <numeric>

namespace touchstone {
namespace {

// Edits between two words: insertions, deletions, replacements and swaps of neighbours, each one
// (optimal string alignment). Case is ignored: a wrong capital is the most common slip.
size_t EditDistance(std::string_view a, std::string_view b) {
  const auto same = [&](size_t i, size_t j) {
    return std::tolower(static_cast<unsigned char>(a[i])) ==
           std::tolower(static_cast<unsigned char>(b[j]));
  };
  std::vector<size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  std::iota(above.begin(), above.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    row[0] = i + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      row[j + 1] = std::min({above[j] + (same(i, j) ? 0 : 1), above[j + 1] + 1, row[j] + 1});
      if (i > 0 && j > 0 && same(i, j - 1) && same(i - 1, j)) {
        row[j + 1] = std::min(row[j + 1], before[j - 1] + 1);
      }
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above.back();
}

}  // namespace

std::string Error::ToString() const {
  std::string text;
  if (!where.file.empty()) {
    text = where.file;
    if (where.line > 0) text += fmt::format(":{}", where.line);
    if (where.line > 0 && where.column > 0) text += fmt::format(":{}", where.column);
    text += ": ";
  }
  text += message;
  if (!excerpt.empty()) text += "\n" + excerpt;
  return text;
}

std::string NearestWord(std::string_view word, const std::vector<std::string>& choices) {
  constexpr size_t kLongestWordToCompare = 200;  // a hostile key must not cost quadratic time
  if (word.size() > kLongestWordToCompare) return "";
  std::string best;
  size_t best_distance = 0;
  for (const std::string& choice : choices) {
    const size_t distance = EditDistance(word, choice);
    const size_t allowed = std::max<size_t>(1, std::max(word.size(), choice.size()) / 3);
    if (distance <= allowed && (best.empty() || distance < best_distance)) {
      best = choice;
      best_distance = distance;
    }
  }
  return best;
}

std::string Suggestion(std::string_view word, const std::vector<std::string>& choices) {
  if (const std::string nearest = NearestWord(word, choices); !nearest.empty()) {
    return fmt::format("; did you mean '{}'?", nearest);
  }
  if (choices.empty()) return "";
  return fmt::format("; valid are: {}", fmt::join(choices, ", "));
}

}  // namespace touchstone

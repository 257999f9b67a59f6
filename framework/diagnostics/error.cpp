#include "framework/diagnostics/error.h"

#include <algorithm>
#include <cctype>
#include <numeric>

#include <fmt/format.h>

namespace touchstone {
namespace {

// Levenshtein distance that ignores case: a wrong capital is the most common slip.
size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      const bool same = std::tolower(static_cast<unsigned char>(a[i])) ==
                        std::tolower(static_cast<unsigned char>(b[j]));
      const size_t replaced = diagonal + (same ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
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

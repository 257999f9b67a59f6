#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "framework/suite/suite.h"

namespace touchstone::suite {

// Greedy matching with one place to come back to: after a mismatch only the last '*' can take one
// character more, so the time is bounded by the product of both lengths.
bool MatchesGlob(std::string_view pattern, std::string_view text) {
  size_t p = 0;
  size_t t = 0;
  size_t star = std::string_view::npos;
  size_t resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

std::vector<Case> FilterCases(std::vector<Case> cases, const std::vector<std::string>& include,
                              const std::vector<std::string>& exclude) {
  const auto matches_any = [](const std::vector<std::string>& patterns, const std::string& id) {
    return std::any_of(patterns.begin(), patterns.end(),
                       [&](const std::string& pattern) { return MatchesGlob(pattern, id); });
  };
  std::erase_if(cases, [&](const Case& one) {
    return (!include.empty() && !matches_any(include, one.id)) || matches_any(exclude, one.id);
  });
  return cases;
}

}  // namespace touchstone::suite

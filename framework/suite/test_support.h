// Shared by the tests of this folder: suites around one case, and what loading them says.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "framework/suite/suite.h"

namespace touchstone::suite {

/// A suite named "s" whose only case has the given body, each line indented by two more spaces. The
/// body begins in line 4, column 5.
inline std::string SuiteWithCase(const std::string& body) {
  std::string text = "suite: s\noperator: aclnnBinaryCrossEntropyWithLogits\ncases:\n  - ";
  for (const char c : body) text += c == '\n' ? std::string("\n    ") : std::string(1, c);
  return text + "\n";
}

/// Lines of a good case in which the tests put what they are about.
inline const std::string kInputs =
    "inputs: {self: {shape: [4, 5], dtype: fp32}, target: {shape: [4, 5], dtype: fp32}}\n";
inline const std::string kAttrs = "attrs: {reduction: none}\n";

/// "line:column: message" of every error, in order; empty when the text is good.
inline std::vector<std::string> ErrorsOf(const std::string& text,
                                         const std::string& name = "s.yaml") {
  std::vector<std::string> lines;
  const auto loaded = LoadSuiteText(text, name);
  if (loaded.ok()) return lines;
  for (const Error& error : loaded.errors()) {
    std::string place;
    if (error.where.line > 0) {
      place = std::to_string(error.where.line) + ":" + std::to_string(error.where.column) + ": ";
    }
    lines.push_back(place + error.message);
  }
  return lines;
}

/// The cases of a text that must be good.
inline std::vector<Case> CasesOf(const std::string& text, const std::string& name = "s.yaml") {
  auto loaded = LoadSuiteText(text, name);
  if (loaded.ok()) return std::move(loaded->cases);
  for (const Error& error : loaded.errors()) ADD_FAILURE() << error.ToString();
  return {};
}

inline std::vector<std::string> IdsOf(const std::vector<Case>& cases) {
  std::vector<std::string> ids;
  for (const Case& one : cases) ids.push_back(one.id);
  return ids;
}

}  // namespace touchstone::suite

// Suites for the tests of this room, built from text.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "framework/suite/suite.h"

namespace touchstone::run::testing {

/// A case of fp32 tensors of shape [extent]; `more` is added at the end, e.g. "expect: ...".
inline std::string CaseText(const std::string& name, int64_t extent, const std::string& more = "",
                            const std::string& reduction = "none") {
  return fmt::format(
      "  - name: {}\n"
      "    inputs:\n"
      "      self: {{shape: [{}], dtype: fp32, data: {{uniform: [-4, 4]}}}}\n"
      "      target: {{shape: [{}], dtype: fp32, data: soft_labels}}\n"
      "    attrs: {{reduction: {}}}\n{}",
      name, extent, extent, reduction, more.empty() ? "" : "    " + more + "\n");
}

inline suite::LoadedSuites LoadCases(const std::vector<std::string>& cases) {
  std::string text =
      "suite: t\noperator: aclnnBinaryCrossEntropyWithLogits\n"
      "defaults: {standards: [eco-v3]}\ncases:\n";
  for (const std::string& one : cases) text += one;
  auto loaded = suite::LoadSuiteText(text, "t.yaml");
  if (!loaded) {
    ADD_FAILURE() << loaded.error().ToString() << "\n" << text;
    return {};
  }
  return std::move(loaded).value();
}

}  // namespace touchstone::run::testing

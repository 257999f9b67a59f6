// Small cases for the tests of this room.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "framework/suite/suite.h"

namespace touchstone::repro {

/// The only case of a suite with these fields after its name.
inline suite::Case CaseFrom(const std::string& fields) {
  const auto loaded = suite::LoadSuiteText(
      "suite: s\noperator: aclnnBinaryCrossEntropyWithLogits\n"
      "defaults: {standards: [eco-v3]}\ncases:\n  - name: c\n" +
          fields,
      "s.yaml");
  EXPECT_TRUE(loaded.ok()) << loaded.error().ToString();
  return loaded.ok() ? loaded->cases.at(0) : suite::Case();
}

/// Logits [rows, columns] with a weight per column.
inline suite::Case Weighted(int rows, int columns, const std::string& reduction = "none") {
  const std::string shape = "[" + std::to_string(rows) + ", " + std::to_string(columns) + "]";
  return CaseFrom(
      "    inputs:\n      self: {shape: " + shape +
      ", dtype: fp32, data: {uniform: [-4, 4]}}\n      target: {shape: " + shape +
      ", dtype: fp32, data: soft_labels}\n      weight: {shape: [" + std::to_string(columns) +
      "], dtype: fp32, data: {uniform: [0, 2]}}\n    attrs: {reduction: " + reduction + "}\n");
}

}  // namespace touchstone::repro

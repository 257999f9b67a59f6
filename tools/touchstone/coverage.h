// What a list of cases reaches: counted along the dimensions that matter for an operator, and in
// pairs, so that gaps are visible before anything runs.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "framework/suite/case.h"

namespace touchstone::tools {

/// One dimension: every value that there is, with the cases that reach it (0 is a gap), and values
/// outside of that list which cases have.
struct CoverageDimension {
  std::string name;
  std::vector<std::pair<std::string, uint64_t>> counts;
};

/// How many pairs of values of two dimensions some case reaches, of those there are.
struct CoveragePair {
  std::string first, second;
  uint64_t reached = 0, possible = 0;
  std::vector<std::string> missing;  ///< "bf16 x Ascend910A", in order
};

/// The axes of one template: how many of the pairs of their values its cases hold.
struct TemplateCoverage {
  std::string place;  ///< "cases/full.yaml:176"
  std::string suite;
  uint64_t cases = 0, reached = 0, possible = 0;
  std::map<std::string, std::map<std::string, uint64_t>> axes;  ///< axis -> value -> cases
};

struct Coverage {
  std::vector<CoverageDimension> dimensions;
  std::vector<CoveragePair> pairs;
  std::vector<TemplateCoverage> templates;  ///< in the order of the files
};

/// Dimensions: dtype, rank, data and classes of values of the first input, layouts of all tensors, how optional
/// tensors broadcast, each attribute with named values, chip, contract and expectation.
Coverage CoverageOf(const std::vector<suite::Case>& cases);

std::string CoverageText(const Coverage& coverage);
/// The same as a JSON object with dimensions, pairs and templates.
std::string CoverageJson(const Coverage& coverage);

}  // namespace touchstone::tools

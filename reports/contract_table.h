// Where the operator's published page and the published source part: what each expects, and what
// came.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "framework/record/record.h"

namespace touchstone::reports {

/// The tag of the cases that the table is made of.
inline constexpr const char* kPageVersusSource = "page-vs-source";

/// What one contract expects of a kind of call, over all chips, types and shapes it was tried with.
struct ContractSide {
  std::vector<std::string> expected;  ///< "success", "161002 ..."; mostly one, none where not run
  uint64_t cases = 0, good = 0;
  const record::CaseRecord* first_bad = nullptr;
};

struct ContractRow {
  std::string name;  ///< the cases' id without its axes
  size_t first_row = 0;
  ContractSide documented, source;
  bool Parted() const { return documented.expected != source.expected; }
};

/// One row per name, in order of first appearance, from the tagged cases. Points into `run`.
std::vector<ContractRow> ContractTable(const record::RunRecord& run);

/// "ACLNN_ERR_PARAM_INVALID (161002) or success: 34 of 35 as expected"; "not run" without cases.
std::string ContractSideText(const ContractSide& side);

/// The table for a terminal, at most `most` rows, those with a result that was not expected first;
/// "" without tagged cases. Ends in a line end.
std::string ContractTableText(const record::RunRecord& run, size_t most = 60);

}  // namespace touchstone::reports

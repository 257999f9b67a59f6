#include "reports/contract_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "framework/record/safe_text.h"
#include "reports/case_text.h"
#include "reports/number_text.h"

namespace touchstone::reports {
namespace {

using record::CaseRecord;

// "suite/name[axis=value]" without the axes.
std::string NameOf(const CaseRecord& one) {
  return one.axes.empty() ? one.id : one.id.substr(0, one.id.rfind('['));
}

bool IsBad(const ContractSide& side) { return side.good < side.cases; }
bool IsBad(const ContractRow& row) { return IsBad(row.documented) || IsBad(row.source); }

void Count(const CaseRecord& one, ContractSide& side) {
  const auto place = std::lower_bound(side.expected.begin(), side.expected.end(), one.expected);
  if (place == side.expected.end() || *place != one.expected) {
    side.expected.insert(place, one.expected);
  }
  ++side.cases;
  if (record::IsGood(one.status)) {
    ++side.good;
  } else if (side.first_bad == nullptr) {
    side.first_bad = &one;
  }
}

std::string Expectation(const ContractSide& side) {
  return side.cases == 0 ? "not run" : fmt::format("{}", fmt::join(side.expected, " or "));
}

// One line where all is well: "weight of another type: page 161002, source success".
std::string RowText(const ContractRow& row) {
  const std::string name = record::VisibleText(row.name.substr(row.name.rfind('/') + 1));
  if (!IsBad(row)) {
    const std::string page = Expectation(row.documented), source = Expectation(row.source);
    const std::string both =
        page == source ? "both " + page : "page " + page + ", source " + source;
    return fmt::format("    {}: {}\n", name, record::VisibleText(both));
  }
  std::string text = fmt::format("    NOT as expected: {}\n", name);
  for (const auto& [who, side] : {std::pair{"page  ", &row.documented}, {"source", &row.source}}) {
    text += fmt::format("      {}  {}\n", who, record::VisibleText(ContractSideText(*side)));
    if (side->first_bad == nullptr) continue;
    text += fmt::format("              {}: {}\n", StatusText(side->first_bad->status),
                        record::VisibleText(Shortened(side->first_bad->reason, 200)));
  }
  return text;
}

}  // namespace

std::vector<ContractRow> ContractTable(const record::RunRecord& run) {
  std::vector<ContractRow> rows;
  std::map<std::string, size_t> places;
  for (size_t i = 0; i < run.cases.size(); ++i) {
    const CaseRecord& one = run.cases[i];
    if (std::find(one.tags.begin(), one.tags.end(), kPageVersusSource) == one.tags.end()) continue;
    const auto [found, added] = places.try_emplace(NameOf(one), rows.size());
    if (added) {
      rows.emplace_back().name = found->first;
      rows.back().first_row = i;
    }
    ContractRow& row = rows[found->second];
    Count(one, one.contract == "source" ? row.source : row.documented);
  }
  return rows;
}

std::string ContractSideText(const ContractSide& side) {
  if (side.cases == 0) return "not run";
  return fmt::format("{}: {} of {} as expected", fmt::join(side.expected, " or "),
                     Grouped(side.good), Grouped(side.cases));
}

std::string ContractTableText(const record::RunRecord& run, size_t most) {
  std::vector<ContractRow> rows = ContractTable(run);
  if (rows.empty()) return "";
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return IsBad(a) > IsBad(b); });
  const auto parted =
      std::count_if(rows.begin(), rows.end(), [](const ContractRow& row) { return row.Parted(); });
  std::string text = fmt::format(
      "  page against source: {}, {} of them with another status; not as expected: {}\n",
      rows.size() == 1 ? "1 kind of call" : Grouped(rows.size()) + " kinds of calls", parted,
      std::count_if(rows.begin(), rows.end(), [](const ContractRow& row) { return IsBad(row); }));
  for (size_t i = 0; i < std::min(most, rows.size()); ++i) text += RowText(rows[i]);
  if (rows.size() > most) text += fmt::format("    and {} more\n", rows.size() - most);
  return text;
}

}  // namespace touchstone::reports

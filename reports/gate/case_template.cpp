#include "reports/gate/case_template.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace touchstone::gate {
namespace {

std::vector<std::string_view> Pieces(std::string_view text) {
  std::vector<std::string_view> pieces;
  for (size_t start = 0; start <= text.size();) {
    const size_t comma = std::min(text.find(',', start), text.size());
    pieces.push_back(text.substr(start, comma - start));
    start = comma + 1;
  }
  return pieces;
}

// What stands before the axes, with the bracket, and the axes; nothing when there are none.
std::optional<std::pair<std::string_view, std::vector<std::string_view>>> Axes(
    std::string_view id) {
  const size_t open = id.find('[');
  if (open == std::string_view::npos || id.back() != ']') return std::nullopt;
  auto axes = Pieces(id.substr(open + 1, id.size() - open - 2));
  for (const std::string_view axis : axes) {
    if (axis.find('=') == std::string_view::npos) return std::nullopt;
  }
  return std::pair(id.substr(0, open + 1), std::move(axes));
}

}  // namespace

CaseTemplate SplitCaseId(std::string_view id) {
  const auto axes = Axes(id);
  if (!axes) return {"", std::string(id)};
  CaseTemplate parts{std::string(axes->first), ""};
  const char* comma = "";
  for (const std::string_view axis : axes->second) {
    const size_t equals = axis.find('=');
    parts.name.append(comma).append(axis.substr(0, equals + 1));
    parts.values.append(comma).append(axis.substr(equals + 1));
    comma = ",";
  }
  parts.name += ']';
  return parts;
}

std::optional<std::string> JoinCaseId(const CaseTemplate& parts) {
  std::string id = parts.values;
  if (!parts.name.empty()) {
    const auto axes = Axes(parts.name);
    const std::vector<std::string_view> values = Pieces(parts.values);
    if (!axes || values.size() != axes->second.size()) return std::nullopt;
    id = axes->first;
    for (size_t i = 0; i < values.size(); ++i) {
      id.append(i == 0 ? "" : ",").append(axes->second[i]).append(values[i]);
    }
    id += ']';
  }
  if (SplitCaseId(id) != parts) return std::nullopt;
  return id;
}

}  // namespace touchstone::gate

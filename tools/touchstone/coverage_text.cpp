// Coverage for people and as JSON.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>

#include "tools/touchstone/coverage.h"

namespace touchstone::tools {
namespace {

constexpr size_t kShownValues = 12;  // of one axis; the JSON has all
constexpr size_t kShownMissing = 6;

double Percent(uint64_t part, uint64_t whole) {
  return whole == 0 ? 100.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

std::string TemplateText(const TemplateCoverage& one) {
  std::string text = fmt::format("{} {}: {} case(s)", one.place, one.suite, one.cases);
  if (one.possible > 0) {
    text += fmt::format(", {} of {} pairs of axis values ({:.1f} %)", one.reached, one.possible,
                        Percent(one.reached, one.possible));
  }
  text += "\n";
  for (const auto& [axis, values] : one.axes) {
    text += fmt::format("    {}:", axis);
    size_t shown = 0;
    for (const auto& [value, count] : values) {
      if (shown++ == kShownValues) {
        text += fmt::format(" and {} more", values.size() - kShownValues);
        break;
      }
      text += fmt::format(" {} ({})", value, count);
    }
    text += "\n";
  }
  return text;
}

}  // namespace

std::string CoverageText(const Coverage& coverage) {
  std::string text;
  for (const TemplateCoverage& one : coverage.templates) text += TemplateText(one);
  text += "\ncases that reach each value (0 is a gap)\n";
  for (const CoverageDimension& dimension : coverage.dimensions) {
    text += fmt::format("  {:10}", dimension.name);
    for (const auto& [value, count] : dimension.counts) {
      text += fmt::format("  {} {}", value, count);
    }
    text += "\n";
  }
  text += "\npairs of values reached\n";
  for (const CoveragePair& pair : coverage.pairs) {
    text += fmt::format("  {} x {}: {} of {} ({:.1f} %)", pair.first, pair.second, pair.reached,
                        pair.possible, Percent(pair.reached, pair.possible));
    if (!pair.missing.empty()) {
      const size_t shown = std::min(pair.missing.size(), kShownMissing);
      text += fmt::format(
          "; not: {}",
          fmt::join(pair.missing.begin(), pair.missing.begin() + static_cast<long>(shown), ", "));
      if (shown < pair.missing.size()) {
        text += fmt::format(" and {} more", pair.missing.size() - shown);
      }
    }
    text += "\n";
  }
  return text;
}

std::string CoverageJson(const Coverage& coverage) {
  using Json = nlohmann::ordered_json;
  Json root = {
      {"dimensions", Json::array()}, {"pairs", Json::array()}, {"templates", Json::array()}};
  for (const CoverageDimension& dimension : coverage.dimensions) {
    Json counts = Json::object();
    for (const auto& [value, count] : dimension.counts) counts[value] = count;
    root["dimensions"].push_back({{"name", dimension.name}, {"cases", std::move(counts)}});
  }
  for (const CoveragePair& pair : coverage.pairs) {
    root["pairs"].push_back({{"first", pair.first},
                             {"second", pair.second},
                             {"reached", pair.reached},
                             {"possible", pair.possible},
                             {"missing", pair.missing}});
  }
  for (const TemplateCoverage& one : coverage.templates) {
    root["templates"].push_back({{"place", one.place},
                                 {"suite", one.suite},
                                 {"cases", one.cases},
                                 {"reached", one.reached},
                                 {"possible", one.possible},
                                 {"axes", one.axes}});
  }
  return root.dump(1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace touchstone::tools

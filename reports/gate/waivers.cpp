#include "reports/gate/waivers.h"

#include <fmt/format.h>

#include <chrono>

#include "framework/suite/suite.h"

namespace touchstone::gate {
namespace {

bool Covers(const Waiver& waiver, const Finding& finding) {
  return finding.severity == Severity::kFail && Info(finding.kind).adjustable &&
         finding.kind == waiver.kind &&
         (waiver.metric.empty() || waiver.metric == finding.metric) &&
         suite::MatchesGlob(waiver.cases, finding.case_id);
}

}  // namespace

bool IsDate(const std::string& text) {
  int parts[3] = {};
  if (text.size() != 10) return false;
  for (size_t i = 0, part = 0; i < text.size(); ++i) {
    if (i == 4 || i == 7) {
      if (text[i] != '-') return false;
      ++part;
    } else if (text[i] < '0' || text[i] > '9') {
      return false;
    } else {
      parts[part] = parts[part] * 10 + (text[i] - '0');
    }
  }
  return std::chrono::year_month_day(std::chrono::year(parts[0]),
                                     std::chrono::month(static_cast<unsigned>(parts[1])),
                                     std::chrono::day(static_cast<unsigned>(parts[2])))
      .ok();
}

void ApplyWaivers(const Policy& policy, const std::string& today, std::vector<Finding>& findings) {
  const size_t found = findings.size();
  for (const Waiver& waiver : policy.waivers) {
    const bool expired = waiver.expires < today;  // ISO dates sort as text
    size_t covered = 0;
    for (size_t i = 0; i < found; ++i) {
      if (!Covers(waiver, findings[i])) continue;
      ++covered;
      if (expired) continue;
      findings[i].severity = Severity::kWaived;
      findings[i].note =
          fmt::format("waived by {} until {}: {}", waiver.owner, waiver.expires, waiver.reason);
    }
    if (covered > 0 && !expired) continue;
    Finding about;
    about.kind = covered > 0 ? FindingKind::kExpiredWaiver : FindingKind::kUnusedWaiver;
    about.severity = policy.severities.at(about.kind);
    about.case_id = waiver.cases;
    about.metric = fmt::format("waiver of {}", Info(waiver.kind).name);
    about.old_value = about.new_value =
        fmt::format("{} {}", expired ? "expired since" : "open until", waiver.expires);
    about.note = fmt::format("{}: {}", waiver.owner, waiver.reason);
    findings.push_back(std::move(about));
  }
}

}  // namespace touchstone::gate

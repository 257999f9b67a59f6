#include "framework/record/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace touchstone::record {
namespace {

void CheckSameRun(const RunRecord& first, const RunRecord& other, size_t number, Errors& errors) {
  const auto differ = [&](const std::string& what, const std::string& a, const std::string& b) {
    if (a != b) {
      errors.push_back(InputError(
          fmt::format("record {} is of another run: {} is '{}', not '{}'", number, what, b, a)));
    }
  };
  differ("SoC", first.device.soc, other.device.soc);
  differ("contract", first.device.contract, other.device.contract);
  differ("seed", std::to_string(first.seed), std::to_string(other.seed));
  for (const auto& [name, digest] : first.device.library_digests) {
    const auto found = other.device.library_digests.find(name);
    differ("digest of " + name, digest,
           found == other.device.library_digests.end() ? "absent" : found->second);
  }
  if (first.suites.size() != other.suites.size()) {
    differ("number of suites", std::to_string(first.suites.size()),
           std::to_string(other.suites.size()));
    return;
  }
  for (size_t i = 0; i < first.suites.size(); ++i) {
    differ("suite " + first.suites[i].path, first.suites[i].digest, other.suites[i].digest);
  }
}

}  // namespace

Result<RunRecord> Merge(const std::vector<RunRecord>& parts) {
  if (parts.empty()) return UsageError("no record to merge");
  Errors errors;
  RunRecord merged = parts.front();
  for (size_t i = 1; i < parts.size(); ++i) {
    CheckSameRun(parts.front(), parts[i], i + 1, errors);
    if (!merged.mutation) {
      merged.mutation = parts[i].mutation;
    } else if (parts[i].mutation && parts[i].mutation->digest != merged.mutation->digest) {
      errors.push_back(InputError(
          fmt::format("record {} has other mutation results: '{}' with digest {}, not {}", i + 1,
                      parts[i].mutation->path, parts[i].mutation->digest, merged.mutation->digest)));
    }
    merged.planned += parts[i].planned;
    merged.started_at = std::min(merged.started_at, parts[i].started_at);
    merged.summary.seconds = std::max(merged.summary.seconds, parts[i].summary.seconds);
    merged.cases.insert(merged.cases.end(), parts[i].cases.begin(), parts[i].cases.end());
  }
  std::sort(merged.cases.begin(), merged.cases.end(),
            [](const CaseRecord& a, const CaseRecord& b) { return a.id < b.id; });
  for (size_t i = 1; i < merged.cases.size(); ++i) {
    if (merged.cases[i].id == merged.cases[i - 1].id) {
      errors.push_back(InputError(fmt::format("case '{}' is in two records", merged.cases[i].id)));
    }
  }
  if (!errors.empty()) return errors;
  const double seconds = merged.summary.seconds;
  merged.summary = Summarise(merged.cases);
  merged.summary.seconds = seconds;
  return merged;
}

}  // namespace touchstone::record

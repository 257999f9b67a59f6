#include "tools/touchstone/staleness.h"

#include <filesystem>

#include "framework/device/libraries.h"
#include "framework/suite/suite.h"

namespace touchstone::tools {
namespace {

namespace fs = std::filesystem;

gate::Finding Stale(const std::string& what, const std::string& recorded,
                    const std::string& current) {
  gate::Finding finding;
  finding.kind = gate::FindingKind::kStaleRecord;
  finding.metric = what;
  finding.old_value = recorded;
  finding.new_value = current;
  finding.note = "changed since the run; run again";
  return finding;
}

}  // namespace

std::vector<gate::Finding> ChangedSinceRun(const record::RunRecord& record) {
  std::vector<gate::Finding> findings;
  std::error_code ignored;
  for (const record::SuiteRecord& suite : record.suites) {
    if (!fs::is_regular_file(suite.path, ignored)) continue;
    const auto now = suite::LoadSuites({suite.path});
    const std::string digest =
        now.ok() && now->files.size() == 1 ? now->files.front().digest : "unreadable";
    if (digest != suite.digest) findings.push_back(Stale(suite.path, suite.digest, digest));
  }
  if (!fs::is_directory(record.device.libraries, ignored)) return findings;
  const auto libraries = device::DigestLibraries(record.device.libraries);
  if (!libraries.ok()) return findings;
  for (const auto& [file, digest] : record.device.library_digests) {
    const auto now = libraries->find(file);
    const std::string current = now == libraries->end() ? "" : now->second;
    if (current != digest) findings.push_back(Stale(file, digest, current));
  }
  return findings;
}

}  // namespace touchstone::tools

#include "tools/mutate/test_program.h"

#include <algorithm>

namespace touchstone::mutate {
namespace {

constexpr std::string_view kOk = "[       OK ] ", kFailed = "[  FAILED  ] ";
constexpr size_t kFirst = 3;

void Notice(const std::string& id, const std::string& status, SuiteOutcome& outcome) {
  ++outcome.ended;
  ++outcome.noticed;
  ++outcome.statuses[status];
  if (outcome.first.size() < kFirst) outcome.first.push_back(id);
}

}  // namespace

void CountTests(std::string_view log, const ChildEnd& end, const std::string& program,
                SuiteOutcome& outcome) {
  const uint64_t noticed_before = outcome.noticed;
  while (!log.empty()) {
    const std::string_view line = log.substr(0, log.find('\n'));
    log.remove_prefix(std::min(log.size(), line.size() + 1));
    // A test's own line ends in its time; the list at the end repeats the names alone.
    if (!line.ends_with(" ms)")) continue;
    const std::string_view name = line.substr(std::min(line.size(), kOk.size()));
    const std::string id(name.substr(0, name.find_first_of(" ,")));
    if (line.starts_with(kOk)) ++outcome.ended;
    if (line.starts_with(kFailed)) Notice(id, "fail", outcome);
  }
  if (end.ok() || outcome.noticed != noticed_before) return;
  Notice(program, end.timed_out ? "timeout" : end.exit_code >= 128 ? "crash" : "fail", outcome);
}

}  // namespace touchstone::mutate

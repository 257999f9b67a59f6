#include "framework/run/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "framework/data/digest.h"
#include "framework/run/memory_budget.h"

namespace touchstone::run {
namespace {

const std::vector<std::string>& ContractNames() {
  static const std::vector<std::string> names = {"documented", "source"};
  return names;
}

Status CheckContract(const std::string& name) {
  const auto& names = ContractNames();
  if (std::find(names.begin(), names.end(), name) != names.end()) return Done{};
  return UsageError(fmt::format("unknown contract '{}'{}", name, Suggestion(name, names)));
}

Status CheckOptions(const RunOptions& options) {
  if (options.jobs < 1) {
    return UsageError(fmt::format("--jobs {} makes no sense; at least 1", options.jobs));
  }
  const Shard& shard = options.shard;
  if (shard.count < 1 || shard.index < 1 || shard.index > shard.count) {
    return UsageError(fmt::format("--shard {}/{} makes no sense; I/N with 1 <= I <= N", shard.index,
                                  shard.count));
  }
  if (!(options.timeout_seconds > 0) || !std::isfinite(options.timeout_seconds)) {
    return UsageError(
        fmt::format("--timeout {} makes no sense; more than 0 seconds", options.timeout_seconds));
  }
  if (options.repeat < 0 || options.repeat == 1) {
    return UsageError(fmt::format("--repeat {} makes no sense; at least 2", options.repeat));
  }
  if (!options.contract.empty()) {
    if (auto known = CheckContract(options.contract); !known) return known;
  }
  if (auto known = soc::FindSoc(options.soc); !known) {
    Error error = known.error();
    error.kind = ErrorKind::kUsage;
    return error;
  }
  return Done{};
}

/// Ids that this shard takes: every count-th in the order of ids, so that shards are of equal size
/// and do not depend on the order of files.
std::map<std::string, bool> ShardMembership(const Shard& shard, const suite::LoadedSuites& suites) {
  std::map<std::string, bool> members;
  for (const suite::Case& source : suites.cases) members[source.id] = false;
  for (const suite::NotRunnable& other : suites.not_runnable) members[other.id] = false;
  int64_t number = 0;
  for (auto& [id, is_member] : members) is_member = number++ % shard.count == shard.index - 1;
  return members;
}

std::string SuitePath(const suite::Case& source, const suite::LoadedSuites& suites) {
  if (!source.where.file.empty()) return source.where.file;
  for (const suite::SuiteFile& file : suites.files) {
    if (file.name == source.suite) return file.path;
  }
  return source.suite;
}

std::string ReproCommand(const suite::Case& source, const RunOptions& options,
                         const suite::LoadedSuites& suites) {
  std::string command = fmt::format("touchstone run {} --filter {}",
                                    ShellQuoted(SuitePath(source, suites)), ShellQuoted(source.id));
  if (options.seed) command += fmt::format(" --seed {}", *options.seed);
  if (options.soc != soc::kDefaultSoc) command += " --soc " + ShellQuoted(options.soc);
  if (!options.contract.empty()) command += " --contract " + options.contract;
  if (options.repeat > 0) command += fmt::format(" --repeat {}", options.repeat);
  if (!options.device_libs.empty()) command += " --device-libs " + ShellQuoted(options.device_libs);
  return command;
}

}  // namespace

std::string ShellQuoted(const std::string& text) {
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_-./:@%+,=").find(c) != std::string_view::npos;
  };
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_plain)) return text;
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

Result<Plan> MakePlan(const RunOptions& options, const suite::LoadedSuites& suites) {
  if (auto checked = CheckOptions(options); !checked) return checked.errors();
  Plan plan;
  plan.contract = !options.contract.empty()     ? options.contract
                  : options.device_libs.empty() ? "documented"
                                                : "source";
  const std::map<std::string, bool> members = ShardMembership(options.shard, suites);
  for (const suite::Case& source : suites.cases) {
    if (!members.at(source.id)) continue;
    PlannedCase planned;
    planned.source = source;
    if (options.seed) planned.source.seed = *options.seed;
    planned.source.repeat = std::max({2, source.repeat, options.repeat});
    planned.soc = source.soc.empty() ? options.soc : source.soc;
    planned.contract = source.contract.empty() ? plan.contract : source.contract;
    if (auto known = CheckContract(planned.contract); !known) return known.errors();
    planned.source.expect = suite::ExpectationFor(source, planned.soc, planned.contract);
    planned.source.expect_rules.clear();
    planned.timeout_seconds =
        source.timeout_seconds > 0 ? source.timeout_seconds : options.timeout_seconds;
    planned.memory_bytes = MemoryNeed(planned.source);
    planned.repro = ReproCommand(source, options, suites);
    planned.digest = data::Xxh3Hex128(suite::WriteSuite({planned.source}) + "\n" + planned.soc +
                                      "\n" + planned.contract);
    plan.cases.push_back(std::move(planned));
  }
  for (const suite::NotRunnable& other : suites.not_runnable) {
    if (members.at(other.id)) plan.not_runnable.push_back(other);
  }
  return plan;
}

}  // namespace touchstone::run

#include "tools/mutate/mutation_json.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "framework/record/field_reader.h"
#include "framework/record/safe_text.h"

namespace touchstone::mutate {
namespace {

using Json = nlohmann::ordered_json;
using nlohmann::json;
using record::FieldReader;
using record::JsonPath;
using record::Problems;
using record::SafeUtf8;

constexpr MutantState kStates[] = {MutantState::kKilled, MutantState::kSurvived,
                                   MutantState::kEquivalent, MutantState::kError};

Json Texts(const std::vector<std::string>& texts) {
  Json list = Json::array();
  for (const std::string& text : texts) list.push_back(SafeUtf8(text));
  return list;
}

Json OutcomeOf(const SuiteOutcome& outcome) {
  Json statuses = Json::object();
  for (const auto& [status, count] : outcome.statuses) statuses[SafeUtf8(status)] = count;
  return Json{{"suite", SafeUtf8(outcome.suite)},
              {"ended", outcome.ended},
              {"noticed", outcome.noticed},
              {"statuses", statuses},
              {"first", Texts(outcome.first)},
              {"changed_outputs", outcome.changed_outputs}};
}

Json MutantOf(const MutantResult& mutant) {
  Json outcomes = Json::array();
  for (const SuiteOutcome& outcome : mutant.outcomes) outcomes.push_back(OutcomeOf(outcome));
  return Json{{"id", SafeUtf8(mutant.id)},
              {"breaks", SafeUtf8(mutant.breaks)},
              {"file", SafeUtf8(mutant.file)},
              {"state", Name(mutant.state)},
              {"reason", SafeUtf8(mutant.reason)},
              {"outcomes", outcomes},
              {"build_seconds", mutant.build_seconds},
              {"run_seconds", mutant.run_seconds}};
}

void ReadOutcome(const json& value, const JsonPath& path, Problems& problems,
                 SuiteOutcome& outcome) {
  FieldReader fields(value, path, problems);
  fields.Read("suite", outcome.suite);
  fields.Read("ended", outcome.ended);
  fields.Read("noticed", outcome.noticed);
  uint64_t counted = 0;
  if (const json* statuses = fields.Get("statuses")) {
    const JsonPath where = path.Member("statuses");
    FieldReader counts(*statuses, where, problems);
    for (const auto& [status, count] : statuses->items()) {
      counts.Read(status.c_str(), outcome.statuses[status]);
      counted += outcome.statuses[status];
    }
  }
  if (counted != outcome.noticed) {
    fields.Fail("statuses", fmt::format("counts {} cases, not {}", counted, outcome.noticed));
  }
  fields.Read("first", outcome.first);
  fields.Read("changed_outputs", outcome.changed_outputs);
  fields.Finish();
}

void ReadMutantResult(const json& value, const JsonPath& path, Problems& problems,
                      MutantResult& mutant) {
  FieldReader fields(value, path, problems);
  std::string state;
  fields.Read("id", mutant.id);
  fields.Read("breaks", mutant.breaks);
  fields.Read("file", mutant.file);
  fields.Read("state", state);
  bool known = false;
  for (const MutantState candidate : kStates) {
    if (Name(candidate) != state) continue;
    mutant.state = candidate;
    known = true;
  }
  if (!known) fields.Fail("state", fmt::format("is no state of a mutant: \"{}\"", state));
  fields.Read("reason", mutant.reason);
  fields.Each("outcomes", [&](const json& outcome, const JsonPath& outcome_path) {
    ReadOutcome(outcome, outcome_path, problems, mutant.outcomes.emplace_back());
  });
  fields.Read("build_seconds", mutant.build_seconds);
  fields.Read("run_seconds", mutant.run_seconds);
  fields.Finish();
}

void CheckWhole(const MutationResults& results, Errors& errors) {
  std::set<std::string> ids;
  for (const MutantResult& mutant : results.mutants) {
    if (!ids.insert(mutant.id).second) {
      errors.push_back(InputError(fmt::format("two mutants have the id '{}'", mutant.id)));
    }
    uint64_t noticed = 0;
    for (const SuiteOutcome& outcome : mutant.outcomes) noticed += outcome.noticed;
    const bool killed = mutant.state == MutantState::kKilled;
    if (mutant.state != MutantState::kError && killed != (noticed > 0)) {
      errors.push_back(InputError(fmt::format("mutant '{}' is called {}, but {} cases noticed it",
                                              mutant.id, Name(mutant.state), noticed)));
    }
  }
}

}  // namespace

std::string ToJson(const MutationResults& results) {
  std::string text = fmt::format(
      "{{\n\"schema\": \"{}\",\n\"tool_version\": {},\n\"suites\": {},\n\"mutants\": [", kMutationSchema,
      Json(SafeUtf8(results.tool_version)).dump(), Texts(results.suites).dump());
  for (size_t i = 0; i < results.mutants.size(); ++i) {
    text += i == 0 ? "\n" : ",\n";
    text += MutantOf(results.mutants[i]).dump();
  }
  return text + "\n]\n}\n";
}

Result<MutationResults> ResultsFromJson(std::string_view text, const std::string& name) {
  const auto parsed = record::ParseJson(text, name);
  if (!parsed) return parsed.errors();
  MutationResults results;
  Problems problems(text, name);
  record::CheckSchema(*parsed, kMutationSchema, "a file of mutation results", problems);
  if (!problems.empty()) return problems.errors();
  const JsonPath root;
  FieldReader fields(*parsed, root, problems);
  std::string schema;
  fields.Read("schema", schema);
  fields.Read("tool_version", results.tool_version);
  fields.Read("suites", results.suites);
  fields.Each("mutants", [&](const json& value, const JsonPath& path) {
    ReadMutantResult(value, path, problems, results.mutants.emplace_back());
  });
  fields.Finish();
  if (!problems.empty()) return problems.errors();
  Errors errors;
  CheckWhole(results, errors);
  for (Error& error : errors) error.where.file = name;
  if (!errors.empty()) return errors;
  return results;
}

}  // namespace touchstone::mutate

#include "tools/touchstone/mutation_record.h"

#include "framework/data/digest.h"
#include "framework/record/field_reader.h"
#include "tools/mutate/mutation_json.h"

namespace touchstone::tools {

Result<record::MutationRecord> ReadMutation(const std::string& path) {
  const auto text = record::ReadFile(path);
  if (!text) return text.errors();
  const auto results = mutate::ResultsFromJson(*text, path);
  if (!results) return results.errors();
  record::MutationRecord mutation;
  mutation.path = path;
  mutation.digest = data::Xxh3Hex128(std::string_view(*text));
  mutation.tool_version = results->tool_version;
  mutation.suites = results->suites;
  for (const mutate::MutantResult& result : results->mutants) {
    record::MutantRecord mutant{result.id,     result.breaks, result.file, std::string(mutate::Name(result.state)),
                                result.reason, {},            {}};
    for (const mutate::SuiteOutcome& outcome : result.outcomes) {
      mutant.ran.push_back(outcome.suite);
      if (outcome.noticed > 0) mutant.noticed_by.push_back(outcome.suite);
    }
    mutation.mutants.push_back(std::move(mutant));
  }
  return mutation;
}

}  // namespace touchstone::tools

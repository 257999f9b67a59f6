#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "framework/suite/source_text.h"
#include "framework/suite/suite.h"
#include "tools/mutate/group.h"
#include "tools/mutate/mutant.h"

namespace touchstone::mutate {
namespace {

namespace fs = std::filesystem;

// The names of a folder's entries, sorted.
Result<std::vector<fs::path>> Entries(const fs::path& folder) {
  std::error_code failed;
  std::vector<fs::path> entries;
  for (fs::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed)) {
    entries.push_back(it->path());
  }
  if (failed) {
    return InputError(fmt::format("cannot list the mutants: {}", failed.message()),
                      {folder.string(), 0, 0});
  }
  std::sort(entries.begin(), entries.end());
  return entries;
}

void LoadGroup(const fs::path& folder, std::vector<Mutant>& mutants, Errors& errors) {
  const std::string group = folder.filename().string();
  if (FindGroup(group) == nullptr) {
    errors.push_back(InputError(
        fmt::format("there is no group of mutants '{}'{}", group, Suggestion(group, GroupNames())),
        {folder.string(), 0, 0}));
    return;
  }
  const auto files = Entries(folder);
  if (!files) {
    errors.insert(errors.end(), files.errors().begin(), files.errors().end());
    return;
  }
  for (const fs::path& file : *files) {
    if (file.extension() != ".yaml") {
      errors.push_back(InputError("a mutant's file is named NAME.yaml", {file.string(), 0, 0}));
      continue;
    }
    auto text = suite::ReadWholeFile(file.string(), suite::kMaxYamlBytes);
    auto mutant = text ? ReadMutant(group + "/" + file.stem().string(), file.string(), *text)
                       : Result<Mutant>(text.errors());
    if (mutant) {
      mutants.push_back(std::move(*mutant));
    } else {
      errors.insert(errors.end(), mutant.errors().begin(), mutant.errors().end());
    }
  }
}

}  // namespace

Result<std::vector<Mutant>> LoadMutants(const std::string& directory) {
  const auto groups = Entries(directory);
  if (!groups) return groups.errors();
  std::vector<Mutant> mutants;
  Errors errors;
  for (const fs::path& group : *groups) LoadGroup(group, mutants, errors);
  if (!errors.empty()) return errors;
  return mutants;
}

Result<std::vector<Mutant>> SelectMutants(const std::vector<Mutant>& mutants,
                                          const std::vector<std::string>& patterns) {
  std::vector<Mutant> selected;
  std::vector<bool> matched(patterns.size(), false);
  std::vector<std::string> ids;
  for (const Mutant& mutant : mutants) {
    ids.push_back(mutant.id);
    bool wanted = false;
    for (size_t i = 0; i < patterns.size(); ++i) {
      if (!suite::MatchesGlob(patterns[i], mutant.id)) continue;
      wanted = true;
      matched[i] = true;
    }
    if (wanted) selected.push_back(mutant);
  }
  for (size_t i = 0; i < patterns.size(); ++i) {
    if (matched[i]) continue;
    const std::string nearest = NearestWord(patterns[i], ids);
    return InputError(fmt::format("no mutant matches '{}'{}", patterns[i],
                                  nearest.empty() ? "; touchstone mutate --list shows them"
                                                  : "; did you mean '" + nearest + "'?"));
  }
  return selected;
}

}  // namespace touchstone::mutate

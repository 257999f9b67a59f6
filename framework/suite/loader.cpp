#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <set>
#include <system_error>
#include <unordered_map>
#include <utility>

#include "framework/suite/axes.h"
#include "framework/suite/folder_scan.h"
#include "framework/suite/source_text.h"
#include "framework/suite/suite.h"
#include "framework/suite/suite_file.h"

namespace touchstone::suite {
namespace {

namespace fs = std::filesystem;

// Two ids with the same key would share a file name on some disks, or a row in some reports.
std::string CollisionKey(const std::string& id) {
  std::string key = id;
  for (char& c : key) {
    c = c == '/' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return key;
}

std::string PlaceText(const SourceLocation& where) { return Error{{}, "", where, {}}.ToString(); }

class Loader {
 public:
  void AddPath(const std::string& path) {
    std::error_code code;
    if (!fs::is_directory(path, code)) {
      AddFile(path);
      return;
    }
    auto content = ScanFolder(path);
    if (!content.ok()) return AddErrors(content.errors());
    for (const std::string& file : content->suites) AddFile(file);
    std::move(content->skipped.begin(), content->skipped.end(),
              std::back_inserter(loaded_.skipped));
  }

  void AddFile(const std::string& path) {
    std::error_code code;
    const fs::path canonical = fs::canonical(path, code);
    if (!code && !seen_files_.insert(canonical.string()).second) {
      loaded_.warnings.push_back(InputError("given more than once; loaded once", {path, 0, 0}));
      return;
    }
    auto text = ReadWholeFile(path, MaxSuiteBytes(path));
    if (!text.ok()) return AddErrors(text.errors());
    Add(LoadSuiteBytes(path, std::move(*text)));
  }

  void Add(LoadedFile file) {
    AddErrors(file.errors);
    loaded_.warnings.insert(loaded_.warnings.end(), file.warnings.begin(), file.warnings.end());
    loaded_.files.push_back(std::move(file.file));
    std::move(file.cases.begin(), file.cases.end(), std::back_inserter(loaded_.cases));
    std::move(file.not_runnable.begin(), file.not_runnable.end(),
              std::back_inserter(loaded_.not_runnable));
  }

  Result<LoadedSuites> Finish() {
    if (loaded_.cases.size() > kMaxCases) {
      AddErrors({InputError(fmt::format("the suites have {} cases; at most {} are run at once",
                                        loaded_.cases.size(), kMaxCases))});
    }
    CheckIds();
    if (!errors_.empty()) return std::move(errors_);
    return std::move(loaded_);
  }

 private:
  void AddErrors(const Errors& errors) {
    errors_.insert(errors_.end(), errors.begin(), errors.end());
  }

  void CheckIds() {
    std::unordered_map<std::string, const Case*> first_with;
    first_with.reserve(loaded_.cases.size());
    size_t collisions = 0;
    for (const Case& one : loaded_.cases) {
      const auto [first, fresh] = first_with.emplace(CollisionKey(one.id), &one);
      if (fresh || ++collisions > kMaxCollisions) continue;
      const Case& other = *first->second;
      const std::string place = PlaceText(other.where);
      errors_.push_back(InputError(
          other.id == one.id
              ? fmt::format("duplicate case id '{}'; the first is at {}", one.id,
                            place.substr(0, place.rfind(": ")))
              : fmt::format("case id '{}' differs from '{}' at {} only in capitals or '/' and '_'; "
                            "reports could not keep them apart",
                            one.id, other.id, place.substr(0, place.rfind(": "))),
          one.where));
    }
    if (collisions > kMaxCollisions) {
      errors_.push_back(
          InputError(fmt::format("and {} more duplicate case ids", collisions - kMaxCollisions)));
    }
  }

  static constexpr size_t kMaxCollisions = 20;
  std::set<std::string> seen_files_;
  LoadedSuites loaded_;
  Errors errors_;
};

}  // namespace

Result<LoadedSuites> LoadSuites(const std::vector<std::string>& paths) {
  if (paths.empty()) return UsageError("no suite given");
  Loader loader;
  for (const std::string& path : paths) loader.AddPath(path);
  return loader.Finish();
}

Result<LoadedSuites> LoadSuiteText(const std::string& text, const std::string& name) {
  Loader loader;
  loader.Add(LoadSuiteBytes(name, text));
  return loader.Finish();
}

}  // namespace touchstone::suite

#include "framework/suite/folder_scan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>

#include "framework/suite/problems.h"
#include "framework/suite/source_text.h"
#include "framework/suite/yaml_reader.h"

namespace touchstone::suite {
namespace {

namespace fs = std::filesystem;

// A kind of file that is no suite, known by top-level keys that it has while it has neither 'suite'
// nor 'cases'. Adding a kind means adding a row.
struct OtherKind {
  std::array<std::string_view, 2> keys;
  const char* what;
};
constexpr OtherKind kOtherKinds[] = {
    {{"rule", "numbers"}, "a precision standard ('rule' and 'numbers')"},
    {{"rule", "version"}, "a precision standard ('rule' and 'version')"},
    {{"defaults", "defaults"}, "defaults for suites to include ('defaults' without 'cases')"},
};

// Whether the file lies in a folder of suites that only run when they are named.
bool RunsByNameOnly(const std::string& path, const std::string& directory) {
  const fs::path below = fs::path(path).lexically_relative(directory).parent_path();
  return std::find(below.begin(), below.end(), "by_name") != below.end();
}

// What the file is when it is no suite, else "".
std::string KindOfOther(const std::string& path) {
  auto text = ReadWholeFile(path, kMaxYamlBytes);
  if (!text.ok()) return "";  // loading it says why
  const auto source = std::make_shared<const SourceText>(path, std::move(*text));
  if (!source->Check(kMaxYamlBytes).empty()) return "";
  Document document(source);
  Problems problems(*source);
  ReadYaml(document, problems);
  const Node* root = document.root();
  if (root == nullptr || !root->is_map()) return "";
  if (root->Find("suite") != nullptr || root->Find("cases") != nullptr) return "";
  for (const OtherKind& kind : kOtherKinds) {
    if (std::all_of(kind.keys.begin(), kind.keys.end(),
                    [&](std::string_view key) { return root->Find(key) != nullptr; })) {
      return kind.what;
    }
  }
  return "";
}

}  // namespace

Result<FolderContent> ScanFolder(const std::string& directory) {
  std::vector<std::string> found;
  std::error_code code;
  fs::recursive_directory_iterator it(directory, code);
  for (; !code && it != fs::recursive_directory_iterator(); it.increment(code)) {
    const fs::path& path = it->path();
    const bool has_name = path.extension() == ".yaml" || path.extension() == ".yml";
    if (has_name && it->is_regular_file(code)) found.push_back(path.string());
  }
  if (code) return InputError(fmt::format("cannot be read: {}", code.message()), {directory, 0, 0});
  std::sort(found.begin(), found.end());
  FolderContent content;
  for (std::string& path : found) {
    if (RunsByNameOnly(path, directory)) {
      content.skipped.push_back({std::move(path), "a suite to be run by name (in a folder 'by_name')"});
    } else if (std::string kind = KindOfOther(path); !kind.empty()) {
      content.skipped.push_back({std::move(path), std::move(kind)});
    } else {
      content.suites.push_back(std::move(path));
    }
  }
  if (content.suites.empty()) {
    return InputError(found.empty() ? "the directory holds no .yaml or .yml file"
                                    : "the directory holds no suite, only precision standards, "
                                      "defaults to include or suites to be run by name",
                      {directory, 0, 0});
  }
  return content;
}

}  // namespace touchstone::suite

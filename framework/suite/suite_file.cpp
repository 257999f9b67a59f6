#include "framework/suite/suite_file.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "framework/suite/atk_import.h"
#include "framework/suite/case_expander.h"
#include "framework/suite/fields.h"
#include "framework/suite/includes.h"
#include "framework/suite/json_reader.h"
#include "framework/suite/source_text.h"
#include "framework/suite/yaml_reader.h"

namespace touchstone::suite {
namespace {

bool HasJsonName(const std::string& path) { return path.ends_with(".json"); }

std::string Digest(const std::string& bytes) {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits(bytes.data(), bytes.size()));
  std::string hex;
  for (const unsigned char byte : canonical.digest) hex += fmt::format("{:02x}", byte);
  return hex;
}

class SuiteReader {
 public:
  SuiteReader(Document& document, Problems& problems)
      : document_(document),
        problems_(problems),
        scope_(no_axes_, document, problems),
        context_{document, problems, scope_, false, nullptr} {}

  void Read(LoadedFile& loaded) {
    const Node& root = *document_.root();
    if (!root.is_map()) {
      problems_.Add(
          root,
          fmt::format("a suite must be a map with 'suite' and 'cases', not {}{}", KindName(root),
                      root.is_list() ? " (an ATK case list must be a .json file)" : ""));
      return;
    }
    CheckKeys(problems_, root, "",
              {"suite", "description", "include", "operator", "tags", "own_standards", "defaults",
               "cases"});
    SuiteHeader header;
    header.own_standards = &own_standards_;
    ReadName(root, header);
    ReadOperator(root, header);
    if (const Node* tags = root.Find("tags"); tags != nullptr && KnowsNoAxes(*tags)) {
      if (auto words = ReadTextList(context_, *tags, "tags")) header.tags = std::move(*words);
    }
    if (const Node* own = root.Find("own_standards")) own_standards_.Read(*own, problems_);
    ReadDefaults(root, header);
    loaded.file.name = header.name;
    loaded.file.parts_read = ReadCases(root, header, loaded.cases);
  }

 private:
  bool KnowsNoAxes(const Node& node) {
    const size_t before = problems_.count();
    scope_.AxesOf(node);
    return problems_.count() == before;
  }

  void ReadName(const Node& root, SuiteHeader& header) {
    const Node* node = root.Find("suite");
    if (node == nullptr) {
      problems_.Add(root, "the suite lacks 'suite', its name");
    } else if (KnowsNoAxes(*node)) {
      if (auto name = ReadText(context_, *node, "suite")) header.name = std::move(*name);
      if (std::any_of(header.name.begin(), header.name.end(),
                      [](char c) { return static_cast<unsigned char>(c) < 0x20; })) {
        WrongValue(context_, *node, "suite", "one line of text");
      }
    }
  }

  void ReadOperator(const Node& root, SuiteHeader& header) {
    const Node* node = root.Find("operator");
    if (node == nullptr) {
      const Node* cases = root.Find("cases");
      const bool all_name_one =
          cases != nullptr && cases->is_list() &&
          std::all_of(cases->items.begin(), cases->items.end(), [](const Node* item) {
            return !item->is_map() || item->Find("operator") != nullptr;
          });
      if (!all_name_one) problems_.Add(root, "the suite lacks 'operator'");
      return;
    }
    if (!KnowsNoAxes(*node)) return;
    const auto name = ReadText(context_, *node, "operator");
    if (!name) return;
    header.op = operators::FindOperator(*name);
    if (header.op == nullptr) {
      problems_.Add(*node, fmt::format("unknown operator '{}'{}", *name,
                                       Suggestion(*name, operators::OperatorNames())));
    }
  }

  void ReadDefaults(const Node& root, SuiteHeader& header) {
    const Node* node = root.Find("defaults");
    if (node == nullptr) return;
    if (!node->is_map()) {
      WrongValue(context_, *node, "defaults", "a map");
      return;
    }
    CheckKeys(problems_, *node, "defaults", DefaultsKeys());
    header.defaults = node;
  }

  uint64_t ReadCases(const Node& root, const SuiteHeader& header, std::vector<Case>& cases) {
    const Node* node = root.Find("cases");
    if (node == nullptr) {
      problems_.Add(root, "the suite lacks 'cases'");
      return 0;
    }
    if (!node->is_list() || node->items.empty()) {
      WrongValue(context_, *node, "cases", "a list of at least one case");
      return 0;
    }
    uint64_t parts_read = 0;
    for (size_t i = 0; i < node->items.size(); ++i) {
      parts_read += ExpandCase(header, *node->items[i], fmt::format("cases[{}]", i), document_,
                               problems_, cases);
      if (cases.size() > kMaxCases) {
        problems_.Add(*node->items[i],
                      fmt::format("the suite expands to more than {} cases", kMaxCases));
        break;
      }
    }
    return parts_read;
  }

  Document& document_;
  Problems& problems_;
  const Axes no_axes_;
  Scope scope_;
  ReadContext context_;
  OwnStandards own_standards_;
};

}  // namespace

size_t MaxSuiteBytes(const std::string& path) {
  return HasJsonName(path) ? kMaxJsonBytes : kMaxYamlBytes;
}

LoadedFile LoadSuiteBytes(const std::string& path, std::string text) {
  LoadedFile loaded;
  loaded.file.path = path;
  loaded.file.digest = Digest(text);
  const auto source = std::make_shared<SourceText>(path, std::move(text));
  loaded.errors = source->Check(kMaxJsonBytes);
  if (!loaded.errors.empty()) return loaded;

  Document document(source);
  Problems problems(*source);
  const bool is_json = HasJsonName(path) || IsJson(*source);
  if (is_json) {
    ReadJson(document, problems);
  } else if (loaded.errors = source->Check(kMaxYamlBytes); !loaded.errors.empty()) {
    return loaded;
  } else {
    ReadYaml(document, problems);
  }
  if (document.root() != nullptr) {
    if (is_json && document.root()->is_list()) {
      ImportAtk(document, problems, loaded);
    } else {
      const std::string included = ApplyIncludes(document, problems, *source);
      if (!included.empty()) loaded.file.digest = Digest(loaded.file.digest + included);
      SuiteReader(document, problems).Read(loaded);
    }
  }
  loaded.errors = problems.TakeErrors();
  loaded.warnings = problems.TakeWarnings();
  loaded.file.case_count = loaded.cases.size() + loaded.not_runnable.size();
  return loaded;
}

}  // namespace touchstone::suite

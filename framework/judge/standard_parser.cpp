#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <charconv>
#include <cmath>
#include <functional>
#include <optional>
#include <set>

#include "framework/judge/standard_definition.h"

namespace touchstone::judge {
namespace {

// A decimal number, or a power of two written as 2^-10.
std::optional<double> ParseNumber(const std::string& text) {
  const bool is_power = text.starts_with("2^");
  const char* const begin = text.data() + (is_power ? 2 : 0);
  const char* const end = text.data() + text.size();
  double value = 0;
  const auto [stop, error] = std::from_chars(begin, end, value);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return is_power ? std::exp2(value) : value;
}

class Parser {
 public:
  explicit Parser(const std::string& file) : file_(file) {}

  void ParseDocument(const YAML::Node& document) {
    StandardDefinition standard;
    YAML::Node numbers, rule, golden, gating;
    if (!IsMap(document, "a standard")) return;
    const auto text_into = [&](std::string& to) {
      return [this, &to](const YAML::Node& node) { to = Text(node); };
    };
    const auto keep = [](YAML::Node& to) {
      return [&to](const YAML::Node& node) { to.reset(node); };
    };
    ReadKeys(document,
             {{"name", text_into(standard.name)},
              {"version", text_into(standard.version)},
              {"citation", text_into(standard.citation)},
              {"summary", text_into(standard.summary)},
              {"rule", keep(rule)},
              {"golden", keep(golden)},
              {"gating", keep(gating)},
              {"numbers", keep(numbers)}},
             {"gating"});
    if (!errors_.empty()) return;
    ReadRule(rule, standard);
    ReadGolden(golden, standard);
    if (gating.IsDefined() && !gating.IsNull()) ReadGating(gating, standard);
    if (standard.rule != nullptr) ReadNumbers(numbers, standard);
    standards_.push_back(std::move(standard));
  }

  void Fail(const YAML::Mark& mark, std::string message) {
    SourceLocation where{file_, 0, 0};
    if (!mark.is_null()) {
      where.line = mark.line + 1;
      where.column = mark.column + 1;
    }
    errors_.push_back(InputError(std::move(message), where));
  }

  Result<std::vector<StandardDefinition>> Take() {
    if (!errors_.empty()) return errors_;
    return std::move(standards_);
  }

 private:
  using Reader = std::function<void(const YAML::Node&)>;

  bool IsMap(const YAML::Node& node, const char* what) {
    if (node.IsMap()) return true;
    Fail(node.Mark(), fmt::format("{} must be a map", what));
    return false;
  }

  std::string Text(const YAML::Node& node) {
    if (node.IsScalar() && !node.Scalar().empty()) return node.Scalar();
    Fail(node.Mark(), "expected a text");
    return "";
  }

  void ReadKeys(const YAML::Node& map, const std::map<std::string, Reader>& readers,
                const std::set<std::string>& optional) {
    std::vector<std::string> names;
    for (const auto& [name, reader] : readers) names.push_back(name);
    std::set<std::string> seen;
    for (const auto& entry : map) {
      const std::string key = Text(entry.first);
      const auto reader = readers.find(key);
      if (reader == readers.end()) {
        Fail(entry.first.Mark(), fmt::format("unknown key '{}'{}", key, Suggestion(key, names)));
      } else if (!seen.insert(key).second) {
        Fail(entry.first.Mark(), fmt::format("key '{}' is given twice", key));
      } else {
        reader->second(entry.second);
      }
    }
    for (const std::string& name : names) {
      if (!seen.contains(name) && !optional.contains(name)) {
        Fail(map.Mark(), fmt::format("key '{}' is missing", name));
      }
    }
  }

  void ReadRule(const YAML::Node& node, StandardDefinition& standard) {
    const std::string name = Text(node);
    standard.rule = FindRule(name);
    if (standard.rule != nullptr) return;
    std::vector<std::string> names;
    for (const RuleKind* rule : AllRules()) names.emplace_back(rule->name());
    Fail(node.Mark(), fmt::format("unknown rule '{}'{}", name, Suggestion(name, names)));
  }

  void ReadGolden(const YAML::Node& node, StandardDefinition& standard) {
    static const std::map<std::string, Golden> kWords = {{"exact", Golden::kExact},
                                                         {"rounded", Golden::kRounded}};
    const std::string word = Text(node);
    const auto found = kWords.find(word);
    if (found == kWords.end()) {
      Fail(node.Mark(), fmt::format("golden must be exact or rounded, not '{}'", word));
      return;
    }
    standard.golden = found->second;
    if (standard.rule != nullptr && !standard.rule->Accepts(standard.golden)) {
      Fail(node.Mark(),
           fmt::format("rule '{}' does not work with golden '{}'", standard.rule->name(), word));
    }
  }

  void ReadGating(const YAML::Node& node, StandardDefinition& standard) {
    const std::string word = Text(node);
    if (word != "true" && word != "false") {
      Fail(node.Mark(), fmt::format("gating must be true or false, not '{}'", word));
    }
    standard.gating = word == "true";
  }

  void ReadNumbers(const YAML::Node& node, StandardDefinition& standard) {
    if (!IsMap(node, "numbers")) return;
    for (const auto& entry : node) {
      const std::string name = Text(entry.first);
      const Result<tensor::DType> dtype = tensor::ParseDType(name);
      if (!dtype.ok()) {
        Fail(entry.first.Mark(), dtype.error().message);
        continue;
      }
      if (standard.numbers.contains(*dtype)) {
        Fail(entry.first.Mark(), fmt::format("dtype '{}' is given twice", name));
      }
      if (!IsMap(entry.second, "the numbers of a dtype")) continue;
      Numbers& numbers = standard.numbers[*dtype];
      std::map<std::string, Reader> readers;
      for (const RuleParameter& parameter : standard.rule->parameters()) {
        readers[parameter.name] = [this, &numbers, parameter](const YAML::Node& value) {
          ReadNumber(value, parameter, numbers);
        };
      }
      ReadKeys(entry.second, readers, {});
    }
    if (standard.numbers.empty()) Fail(node.Mark(), "numbers name no dtype");
  }

  void ReadNumber(const YAML::Node& node, const RuleParameter& parameter, Numbers& numbers) {
    const std::string text = Text(node);
    const std::optional<double> value = ParseNumber(text);
    if (!value || !(*value >= 0) || !(*value <= parameter.maximum)) {
      Fail(node.Mark(), fmt::format("'{}' is no valid number for '{}'", text, parameter.name));
      return;
    }
    numbers[parameter.name] = *value;
  }

  std::string file_;
  Errors errors_;
  std::vector<StandardDefinition> standards_;
};

}  // namespace

Result<std::vector<StandardDefinition>> ParseStandards(std::string_view text,
                                                       const std::string& file) {
  Parser parser(file);
  try {
    for (const YAML::Node& document : YAML::LoadAll(std::string(text))) {
      if (!document.IsSequence()) {
        parser.ParseDocument(document);
        continue;
      }
      for (const YAML::Node& item : document) parser.ParseDocument(item);
    }
  } catch (const YAML::Exception& exception) {
    parser.Fail(exception.mark, exception.msg);
  }
  return parser.Take();
}

}  // namespace touchstone::judge

#include "tools/mutate/mutant.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "framework/suite/fields.h"
#include "framework/suite/node.h"
#include "framework/suite/problems.h"
#include "framework/suite/yaml_reader.h"

namespace touchstone::mutate {
namespace {

using suite::Node;
using suite::Problems;

struct Field {
  std::string key;
  std::string Mutant::* target;
  bool required;
  bool may_be_empty;
};

const std::vector<Field>& Fields() {
  static const std::vector<Field> fields = {{"breaks", &Mutant::breaks, true, false},
                                            {"file", &Mutant::file, true, false},
                                            {"find", &Mutant::find, true, false},
                                            {"replace", &Mutant::replace, true, true},
                                            {"equivalent", &Mutant::equivalent, false, false}};
  return fields;
}

void ReadField(const Node& root, const Field& field, Problems& problems, Mutant& mutant) {
  const Node* node = root.Find(field.key);
  if (node == nullptr) {
    if (field.required) problems.Add(root, fmt::format("the mutant lacks '{}'", field.key));
    return;
  }
  if (!node->is_scalar() || (node->text.empty() && !field.may_be_empty)) {
    problems.Add(*node, fmt::format("{} must be {}, not {}", field.key,
                                    field.may_be_empty ? "text in quotes" : "text that is not empty",
                                    suite::Describe(*node)));
    return;
  }
  mutant.*field.target = node->text;
  if (field.target == &Mutant::find) mutant.where = problems.source().Locate(node->offset);
}

void ReadRoot(const Node& root, Problems& problems, Mutant& mutant) {
  if (!root.is_map()) {
    problems.Add(root, fmt::format("a mutant is a map, not {}", suite::KindName(root)));
    return;
  }
  std::vector<std::string> keys;
  for (const Field& field : Fields()) keys.push_back(field.key);
  suite::CheckKeys(problems, root, "", keys);
  for (const Field& field : Fields()) ReadField(root, field, problems, mutant);
  if (problems.any()) return;
  if (mutant.file.starts_with("/") || mutant.file.find("..") != std::string::npos) {
    problems.Add(*root.Find("file"),
                 fmt::format("file must be a path inside the source tree, not '{}'", mutant.file));
  }
  if (mutant.find == mutant.replace) {
    problems.Add(*root.Find("replace"), "find and replace are the same text");
  }
}

size_t Count(std::string_view text, std::string_view part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

}  // namespace

Result<Mutant> ReadMutant(const std::string& id, const std::string& path, std::string text) {
  Mutant mutant;
  mutant.id = id;
  mutant.group = id.substr(0, id.find('/'));
  const auto source = std::make_shared<suite::SourceText>(path, std::move(text));
  if (Errors errors = source->Check(suite::kMaxYamlBytes); !errors.empty()) return errors;
  suite::Document document(source);
  Problems problems(*source);
  suite::ReadYaml(document, problems);
  if (document.root() != nullptr) ReadRoot(*document.root(), problems, mutant);
  if (problems.any()) return problems.TakeErrors();
  return mutant;
}

Result<std::string> Mutated(const Mutant& mutant, std::string_view text) {
  const size_t count = Count(text, mutant.find);
  if (count != 1) {
    return InputError(fmt::format("mutant '{}': the text to find occurs {} in '{}', not once",
                                  mutant.id, count == 0 ? "nowhere" : fmt::format("{} times", count),
                                  mutant.file),
                      mutant.where);
  }
  std::string mutated(text);
  mutated.replace(mutated.find(mutant.find), mutant.find.size(), mutant.replace);
  return mutated;
}

}  // namespace touchstone::mutate

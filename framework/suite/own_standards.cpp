#include "framework/suite/own_standards.h"

#include <fmt/format.h>

#include <utility>

#include "framework/suite/quoted_text.h"

namespace touchstone::suite {
namespace {

// A node as flow YAML with one token to a line, and where each line came from.
class Lines {
 public:
  explicit Lines(const Node& standard) {
    // What is said of the text as a whole, in its first line, is mostly about the name.
    const Node* name = standard.Find("name");
    Add("", name != nullptr ? name->offset : standard.offset);
    Write(standard);
  }

  const std::string& text() const { return text_; }
  size_t OffsetOf(int line) const {
    const auto index = static_cast<size_t>(line < 1 ? 0 : line - 1);
    return index < offsets_.size() ? offsets_[index] : offsets_.front();
  }

 private:
  void Add(const std::string& token, size_t offset) {
    text_ += token + "\n";
    offsets_.push_back(offset);
  }

  void Write(const Node& node) {
    switch (node.kind) {
      case Node::Kind::kNull:
        return Add("null", node.offset);
      case Node::Kind::kScalar:
        return Add(DoubleQuoted(node.text), node.offset);
      case Node::Kind::kList:
        Add("[", node.offset);
        for (const Node* item : node.items) {
          Write(*item);
          Add(",", item->offset);
        }
        return Add("]", node.offset);
      case Node::Kind::kMap:
        Add("{", node.offset);
        for (const Entry& entry : node.entries) {
          Add(DoubleQuoted(entry.key) + ":", entry.key_offset);
          Write(*entry.value);
          Add(",", entry.key_offset);
        }
        return Add("}", node.offset);
    }
  }

  std::string text_;
  std::vector<size_t> offsets_;
};

}  // namespace

void OwnStandards::Read(const Node& list, Problems& problems) {
  if (!list.is_list() || list.items.empty()) {
    problems.Add(list, fmt::format("own_standards must be a list of at least one standard, not "
                                   "'{}'",
                                   Describe(list)));
    return;
  }
  for (size_t i = 0; i < list.items.size(); ++i) {
    const std::string path = fmt::format("own_standards[{}]", i);
    if (!list.items[i]->is_map()) {
      problems.Add(*list.items[i], fmt::format("{} must be a map of name, version, citation, "
                                               "summary, rule, golden and numbers, not '{}'",
                                               path, Describe(*list.items[i])));
      continue;
    }
    const Lines lines(*list.items[i]);
    const auto parsed = judge::ParseOwnStandards(lines.text(), problems.source().name());
    if (!parsed.ok()) {
      for (const Error& error : parsed.errors()) {
        problems.Add(lines.OffsetOf(error.where.line), fmt::format("{}: {}", path, error.message));
      }
      continue;
    }
    const Definition& definition = parsed->front();
    const std::string name(judge::NameOf(*definition));
    if (!by_name_.emplace(name, definition).second) {
      problems.Add(lines.OffsetOf(1), fmt::format("{}: standard '{}' is given twice", path, name));
    }
  }
}

OwnStandards::Definition OwnStandards::Find(const std::string& name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : found->second;
}

std::vector<std::string> OwnStandards::Names() const {
  std::vector<std::string> names;
  for (const auto& [name, definition] : by_name_) names.push_back(name);
  return names;
}

OwnStandards::Definition OwnStandards::FromText(const std::string& text, const Node& at,
                                                Problems& problems, const std::string& path) {
  const auto known = by_text_.find(text);
  if (known != by_text_.end()) return known->second;
  const auto parsed = judge::ParseOwnStandards(text, problems.source().name());
  if (!parsed.ok()) {
    for (const Error& error : parsed.errors()) {
      problems.Add(at, fmt::format("{}: {}", path, error.message));
    }
    return nullptr;
  }
  if (parsed->size() != 1) {
    problems.Add(at, fmt::format("{} must be one standard, not {}", path, parsed->size()));
    return nullptr;
  }
  return by_text_.emplace(text, parsed->front()).first->second;
}

}  // namespace touchstone::suite

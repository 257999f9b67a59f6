#include "framework/record/json_position.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

namespace touchstone::record {
namespace {

// Steps through the tokens of a JSON text: brackets, commas, colons, strings, and everything else
// up to the next of these.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : text_(text) { SkipSpace(); }

  bool AtEnd() const { return at_ >= text_.size(); }
  size_t at() const { return at_; }
  char First() const { return AtEnd() ? '\0' : text_[at_]; }
  std::string_view Token() const { return text_.substr(at_, Size()); }

  void Next() {
    at_ += Size();
    SkipSpace();
  }

  // The token, which is a string, without quotes and escapes.
  std::string Text() const {
    const std::string_view token = Token();
    if (token.find('\\') == std::string_view::npos) {
      return std::string(token.substr(1, token.size() < 2 ? 0 : token.size() - 2));
    }
    const auto parsed = nlohmann::json::parse(token, nullptr, false);
    return parsed.is_string() ? parsed.get<std::string>() : std::string(token);
  }

  void SkipValue() {
    size_t depth = 0;
    do {
      if (First() == '{' || First() == '[') ++depth;
      if (First() == '}' || First() == ']') --depth;
      Next();
    } while (depth > 0 && !AtEnd());
  }

 private:
  void SkipSpace() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }

  size_t Size() const {
    if (AtEnd()) return 0;
    if (text_[at_] != '"') {
      const size_t end = std::min(text_.find_first_of("{}[],:\" \t\r\n", at_), text_.size());
      return std::max<size_t>(end - at_, 1);
    }
    size_t end = at_ + 1;
    while (end < text_.size() && text_[end] != '"') end += text_[end] == '\\' ? 2 : 1;
    return std::min(end + 1, text_.size()) - at_;
  }

  std::string_view text_;
  size_t at_ = 0;
};

// From the start of an object or list to the wanted value in it; false, and at its end, without.
bool Enter(Tokens& tokens, const JsonPath& step) {
  if (tokens.First() != (step.index ? '[' : '{')) return false;
  tokens.Next();
  for (size_t number = 0; !tokens.AtEnd() && tokens.First() != ']' && tokens.First() != '}';
       ++number) {
    bool wanted = step.index == number;
    if (!step.index) {
      wanted = tokens.First() == '"' && tokens.Text() == step.key;
      tokens.Next();  // the key
      tokens.Next();  // the colon
    }
    if (wanted) return true;
    tokens.SkipValue();
    if (tokens.First() == ',') tokens.Next();
  }
  return false;
}

}  // namespace

std::string JsonPath::ToString() const {
  if (parent == nullptr) return "";
  const std::string before = parent->ToString();
  if (index) return fmt::format("{}[{}]", before, *index);
  return before.empty() ? std::string(key) : fmt::format("{}.{}", before, key);
}

SourceLocation LocationOf(std::string_view text, size_t byte, const std::string& name) {
  text = text.substr(0, byte);
  const auto lines = std::count(text.begin(), text.end(), '\n');
  const size_t line_end = text.rfind('\n');
  const size_t column = line_end == std::string_view::npos ? text.size() : text.size() - line_end - 1;
  return {name, static_cast<int>(lines) + 1, static_cast<int>(column) + 1};
}

SourceLocation Locate(std::string_view text, const JsonPath& path, const std::string& name) {
  std::vector<const JsonPath*> steps;
  for (const JsonPath* step = &path; step->parent != nullptr; step = step->parent) {
    steps.push_back(step);
  }
  Tokens tokens(text);
  size_t found = tokens.at();
  for (auto step = steps.rbegin(); step != steps.rend() && Enter(tokens, **step); ++step) {
    found = tokens.at();
  }
  return LocationOf(text, found, name);
}

SourceLocation LocateDoubledKey(std::string_view text, const std::string& name) {
  std::vector<std::optional<std::set<std::string>>> open;  // keys of objects, nothing for lists
  bool key_next = false;
  for (Tokens tokens(text); !tokens.AtEnd(); tokens.Next()) {
    const char first = tokens.First();
    if (first == '{') {
      open.emplace_back().emplace();
    } else if (first == '[') {
      open.emplace_back();
    } else if ((first == '}' || first == ']') && !open.empty()) {
      open.pop_back();
    } else if (key_next && !open.back()->insert(tokens.Text()).second) {
      return LocationOf(text, tokens.at(), name);
    }
    key_next = (first == '{' || first == ',') && !open.empty() && open.back().has_value();
  }
  return LocationOf(text, 0, name);
}

SourceLocation LocateNumber(std::string_view text, std::string_view number,
                            const std::string& name) {
  for (Tokens tokens(text); !tokens.AtEnd(); tokens.Next()) {
    if (tokens.Token() == number) return LocationOf(text, tokens.at(), name);
  }
  return LocationOf(text, 0, name);
}

}  // namespace touchstone::record

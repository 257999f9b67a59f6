#include "op_under_test/runtime/json_check.h"

namespace npusim {
namespace {

constexpr int kLargestDepth = 64;

bool Holds(std::string_view set, char c) { return set.find(c) != std::string_view::npos; }

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  bool Document() { return Peek() == '{' && Object(0) && Peek() == '\0' && at_ == text_.size(); }

  std::map<std::string, std::string> strings;

 private:
  /// Next character that is no white space, or '\0' at the end.
  char Peek() {
    while (at_ < text_.size() && Holds(" \t\r\n", text_[at_])) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  bool Accept(char wanted) {
    if (Peek() != wanted) return false;
    ++at_;
    return true;
  }

  bool Value(int depth) {
    switch (Peek()) {
      case '{':
        return depth < kLargestDepth && Object(depth);
      case '[':
        return depth < kLargestDepth && Array(depth);
      case '"':
        return String(nullptr);
      default:
        return Literal();
    }
  }

  bool Object(int depth) {
    Accept('{');
    if (Accept('}')) return true;
    do {
      std::string key;
      if (Peek() != '"' || !String(&key) || !Accept(':')) return false;
      if (depth == 0 && Peek() == '"') {
        if (!String(&strings[key])) return false;
      } else if (!Value(depth + 1)) {
        return false;
      }
    } while (Accept(','));
    return Accept('}');
  }

  bool Array(int depth) {
    Accept('[');
    if (Accept(']')) return true;
    do {
      if (!Value(depth + 1)) return false;
    } while (Accept(','));
    return Accept(']');
  }

  bool String(std::string* content) {
    const size_t begin = ++at_;
    for (; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (static_cast<unsigned char>(text_[at_]) < 0x20) return false;
      if (text_[at_] == '\\') ++at_;
    }
    if (at_ >= text_.size()) return false;
    if (content != nullptr) *content = text_.substr(begin, at_ - begin);
    ++at_;
    return true;
  }

  bool Literal() {
    const size_t begin = at_;
    while (at_ < text_.size() && !Holds(" \t\r\n,]}", text_[at_])) ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    if (word == "true" || word == "false" || word == "null") return true;
    return !word.empty() && word.find_first_not_of("+-.0123456789eE") == std::string_view::npos &&
           word.find_first_of("0123456789") != std::string_view::npos;
  }

  std::string_view text_;
  size_t at_ = 0;
};

}  // namespace

std::optional<std::map<std::string, std::string>> TopLevelStrings(std::string_view text) {
  Parser parser(text);
  if (!parser.Document()) return std::nullopt;
  return std::move(parser.strings);
}

}  // namespace npusim

#include "framework/suite/json_reader.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "framework/suite/node_builder.h"

namespace touchstone::suite {
namespace {

// The parser tells what it read but not where. Events come in the order of the text, so the place
// of each is found by walking over the same text token by token.
class TokenWalker {
 public:
  explicit TokenWalker(std::string_view text) : text_(text) {}

  struct Token {
    size_t offset;
    std::string_view text;
  };
  Token Next() {
    while (at_ < text_.size() && IsFiller(text_[at_])) ++at_;
    const size_t begin = at_;
    if (at_ >= text_.size()) return {begin, {}};
    if (text_[at_] == '"') {
      for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
        if (text_[at_] == '\\') ++at_;
      }
      ++at_;
    } else if (IsBracket(text_[at_])) {
      ++at_;
    } else {
      while (at_ < text_.size() && !IsFiller(text_[at_]) && !IsBracket(text_[at_])) ++at_;
    }
    return {begin, text_.substr(begin, at_ - begin)};
  }

 private:
  static bool IsFiller(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ',' || c == ':';
  }
  static bool IsBracket(char c) { return c == '{' || c == '}' || c == '[' || c == ']'; }

  std::string_view text_;
  size_t at_ = 0;
};

class Handler : public nlohmann::json_sax<nlohmann::json> {
 public:
  Handler(Document& document, Problems& problems)
      : builder_(document, problems), problems_(problems), walker_(document.source().text()) {}

  bool null() override { return Plain(Node::Kind::kNull); }
  bool boolean(bool) override { return Plain(Node::Kind::kScalar); }
  bool number_integer(number_integer_t) override { return Plain(Node::Kind::kScalar); }
  bool number_unsigned(number_unsigned_t) override { return Plain(Node::Kind::kScalar); }
  bool number_float(number_float_t, const string_t&) override { return Plain(Node::Kind::kScalar); }
  bool string(string_t& value) override { return Quoted(value); }
  bool key(string_t& value) override { return Quoted(value); }
  bool binary(binary_t&) override { return false; }  // not reachable from text
  bool start_object(std::size_t) override {
    return builder_.Begin(Node::Kind::kMap, walker_.Next().offset);
  }
  bool start_array(std::size_t) override {
    return builder_.Begin(Node::Kind::kList, walker_.Next().offset);
  }
  bool end_object() override { return End(); }
  bool end_array() override { return End(); }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& error) override {
    problems_.Add(position > 0 ? position - 1 : 0,
                  fmt::format("not valid JSON: {}", WithoutHead(error.what())));
    return false;
  }

 private:
  // "[json.exception.parse_error.101] parse error at line 1, column 2: " and
  // "[json.exception.out_of_range.406] " are the library's own heads.
  static std::string_view WithoutHead(std::string_view what) {
    for (const std::string_view end : {std::string_view("column "), std::string_view("] ")}) {
      const size_t at = what.find(end);
      const size_t begin = end == "] " ? at : what.find(": ", at);
      if (at != std::string_view::npos && begin != std::string_view::npos) {
        return what.substr(begin + 2);
      }
    }
    return what;
  }

  bool Plain(Node::Kind kind) {
    const auto token = walker_.Next();
    const bool is_null = kind == Node::Kind::kNull;
    return builder_.Scalar(kind, token.offset, is_null ? "" : std::string(token.text), false, true);
  }
  bool Quoted(string_t& value) {
    return builder_.Scalar(Node::Kind::kScalar, walker_.Next().offset, std::move(value), true,
                           true);
  }
  bool End() {
    walker_.Next();
    return builder_.End();
  }

  NodeBuilder builder_;
  Problems& problems_;
  TokenWalker walker_;
};

}  // namespace

void ReadJson(Document& document, Problems& problems) {
  Handler handler(document, problems);
  nlohmann::json::sax_parse(document.source().text(), &handler);
}

bool IsJson(const SourceText& source) {
  const size_t first = source.text().find_first_not_of(" \t\r\n");
  return first != std::string::npos && source.text()[first] == '{' &&
         nlohmann::json::accept(source.text());
}

}  // namespace touchstone::suite

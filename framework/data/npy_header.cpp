#include "framework/data/npy_header.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace touchstone::data {
namespace {

/// NumPy's own limit on the number of axes is 32.
constexpr size_t kMaxRank = 32;

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Result<NpyHeader> Parse() {
    NpyHeader header;
    bool has_descr = false, has_order = false, has_shape = false;
    if (!Take('{')) return Expected("'{'");
    while (!Take('}')) {
      std::string key;
      if (!TakeString(key)) return Expected("a key in quotes or '}'");
      if (!Take(':')) return Expected("':'");
      bool* seen = nullptr;
      bool taken = false;
      if (key == "descr") {
        seen = &has_descr;
        taken = TakeString(header.descr);
      } else if (key == "fortran_order") {
        seen = &has_order;
        taken = TakeBool(header.fortran_order);
      } else if (key == "shape") {
        seen = &has_shape;
        taken = TakeShape(header.shape);
      } else {
        return InputError(fmt::format("unknown header key '{}'", Printable(key)));
      }
      if (!taken) return Expected(fmt::format("a valid value of '{}'", key));
      if (*seen) return InputError(fmt::format("header key '{}' appears twice", key));
      *seen = true;
      if (!Take(',') && !Peek('}')) return Expected("',' or '}'");
    }
    SkipSpace();
    if (position_ != text_.size()) return Expected("the end of the header");
    if (!has_descr || !has_order || !has_shape) {
      return InputError("the header lacks one of 'descr', 'fortran_order', 'shape'");
    }
    return header;
  }

 private:
  static std::string Printable(std::string_view text) {
    std::string printable;
    for (const char c : text.substr(0, 40)) printable += c >= ' ' && c <= '~' ? c : '?';
    return printable;
  }

  Error Expected(std::string_view what) {
    SkipSpace();
    return InputError(fmt::format("expected {} at byte {} of the header, near '{}'", what,
                                  position_, Printable(text_.substr(position_).substr(0, 20))));
  }

  void SkipSpace() {
    while (position_ < text_.size() && (text_[position_] == ' ' || text_[position_] == '\n')) {
      ++position_;
    }
  }

  bool Peek(char c) {
    SkipSpace();
    return position_ < text_.size() && text_[position_] == c;
  }

  bool Take(char c) {
    if (!Peek(c)) return false;
    ++position_;
    return true;
  }

  bool TakeString(std::string& value) {
    const char quote = Peek('"') ? '"' : '\'';
    if (!Take(quote)) return false;
    const size_t end = text_.find(quote, position_);
    if (end == std::string_view::npos) return false;
    value = std::string(text_.substr(position_, end - position_));
    position_ = end + 1;
    return true;
  }

  bool TakeBool(bool& value) {
    SkipSpace();
    for (const bool candidate : {true, false}) {
      const std::string_view word = candidate ? "True" : "False";
      if (text_.substr(position_, word.size()) != word) continue;
      position_ += word.size();
      value = candidate;
      return true;
    }
    return false;
  }

  bool TakeShape(tensor::Dims& shape) {
    if (!Take('(')) return false;
    bool comma = true;
    while (!Take(')')) {
      if (!comma || shape.size() == kMaxRank) return false;
      SkipSpace();
      int64_t extent = -1;
      const char* begin = text_.data() + position_;
      const auto result = std::from_chars(begin, text_.data() + text_.size(), extent);
      if (result.ec != std::errc() || extent < 0) return false;
      position_ += static_cast<size_t>(result.ptr - begin);
      shape.push_back(extent);
      comma = Take(',');
    }
    return shape.size() != 1 || comma;  // "(3)" is a number, "(3,)" a tuple
  }

  std::string_view text_;
  size_t position_ = 0;
};

}  // namespace

Result<NpyHeader> ParseNpyHeader(std::string_view text) { return Parser(text).Parse(); }

}  // namespace touchstone::data

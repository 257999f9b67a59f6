#include "framework/device/error_text.h"

#include <cctype>

namespace touchstone::device {
namespace {

bool IsDigit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

/// Length of "[PID: 123]" at the start of `text`, or 0.
size_t ProcessIdLength(std::string_view text) {
  constexpr std::string_view kStart = "[PID:";
  if (!text.starts_with(kStart)) return 0;
  size_t i = kStart.size();
  while (i < text.size() && text[i] == ' ') ++i;
  const size_t digits = i;
  while (i < text.size() && IsDigit(text[i])) ++i;
  return i > digits && i < text.size() && text[i] == ']' ? i + 1 : 0;
}

/// Length of a time stamp at the start of `text`, or 0: it begins with a digit, holds a colon and
/// consists of digits and the separators of dates and times only.
size_t TimeStampLength(std::string_view text) {
  if (text.empty() || !IsDigit(text[0])) return 0;
  bool has_colon = false;
  size_t i = 0;
  while (i < text.size()) {
    const char c = text[i];
    has_colon = has_colon || c == ':';
    // "2026-01-02 03:04:05": a blank belongs to it when the time is still to come.
    const bool inner_blank = c == ' ' && !has_colon && i + 1 < text.size() && IsDigit(text[i + 1]);
    if (!IsDigit(c) && c != '-' && c != ':' && c != '.' && c != '/' && !inner_blank) break;
    ++i;
  }
  return has_colon ? i : 0;
}

}  // namespace

std::string StripVolatile(std::string_view text) {
  std::string stripped;
  stripped.reserve(text.size());
  while (!text.empty()) {
    size_t length = ProcessIdLength(text);
    if (length == 0) {
      stripped.push_back(text.front());
      text.remove_prefix(1);
      continue;
    }
    text.remove_prefix(length);
    while (text.starts_with(' ')) text.remove_prefix(1);
    length = TimeStampLength(text);
    text.remove_prefix(length);
    while (length > 0 && text.starts_with(' ')) text.remove_prefix(1);
    // "EZ9999[PID: 1] time Title" must not become "EZ9999Title".
    if (!stripped.empty() && stripped.back() != '\n' && stripped.back() != ' ') stripped += ' ';
  }
  return stripped;
}

std::string NewErrorText(std::string_view previous, std::string_view current) {
  if (previous.empty()) return std::string(current);
  if (current == previous) return "";
  if (current.size() > previous.size() && current.ends_with(previous) &&
      current[current.size() - previous.size() - 1] == '\n') {
    current.remove_suffix(previous.size() + 1);
  }
  return std::string(current);
}

}  // namespace touchstone::device

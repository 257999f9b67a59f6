#include "framework/record/safe_text.h"

#include <fmt/format.h>

namespace touchstone::record {
namespace {

// C0 and C1 controls, DEL, bidirectional overrides (they reorder what a reader sees), and the
// code points outside the Char production of XML 1.0, section 2.2.
bool MustBeVisible(char32_t c) {
  if (c == '\t' || c == '\n') return false;
  return c < 0x20 || (c >= 0x7F && c <= 0x9F) || (c >= 0x202A && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069) || c == 0xFFFE || c == 0xFFFF;
}

}  // namespace

CodePoint DecodeUtf8(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return {first, 1, true};
  size_t size = 0;
  char32_t value = 0;
  if (first >= 0xC2 && first <= 0xDF) {
    size = 2;
    value = first & 0x1F;
  } else if (first >= 0xE0 && first <= 0xEF) {
    size = 3;
    value = first & 0x0F;
  } else if (first >= 0xF0 && first <= 0xF4) {
    size = 4;
    value = first & 0x07;
  }
  if (size == 0 || text.size() < size) return {first, 1, false};
  for (size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {first, 1, false};
    value = (value << 6) | (byte(i) & 0x3F);
  }
  constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (value < kSmallest[size] || surrogate || value > 0x10FFFF) return {first, 1, false};
  return {value, size, true};
}

std::string SafeUtf8(std::string_view text) {
  std::string safe;
  safe.reserve(text.size());
  while (!text.empty()) {
    const CodePoint point = DecodeUtf8(text);
    if (point.valid) {
      safe.append(text.substr(0, point.size));
    } else {
      safe += fmt::format("\\x{:02x}", static_cast<uint32_t>(point.value));
    }
    text.remove_prefix(point.size);
  }
  return safe;
}

std::string VisibleText(std::string_view text) {
  std::string safe;
  safe.reserve(text.size());
  while (!text.empty()) {
    const CodePoint point = DecodeUtf8(text);
    const auto value = static_cast<uint32_t>(point.value);
    if (point.valid && !MustBeVisible(point.value)) {
      safe.append(text.substr(0, point.size));
    } else if (value < 0x100) {
      safe += fmt::format("\\x{:02x}", value);
    } else {
      safe += fmt::format("\\u{{{:04x}}}", value);
    }
    text.remove_prefix(point.size);
  }
  return safe;
}

}  // namespace touchstone::record

// Text of unknown origin (names, paths, error texts of a device) made safe for files.
#pragma once

#include <string>
#include <string_view>

namespace touchstone::record {

/// Where the next code point ends and what it is; `valid` is false for a byte that starts no
/// well-formed UTF-8 sequence (overlong forms, surrogates and values above U+10FFFF included).
struct CodePoint {
  char32_t value = 0;
  size_t size = 1;
  bool valid = false;
};

/// Decodes the code point at the start of `text`, which must not be empty.
CodePoint DecodeUtf8(std::string_view text);

/// `text` as well-formed UTF-8: each offending byte becomes the four visible characters "\xNN".
/// Different texts stay different unless they already spell such an escape.
std::string SafeUtf8(std::string_view text);

/// As SafeUtf8, and control characters (but for tab and line feed) and code points that no XML 1.0
/// document can hold become visible as "\xNN" or "\u{NNNN}" too. Safe in terminals, XML and HTML
/// once their own special characters are escaped.
std::string VisibleText(std::string_view text);

}  // namespace touchstone::record

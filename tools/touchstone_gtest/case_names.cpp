#include "tools/touchstone_gtest/case_names.h"

#include <cctype>
#include <cstddef>
#include <span>

#include "framework/data/digest.h"

namespace touchstone::tools {

std::string Slug(std::string_view text) {
  std::string slug;
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      slug += c;
    } else if (!slug.empty() && slug.back() != '_') {
      slug += '_';
    }
  }
  while (!slug.empty() && slug.back() == '_') slug.pop_back();
  return slug.empty() ? "unnamed" : slug;
}

std::string TestName(std::string_view id, std::string_view suite) {
  constexpr size_t kReadableLength = 80;
  std::string_view own = id;
  if (own.starts_with(suite)) own.remove_prefix(suite.size());
  return Slug(own).substr(0, kReadableLength) + "_" + data::Xxh3Hex(std::as_bytes(std::span(id)));
}

}  // namespace touchstone::tools

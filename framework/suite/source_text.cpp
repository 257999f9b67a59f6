#include "framework/suite/source_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>

namespace touchstone::suite {
namespace {

constexpr size_t kExcerptBytes = 96;  // as much of a line as fits a terminal beside the line number

bool IsContinuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// Length of the well-formed UTF-8 sequence at the start of `text`, or 0. Table 3-7 of the Unicode
// standard: no overlong forms, no surrogates, nothing beyond U+10FFFF.
size_t SequenceLength(std::string_view text) {
  const auto byte = [&](size_t i) { return i < text.size() ? static_cast<uint8_t>(text[i]) : 0; };
  const auto in = [&](size_t i, int low, int high) { return byte(i) >= low && byte(i) <= high; };
  const int first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return in(1, 0x80, 0xBF) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    const int low = first == 0xE0 ? 0xA0 : 0x80;
    const int high = first == 0xED ? 0x9F : 0xBF;
    return in(1, low, high) && in(2, 0x80, 0xBF) ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const int low = first == 0xF0 ? 0x90 : 0x80;
    const int high = first == 0xF4 ? 0x8F : 0xBF;
    return in(1, low, high) && in(2, 0x80, 0xBF) && in(3, 0x80, 0xBF) ? 4 : 0;
  }
  return 0;
}

std::optional<size_t> FirstBadByte(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    const size_t length = SequenceLength(text.substr(i, 4));
    if (length == 0) return i;
    i += length;
  }
  return std::nullopt;
}

}  // namespace

SourceText::SourceText(std::string name, std::string text)
    : name_(std::move(name)), text_(std::move(text)) {
  if (text_.starts_with("\xEF\xBB\xBF")) text_.erase(0, 3);
  // A CR alone ends a line in YAML, but not for every reader of it.
  for (size_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '\r' && (i + 1 == text_.size() || text_[i + 1] != '\n')) text_[i] = '\n';
  }
  line_starts_.push_back(0);
  for (size_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '\n') line_starts_.push_back(i + 1);
  }
}

size_t SourceText::LineOf(size_t offset) const {
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  return static_cast<size_t>(after - line_starts_.begin()) - 1;
}

size_t SourceText::Attach(std::shared_ptr<const SourceText> part) {
  // One past the end of a text is a place of it too.
  const size_t base = parts_.empty() ? text_.size() + 1
                                     : parts_.back().base + parts_.back().text->text().size() + 1;
  parts_.push_back({base, std::move(part)});
  return base;
}

const SourceText::Part* SourceText::PartOf(size_t offset) const {
  const auto after = std::upper_bound(parts_.begin(), parts_.end(), offset,
                                      [](size_t at, const Part& part) { return at < part.base; });
  return after == parts_.begin() ? nullptr : &*std::prev(after);
}

SourceLocation SourceText::Locate(size_t offset) const {
  if (const Part* part = PartOf(offset)) return part->text->Locate(offset - part->base);
  offset = std::min(offset, text_.size());
  const size_t line = LineOf(offset);
  size_t from = line_starts_[line];
  int column = 1;
  if (line == last_line_ && last_offset_ <= offset && last_offset_ >= from) {
    from = last_offset_;
    column = last_column_;
  }
  for (size_t i = from; i < offset; ++i) column += IsContinuation(text_[i]) ? 0 : 1;
  last_offset_ = offset;
  last_line_ = line;
  last_column_ = column;
  return SourceLocation{name_, static_cast<int>(line) + 1, column};
}

std::optional<size_t> SourceText::OffsetOf(const SourceLocation& where) const {
  if (where.line <= 0) return std::nullopt;
  if (where.file != name_) {
    for (const Part& part : parts_) {
      if (const auto offset = part.text->OffsetOf(where)) return part.base + *offset;
    }
    return std::nullopt;
  }
  const int column = where.column;
  const size_t index = static_cast<size_t>(where.line) - 1;
  if (index >= line_starts_.size()) return text_.size();
  size_t offset = line_starts_[index];
  for (int c = 1; c < column && offset < text_.size() && text_[offset] != '\n'; ++c) {
    ++offset;
    while (offset < text_.size() && IsContinuation(text_[offset])) ++offset;
  }
  return offset;
}

std::string SourceText::Excerpt(size_t offset) const {
  if (const Part* part = PartOf(offset)) return part->text->Excerpt(offset - part->base);
  offset = std::min(offset, text_.size());
  const size_t line = LineOf(offset);
  const size_t line_begin = line_starts_[line];
  size_t line_end = text_.find('\n', line_begin);
  if (line_end == std::string::npos) line_end = text_.size();
  if (line_end > line_begin && text_[line_end - 1] == '\r') --line_end;
  size_t begin = line_begin;
  if (offset > line_begin + kExcerptBytes / 2 && line_end - line_begin > kExcerptBytes) {
    begin = offset - kExcerptBytes / 2;
  }
  size_t end = std::min(line_end, begin + kExcerptBytes);
  while (begin < end && IsContinuation(text_[begin])) ++begin;
  while (end < line_end && end > begin && IsContinuation(text_[end])) --end;
  std::string shown = text_.substr(begin, end - begin);
  std::string padding;
  for (size_t i = begin; i < std::min(offset, end); ++i) {
    if (!IsContinuation(text_[i])) padding += text_[i] == '\t' ? '\t' : ' ';
  }
  const std::string_view cut_left = begin > line_begin ? "..." : "";
  const std::string_view cut_right = end < line_end ? "..." : "";
  const std::string number = std::to_string(line + 1);
  return fmt::format("  {} | {}{}{}\n  {} | {}{}^", number, cut_left, shown, cut_right,
                     std::string(number.size(), ' '), std::string(cut_left.size(), ' '), padding);
}

Errors SourceText::Check(size_t max_bytes) const {
  if (text_.size() > max_bytes) {
    return {InputError(
        fmt::format("the text has {} bytes; at most {} are read", text_.size(), max_bytes),
        {name_, 0, 0})};
  }
  if (const size_t nul = text_.find('\0'); nul != std::string::npos) {
    return {InputError("NUL byte; a suite is UTF-8 text", Locate(nul))};
  }
  if (const auto bad = FirstBadByte(text_)) {
    return {InputError(
        fmt::format("byte 0x{:02X} is not UTF-8 text", static_cast<unsigned char>(text_[*bad])),
        Locate(*bad))};
  }
  if (text_.find_first_not_of(" \t\r\n") == std::string::npos) {
    return {InputError("the file is empty", {name_, 0, 0})};
  }
  return {};
}

Result<std::string> ReadWholeFile(const std::string& path, size_t max_bytes) {
  namespace fs = std::filesystem;
  std::error_code code;
  const SourceLocation where{path, 0, 0};
  const fs::file_status status = fs::status(path, code);
  if (status.type() == fs::file_type::not_found) return InputError("no such file", where);
  if (code) return InputError(fmt::format("cannot be read: {}", code.message()), where);
  if (status.type() == fs::file_type::directory) return InputError("is a directory", where);
  // A pipe or device could block for ever or never end.
  if (status.type() != fs::file_type::regular) return InputError("is not a regular file", where);
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return InputError(fmt::format("cannot be read: {}", std::strerror(errno)), where);
  std::string text;
  std::vector<char> block(size_t{1} << 16);
  while (stream.read(block.data(), static_cast<std::streamsize>(block.size())) ||
         stream.gcount() > 0) {
    text.append(block.data(), static_cast<size_t>(stream.gcount()));
    if (text.size() > max_bytes) {
      return InputError(
          fmt::format("the file has more than {} bytes; at most that many are read", max_bytes),
          where);
    }
  }
  if (stream.bad()) return InputError("cannot be read to its end", where);
  return text;
}

}  // namespace touchstone::suite

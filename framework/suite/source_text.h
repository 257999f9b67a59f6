// The text of one suite file, and how to point at a place in it.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/diagnostics/error.h"

namespace touchstone::suite {

/// Largest YAML text that is read. A suite of this size lists data that belongs in .npy files.
inline constexpr size_t kMaxYamlBytes = size_t{16} << 20;
/// Largest JSON text. Resolved suites and ATK files list every case, so they may be longer.
inline constexpr size_t kMaxJsonBytes = size_t{256} << 20;

/// The bytes of a file under the name that diagnostics show. Places are byte offsets; lines and
/// columns (from 1, columns in characters) are worked out only when something is reported.
/// Not thread-safe: Locate remembers the place it found last.
class SourceText {
 public:
  /// A leading UTF-8 byte order mark is dropped.
  SourceText(std::string name, std::string text);

  const std::string& name() const { return name_; }
  const std::string& text() const { return text_; }

  SourceLocation Locate(size_t offset) const;
  /// The offset of a place that Locate gave; nothing when it lies in another file.
  std::optional<size_t> OffsetOf(const SourceLocation& where) const;
  /// The line around `offset` and a caret below the place; long lines are cut to a window.
  std::string Excerpt(size_t offset) const;

  /// Makes the places of an included file places of this one: returns what is to be added to
  /// offsets in `part`.
  size_t Attach(std::shared_ptr<const SourceText> part);

  /// What makes the text unreadable as such: empty, longer than `max_bytes`, a NUL byte, not UTF-8.
  Errors Check(size_t max_bytes) const;

 private:
  struct Part {
    size_t base;  // added to the part's offsets
    std::shared_ptr<const SourceText> text;
  };
  const Part* PartOf(size_t offset) const;  // nullptr: this file's own text
  size_t LineOf(size_t offset) const;       // index into line_starts_

  std::string name_;
  std::string text_;
  std::vector<size_t> line_starts_;
  std::vector<Part> parts_;         // by base
  mutable size_t last_offset_ = 0;  // so that locating the items of one long line is not quadratic
  mutable size_t last_line_ = 0;
  mutable int last_column_ = 1;
};

/// Reads a whole regular file. Errors: missing, a directory, unreadable, longer than `max_bytes`.
Result<std::string> ReadWholeFile(const std::string& path, size_t max_bytes);

}  // namespace touchstone::suite

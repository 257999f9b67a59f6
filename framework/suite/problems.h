// Collects everything that is wrong with one suite file, each problem once and with its place.
#pragma once

#include <set>
#include <string>
#include <utility>

#include "framework/suite/node.h"

namespace touchstone::suite {

/// Problems beyond this many of one file are only counted: one slip in a matrix can cause
/// thousands.
inline constexpr size_t kMaxProblemsPerFile = 200;

class Problems {
 public:
  explicit Problems(const SourceText& source) : source_(source) {}

  void Add(size_t offset, std::string message);
  void Add(const Node& at, std::string message) { Add(at.offset, std::move(message)); }
  /// Errors of another room about the value `at`; those without a place of their own get its place,
  /// and `prefix` (a path such as "inputs.self") is put before each.
  void Adopt(const Errors& errors, const Node& at, const std::string& prefix);
  /// Errors that are complete, e.g. of an included file that cannot be parsed.
  void AddLocated(const Errors& errors);
  void Warn(size_t offset, std::string message);

  /// Number of problems so far, repeated ones included; callers compare before and after to learn
  /// whether a part was good.
  size_t count() const { return count_; }
  bool any() const { return count() > 0; }
  Errors TakeErrors();
  Errors TakeWarnings() { return std::move(warnings_); }
  const SourceText& source() const { return source_; }

 private:
  const SourceText& source_;
  std::set<std::pair<size_t, std::string>> seen_;
  Errors errors_;
  Errors warnings_;
  size_t count_ = 0;
  size_t omitted_ = 0;
};

}  // namespace touchstone::suite

// Reads fields of a JSON object strictly: each must be there, of its type and possible, and none may
// be left.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "framework/diagnostics/error.h"
#include "framework/record/field_rule.h"
#include "framework/record/json_position.h"

namespace touchstone::record {

/// A double, also spelled "NaN", "Infinity" or "-Infinity". Nothing for any other value.
std::optional<double> NumberFrom(const nlohmann::json& value);

/// The double as a JSON value: a number (whole ones without ".0", since most are 0), or one of the
/// three strings.
nlohmann::ordered_json NumberTo(double value);

/// What is wrong with one JSON text, each with line and column. Keeps the first twenty: more of
/// them help nobody. Not thread-safe.
class Problems {
 public:
  /// `text` must outlive the object; `name` stands for the file.
  Problems(std::string_view text, std::string name) : text_(text), name_(std::move(name)) {}

  void Add(const JsonPath& where, const std::string& message);
  void Add(const Problems& others);
  bool empty() const { return errors_.empty(); }
  const Errors& errors() const { return errors_; }

 private:
  std::string_view text_;
  std::string name_;
  Errors errors_;
};

/// One JSON object under inspection; reading goes on after a problem so that all of them are seen.
/// Not thread-safe.
class FieldReader {
 public:
  /// All arguments must outlive the reader. A value that is not an object is a problem.
  FieldReader(const nlohmann::json& object, const JsonPath& path, Problems& problems);

  /// Strings, bools, int, uint64_t, double, std::optional<int> and std::optional<double> (null:
  /// nothing), vectors of strings, int64_t or uint64_t, maps from string to string or double.
  template <typename T>
  void Read(const char* key, T& value, Must must = Must::kNothingMore);

  /// The field's value, to be read by other means; nullptr and a problem when it is missing.
  const nlohmann::json* Get(const char* key);
  /// Whether the field is there.
  bool Has(const char* key) const;
  /// Calls `read` with each element of a list field and its path.
  void Each(const char* key,
            const std::function<void(const nlohmann::json&, const JsonPath&)>& read);

  /// "'cases[0].status' <problem>", at the field or, without it, at the object.
  void Fail(std::string_view key, const std::string& problem);
  const JsonPath& path() const { return path_; }
  Problems& problems() { return *problems_; }

  /// Reports every field that was not asked for, with the nearest one that was.
  void Finish();

 private:
  const nlohmann::json* object_;  // nullptr when the value is no object
  const JsonPath& path_;
  Problems* problems_;
  std::set<std::string_view> asked_;
};

/// A problem when `file` is no object whose "schema" is this one: "the schema is "x", but <what>'s
/// is "y"".
void CheckSchema(const nlohmann::json& file, std::string_view schema, std::string_view what,
                 Problems& problems);

/// Parses strict JSON text: no comments, no doubled keys, nothing after the value. `name` stands
/// for the file in diagnostics, which carry line and column. With `element_of` not empty, the
/// elements of the array under that key of the outermost object are given to `element` one by one
/// and not kept: a record of 30,000 cases never exists as one tree.
Result<nlohmann::json> ParseJson(std::string_view text, const std::string& name,
                                 std::string_view element_of = {},
                                 const std::function<void(const nlohmann::json&)>& element = {});

/// The bytes of a file, or an input error that says why they cannot be had.
Result<std::string> ReadFile(const std::string& path);

}  // namespace touchstone::record

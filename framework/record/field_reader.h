// Reads fields of a JSON object strictly: each must be there and of its type, and none may be left.
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

namespace touchstone::record {

/// A double, also spelled "NaN", "Infinity" or "-Infinity". Nothing for any other value.
std::optional<double> NumberFrom(const nlohmann::json& value);

/// The double as a JSON value: a number, or one of the three strings.
nlohmann::ordered_json NumberTo(double value);

/// One JSON object under inspection. Problems go to `errors` with the path of the field; reading
/// continues so that all of them are seen. Not thread-safe.
class FieldReader {
 public:
  /// `object` and `errors` must outlive the reader. A value that is not an object is an error.
  FieldReader(const nlohmann::json& object, std::string path, Errors& errors);

  void Read(const char* key, std::string& value);
  void Read(const char* key, bool& value);
  void Read(const char* key, int& value);
  void Read(const char* key, uint64_t& value);
  void Read(const char* key, double& value);
  void Read(const char* key, std::optional<int>& value);  ///< null: nothing
  void Read(const char* key, std::vector<std::string>& value);
  void Read(const char* key, std::vector<int64_t>& value);
  void Read(const char* key, std::vector<uint64_t>& value);
  void Read(const char* key, std::map<std::string, std::string>& value);
  void Read(const char* key, std::map<std::string, double>& value);

  /// The field's value, to be read by other means; nullptr and an error when it is missing.
  const nlohmann::json* Get(const char* key);
  /// Same, but a missing field is no error.
  const nlohmann::json* GetIfPresent(const char* key);
  /// Calls `read` with each element of an array field and its path.
  void Each(const char* key,
            const std::function<void(const nlohmann::json&, const std::string&)>& read);

  void Fail(const char* key, const std::string& problem);
  std::string PathOf(const char* key) const;

  /// Reports every field that was not asked for, with the nearest one that was.
  void Finish();

 private:
  const nlohmann::json* object_;  // nullptr when the value is no object
  std::string path_;
  Errors* errors_;
  std::set<std::string, std::less<>> asked_;
};

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

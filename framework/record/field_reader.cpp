#include "framework/record/field_reader.h"

#include <fmt/format.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

namespace touchstone::record {
namespace {

using nlohmann::json;

constexpr size_t kMostErrors = 20;  // more of them help nobody

template <typename T>
bool Convert(const json& value, T& out) {
  if constexpr (std::is_same_v<T, double>) {
    const std::optional<double> number = NumberFrom(value);
    if (!number) return false;
    out = *number;
    return true;
  } else if constexpr (std::is_same_v<T, std::string>) {
    if (!value.is_string()) return false;
    out = value.get_ref<const std::string&>();
    return true;
  } else if constexpr (std::is_same_v<T, bool>) {
    if (!value.is_boolean()) return false;
    out = value.get<bool>();
    return true;
  } else if constexpr (std::is_unsigned_v<T>) {
    if (!value.is_number_unsigned()) return false;
    out = value.get<T>();
    return true;
  } else {
    if (!value.is_number_integer()) return false;
    if (value.is_number_unsigned() &&
        value.get<uint64_t>() > static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) {
      return false;
    }
    const int64_t wide = value.get<int64_t>();
    if (wide < std::numeric_limits<T>::min() || wide > std::numeric_limits<T>::max()) return false;
    out = static_cast<T>(wide);
    return true;
  }
}

template <typename T>
bool Convert(const json& value, std::vector<T>& out) {
  if (!value.is_array()) return false;
  out.resize(value.size());
  for (size_t i = 0; i < value.size(); ++i) {
    if (!Convert(value[i], out[i])) return false;
  }
  return true;
}

template <typename T>
bool Convert(const json& value, std::map<std::string, T>& out) {
  if (!value.is_object()) return false;
  out.clear();
  for (auto it = value.begin(); it != value.end(); ++it) {
    if (!Convert(it.value(), out[it.key()])) return false;
  }
  return true;
}

SourceLocation LocationOf(std::string_view text, size_t byte, const std::string& name) {
  SourceLocation where{name, 1, 1};
  byte = std::min(byte, text.size());
  for (size_t i = 0; i < byte; ++i) {
    if (text[i] == '\n') {
      ++where.line;
      where.column = 1;
    } else {
      ++where.column;
    }
  }
  return where;
}

// What nlohmann's message says after its position, e.g. "syntax error while parsing value - ...".
std::string Reason(const std::string& message) {
  const size_t colon = message.find(": ");
  return colon == std::string::npos ? message : message.substr(colon + 2);
}

}  // namespace

std::optional<double> NumberFrom(const json& value) {
  if (value.is_number()) return value.get<double>();
  if (!value.is_string()) return std::nullopt;
  const std::string& text = value.get_ref<const std::string&>();
  if (text == "NaN") return std::numeric_limits<double>::quiet_NaN();
  if (text == "Infinity") return std::numeric_limits<double>::infinity();
  if (text == "-Infinity") return -std::numeric_limits<double>::infinity();
  return std::nullopt;
}

nlohmann::ordered_json NumberTo(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0 ? "Infinity" : "-Infinity";
  return value;
}

FieldReader::FieldReader(const json& object, std::string path, Errors& errors)
    : object_(object.is_object() ? &object : nullptr), path_(std::move(path)), errors_(&errors) {
  if (object_ == nullptr && errors_->size() < kMostErrors) {
    errors_->push_back(
        InputError(fmt::format("{}must be an object", path_.empty() ? "the file " : path_ + " ")));
  }
}

std::string FieldReader::PathOf(const char* key) const {
  return path_.empty() ? key : fmt::format("{}.{}", path_, key);
}

void FieldReader::Fail(const char* key, const std::string& problem) {
  if (errors_->size() >= kMostErrors) return;
  errors_->push_back(InputError(fmt::format("'{}' {}", PathOf(key), problem)));
}

const json* FieldReader::GetIfPresent(const char* key) {
  if (object_ == nullptr) return nullptr;
  asked_.emplace(key);
  const auto found = object_->find(key);
  return found == object_->end() ? nullptr : &*found;
}

const json* FieldReader::Get(const char* key) {
  const json* value = GetIfPresent(key);
  if (value == nullptr && object_ != nullptr) Fail(key, "is missing");
  return value;
}

#define TOUCHSTONE_READ(Type, Wanted)                    \
  void FieldReader::Read(const char* key, Type& value) { \
    const json* found = Get(key);                        \
    if (found != nullptr && !Convert(*found, value)) {   \
      Fail(key, "must be " Wanted);                      \
    }                                                    \
  }
using TextMap = std::map<std::string, std::string>;
using NumberMap = std::map<std::string, double>;
TOUCHSTONE_READ(std::string, "a string")
TOUCHSTONE_READ(bool, "true or false")
TOUCHSTONE_READ(int, "an integer of 32 bits")
TOUCHSTONE_READ(uint64_t, "a non-negative integer")
TOUCHSTONE_READ(double, "a number, \"NaN\", \"Infinity\" or \"-Infinity\"")
TOUCHSTONE_READ(std::vector<std::string>, "a list of strings")
TOUCHSTONE_READ(std::vector<int64_t>, "a list of integers")
TOUCHSTONE_READ(std::vector<uint64_t>, "a list of non-negative integers")
TOUCHSTONE_READ(TextMap, "an object of strings")
TOUCHSTONE_READ(NumberMap, "an object of numbers")
#undef TOUCHSTONE_READ

void FieldReader::Read(const char* key, std::optional<int>& value) {
  const json* found = Get(key);
  value.reset();
  if (found == nullptr || found->is_null()) return;
  int number = 0;
  if (!Convert(*found, number)) {
    Fail(key, "must be an integer of 32 bits or null");
    return;
  }
  value = number;
}

void FieldReader::Each(const char* key,
                       const std::function<void(const json&, const std::string&)>& read) {
  const json* found = Get(key);
  if (found == nullptr) return;
  if (!found->is_array()) return Fail(key, "must be a list");
  for (size_t i = 0; i < found->size(); ++i) {
    read((*found)[i], fmt::format("{}[{}]", PathOf(key), i));
  }
}

void FieldReader::Finish() {
  if (object_ == nullptr) return;
  for (auto it = object_->begin(); it != object_->end(); ++it) {
    if (asked_.contains(it.key())) continue;
    const std::vector<std::string> known(asked_.begin(), asked_.end());
    Fail(it.key().c_str(), "is not a known key" + Suggestion(it.key(), known));
  }
}

Result<json> ParseJson(std::string_view text, const std::string& name, std::string_view element_of,
                       const std::function<void(const json&)>& element) {
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    return InputError("the file is empty", {name, 0, 0});
  }
  std::vector<std::set<std::string>> keys;  // of the objects that are open, for doubled keys
  std::string doubled, outermost_key;
  const auto callback = [&](int depth, json::parse_event_t event, json& parsed) {
    switch (event) {
      case json::parse_event_t::object_start:
        keys.emplace_back();
        break;
      case json::parse_event_t::key: {
        const std::string& key = parsed.get_ref<const std::string&>();
        if (!keys.back().insert(key).second && doubled.empty()) doubled = key;
        if (depth == 1) outermost_key = key;
        break;
      }
      case json::parse_event_t::object_end:
        keys.pop_back();
        if (depth == 2 && !element_of.empty() && outermost_key == element_of) {
          element(parsed);
          return false;  // not kept
        }
        break;
      default:
        break;
    }
    return true;
  };
  try {
    json parsed = json::parse(text.begin(), text.end(), callback);
    if (!doubled.empty()) {
      return InputError(fmt::format("the key '{}' is there twice in one object", doubled),
                        {name, 0, 0});
    }
    return parsed;
  } catch (const json::parse_error& error) {
    const size_t byte = error.byte == 0 ? 0 : error.byte - 1;
    const bool cut = byte >= text.size();
    return InputError(fmt::format("{}: {}", cut ? "the file is truncated" : "not valid JSON",
                                  Reason(error.what())),
                      LocationOf(text, byte, name));
  } catch (const json::exception& error) {  // e.g. a number beyond the range of a double
    return InputError("not valid JSON: " + Reason(error.what()), {name, 0, 0});
  }
}

Result<std::string> ReadFile(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (std::filesystem::is_directory(status)) return InputError("is a directory", {path, 0, 0});
  // A pipe or device could block for ever or never end.
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    return InputError("is not a regular file", {path, 0, 0});
  }
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!file) return InputError(std::strerror(errno), {path, 0, 0});
  // An empty file leaves failbit on the target only.
  text << file.rdbuf();
  if (file.bad() || (text.fail() && file.peek() != std::ifstream::traits_type::eof())) {
    return InputError("cannot be read", {path, 0, 0});
  }
  return std::move(text).str();
}

}  // namespace touchstone::record

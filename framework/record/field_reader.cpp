#include "framework/record/field_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "framework/record/safe_text.h"

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

template <typename T>
bool Convert(const json& value, std::optional<T>& out) {
  out.reset();
  return value.is_null() || Convert(value, out.emplace());
}

std::string Wanted(const std::string&) { return "a string"; }
std::string Wanted(bool) { return "true or false"; }
std::string Wanted(int) { return "an integer of 32 bits"; }
std::string Wanted(uint64_t) { return "a non-negative integer"; }
std::string Wanted(double) { return "a number, \"NaN\", \"Infinity\" or \"-Infinity\""; }
std::string Wanted(const std::vector<std::string>&) { return "a list of strings"; }
std::string Wanted(const std::vector<int64_t>&) { return "a list of integers"; }
std::string Wanted(const std::vector<uint64_t>&) { return "a list of non-negative integers"; }
std::string Wanted(const std::map<std::string, std::string>&) { return "an object of strings"; }
std::string Wanted(const std::map<std::string, double>&) { return "an object of numbers"; }
template <typename T>
std::string Wanted(const std::optional<T>&) {
  return Wanted(T()) + " or null";
}

// What nlohmann's message says after its position, in the words of a reader: "invalid literal; last
// read: '...'" without the grammar's own terms.
std::string Reason(std::string message) {
  const auto cut = [&](std::string_view after) {
    const size_t at = message.find(after);
    if (at != std::string::npos) message.erase(0, at + after.size());
  };
  cut(": ");
  cut(" - ");
  return VisibleText(message);
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
  const bool whole = value == std::floor(value) && std::fabs(value) < 1e15;
  if (whole && !(value == 0 && std::signbit(value))) return static_cast<int64_t>(value);
  return value;
}

void Problems::Add(const JsonPath& where, const std::string& message) {
  if (errors_.size() < kMostErrors) {
    errors_.push_back(InputError(message, Locate(text_, where, name_)));
  }
}

void Problems::Add(const Problems& others) {
  const size_t room = kMostErrors - std::min(kMostErrors, errors_.size());
  const auto end = others.errors_.begin() +
                   static_cast<ptrdiff_t>(std::min(room, others.errors_.size()));
  errors_.insert(errors_.end(), others.errors_.begin(), end);
}

FieldReader::FieldReader(const json& object, const JsonPath& path, Problems& problems)
    : object_(object.is_object() ? &object : nullptr), path_(path), problems_(&problems) {
  if (object_ != nullptr) return;
  const std::string name = path.ToString();
  problems.Add(path, name.empty() ? "the file must be an object" : fmt::format("'{}' must be an object", name));
}

void FieldReader::Fail(std::string_view key, const std::string& problem) {
  const JsonPath where = path_.Member(key);
  problems_->Add(where, fmt::format("'{}' {}", VisibleText(where.ToString()), problem));
}

const json* FieldReader::Get(const char* key) {
  if (object_ == nullptr) return nullptr;
  asked_.emplace(key);
  const auto found = object_->find(key);
  if (found != object_->end()) return &*found;
  Fail(key, "is missing");
  return nullptr;
}

bool FieldReader::Has(const char* key) const {
  return object_ != nullptr && object_->contains(key);
}

template <typename T>
void FieldReader::Read(const char* key, T& value, Must must) {
  const json* found = Get(key);
  if (found == nullptr) return;
  if (!Convert(*found, value)) return Fail(key, fmt::format("must be {}", Wanted(value)));
  std::string breach;
  if constexpr (requires { Breach(must, value); }) breach = Breach(must, value);
  if (!breach.empty()) Fail(key, breach);
}

template void FieldReader::Read(const char*, std::string&, Must);
template void FieldReader::Read(const char*, bool&, Must);
template void FieldReader::Read(const char*, int&, Must);
template void FieldReader::Read(const char*, uint64_t&, Must);
template void FieldReader::Read(const char*, double&, Must);
template void FieldReader::Read(const char*, std::optional<int>&, Must);
template void FieldReader::Read(const char*, std::optional<double>&, Must);
template void FieldReader::Read(const char*, std::vector<std::string>&, Must);
template void FieldReader::Read(const char*, std::vector<int64_t>&, Must);
template void FieldReader::Read(const char*, std::vector<uint64_t>&, Must);
template void FieldReader::Read(const char*, std::map<std::string, std::string>&, Must);
template void FieldReader::Read(const char*, std::map<std::string, double>&, Must);

void FieldReader::Each(const char* key,
                       const std::function<void(const json&, const JsonPath&)>& read) {
  const json* found = Get(key);
  if (found == nullptr) return;
  if (!found->is_array()) return Fail(key, "must be a list");
  const JsonPath list = path_.Member(key);
  for (size_t i = 0; i < found->size(); ++i) read((*found)[i], list.Element(i));
}

void FieldReader::Finish() {
  if (object_ == nullptr) return;
  for (auto it = object_->begin(); it != object_->end(); ++it) {
    if (asked_.contains(it.key())) continue;
    const std::vector<std::string> known(asked_.begin(), asked_.end());
    Fail(it.key(), "is not a known key" + Suggestion(it.key(), known));
  }
}

void CheckSchema(const json& file, std::string_view schema, std::string_view what,
                 Problems& problems) {
  const JsonPath root;
  FieldReader fields(file, root, problems);
  std::string found;
  fields.Read("schema", found);
  if (problems.empty() && found != schema) {
    problems.Add(root.Member("schema"), fmt::format("the schema is \"{}\", but that of {} is \"{}\"",
                                                    VisibleText(found), what, schema));
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
      return InputError(
          fmt::format("the key '{}' is there twice in one object", VisibleText(doubled)),
          LocateDoubledKey(text, name));
    }
    return parsed;
  } catch (const json::parse_error& error) {
    const size_t byte = error.byte == 0 ? 0 : error.byte - 1;
    const bool cut = byte >= text.size();
    return InputError(fmt::format("{}: {}", cut ? "the file is truncated" : "not valid JSON",
                                  Reason(error.what())),
                      LocationOf(text, byte, name));
  } catch (const json::out_of_range& error) {  // the message holds the number in quotes
    const std::string message = error.what();
    const size_t open = message.find('\''), close = message.rfind('\'');
    if (open == close) return InputError("not valid JSON: " + Reason(message), {name, 1, 1});
    const std::string number = message.substr(open + 1, close - open - 1);
    return InputError(fmt::format("the number {} is too large", number),
                      LocateNumber(text, number, name));
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

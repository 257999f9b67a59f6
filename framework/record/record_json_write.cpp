#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "framework/record/field_reader.h"
#include "framework/record/record_fields.h"
#include "framework/record/record_json.h"
#include "framework/record/safe_text.h"
#include "framework/record/verdict_names.h"

namespace touchstone::record {
namespace {

using Json = nlohmann::ordered_json;

/// A visitor of the lists in record_fields.h: fields become members of a JSON object.
class Writer {
 public:
  explicit Writer(size_t bits_digits = 8) : bits_digits_(bits_digits) {}

  template <typename T>
  void operator()(const char* key, const T& value, Must = Must::kNothingMore) {
    json_[key] = ToValue(value);
  }
  void BitsOf(const std::string& dtype) { bits_digits_ = BitsDigits(dtype); }
  void Bits(const char* key, uint32_t bits) {
    json_[key] = fmt::format("0x{:0{}X}", bits, bits_digits_);
  }
  void Check(const char*, bool, const char*) {}

  Json Take() { return std::move(json_); }

 private:
  Json ToValue(bool value) { return value; }
  Json ToValue(int value) { return value; }
  Json ToValue(int64_t value) { return value; }
  Json ToValue(uint64_t value) { return value; }
  Json ToValue(double value) { return NumberTo(value); }
  Json ToValue(const std::string& text) { return SafeUtf8(text); }
  Json ToValue(CaseStatus status) { return Name(status); }
  Json ToValue(judge::VerdictState state) { return VerdictStateName(state); }
  template <typename T>
  Json ToValue(const std::optional<T>& value) {
    return value ? ToValue(*value) : Json(nullptr);
  }
  template <typename T>
  Json ToValue(const std::vector<T>& items) {
    Json json = Json::array();
    for (const T& item : items) json.push_back(ToValue(item));
    return json;
  }
  template <typename T>
  Json ToValue(const std::map<std::string, T>& map) {
    Json json = Json::object();
    for (const auto& [key, value] : map) json[SafeUtf8(key)] = ToValue(value);
    return json;
  }
  template <RecordPart T>
  Json ToValue(const T& part) {
    Writer inner(bits_digits_);
    VisitFields(inner, part);
    return inner.Take();
  }

  Json json_ = Json::object();
  size_t bits_digits_;
};

}  // namespace

std::string ToJson(const CaseRecord& one) {
  Writer writer;
  VisitFields(writer, one);
  return writer.Take().dump();
}

std::string ToJson(const RunRecord& run) {
  Writer writer;
  VisitFields(writer, run);
  const Json head = writer.Take();
  std::string text = "{\n";
  for (const auto& [key, value] : head.items()) {
    text += fmt::format("\"{}\": {},\n", key, value.dump());
  }
  text += "\"cases\": [";
  for (size_t i = 0; i < run.cases.size(); ++i) {
    text += i == 0 ? "\n" : ",\n";
    text += ToJson(run.cases[i]);
  }
  text += "\n]\n}\n";
  return text;
}

}  // namespace touchstone::record

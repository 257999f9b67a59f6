#include <fmt/format.h>

#include <charconv>
#include <nlohmann/json.hpp>

#include "framework/record/field_reader.h"
#include "framework/record/record_checks.h"
#include "framework/record/record_fields.h"
#include "framework/record/record_json.h"
#include "framework/record/safe_text.h"
#include "framework/record/verdict_names.h"

namespace touchstone::record {
namespace {

using nlohmann::json;

/// The enumerations of a record by name.
std::optional<CaseStatus> FromName(std::string_view name, CaseStatus) {
  return StatusFromName(name);
}
std::optional<judge::VerdictState> FromName(std::string_view name, judge::VerdictState) {
  return VerdictStateFromName(name);
}
std::vector<std::string> Names(CaseStatus) {
  std::vector<std::string> names;
  for (const CaseStatus status : AllStatuses()) names.emplace_back(Name(status));
  return names;
}
std::vector<std::string> Names(judge::VerdictState) { return VerdictStateNames(); }

/// A visitor of the lists in record_fields.h: fields are read from a JSON object.
class Reader {
 public:
  Reader(const json& object, const JsonPath& path, Problems& problems, size_t bits_digits = 8)
      : fields_(object, path, problems), bits_digits_(bits_digits) {}

  /// The whole object into `part`.
  template <RecordPart T>
  void ReadAll(T& part) {
    VisitFields(*this, part);
    fields_.Finish();
  }

  template <typename T>
  void operator()(const char* key, T& value, Must must) {
    fields_.Read(key, value, must);
  }
  template <typename T>
  void operator()(const char* key, T& value) {
    fields_.Read(key, value);
  }
  template <typename T>
    requires std::is_enum_v<T>
  void operator()(const char* key, T& value) {
    std::string name;
    fields_.Read(key, name);
    if (const auto known = FromName(name, value)) {
      value = *known;
    } else if (fields_.Has(key)) {
      fields_.Fail(key, fmt::format("is \"{}\"{}", VisibleText(name), Suggestion(name, Names(value))));
    }
  }
  template <RecordPart T>
  void operator()(const char* key, T& part) {
    if (const json* value = fields_.Get(key)) ReadPart(*value, fields_.path().Member(key), part);
  }
  template <RecordPart T>
  void operator()(const char* key, std::optional<T>& part) {
    const json* value = fields_.Get(key);
    if (value != nullptr && !value->is_null()) {
      ReadPart(*value, fields_.path().Member(key), part.emplace());
    }
  }
  template <RecordPart T>
  void operator()(const char* key, std::vector<T>& parts) {
    fields_.Each(key, [&](const json& value, const JsonPath& path) {
      ReadPart(value, path, parts.emplace_back());
    });
  }

  void BitsOf(const std::string& dtype) { bits_digits_ = BitsDigits(dtype); }
  void Bits(const char* key, uint32_t& bits) {
    std::string text;
    fields_.Read(key, text);
    const char* end = text.data() + text.size();
    if (text.starts_with("0x") && text.size() == 2 + bits_digits_ &&
        text.find_first_not_of("0123456789ABCDEF", 2) == std::string::npos &&
        std::from_chars(text.data() + 2, end, bits, 16).ptr == end) {
      return;
    }
    if (fields_.Has(key)) {
      fields_.Fail(key, fmt::format("is no bit pattern of {} hex digits like {}: \"{}\"", bits_digits_,
                                    bits_digits_ == 4 ? "0x3C00" : "0x3F800000", VisibleText(text)));
    }
  }
  void Check(const char* key, bool holds, const char* problem) {
    if (!holds) fields_.Fail(key, problem);
  }

 private:
  template <RecordPart T>
  void ReadPart(const json& value, const JsonPath& path, T& part) {
    Reader(value, path, fields_.problems(), bits_digits_).ReadAll(part);
  }

  FieldReader fields_;
  size_t bits_digits_;
};

void ReadCase(const json& value, const JsonPath& path, Problems& problems, CaseRecord& one) {
  const size_t before = problems.errors().size();
  Reader(value, path, problems).ReadAll(one);
  if (problems.errors().size() == before) CheckCase(one, path, problems);
}

}  // namespace

Result<CaseRecord> CaseFromJson(std::string_view text) {
  const std::string name = "case record";
  Result<json> parsed = ParseJson(text, name);
  if (!parsed) return parsed.errors();
  CaseRecord one;
  Problems problems(text, name);
  ReadCase(*parsed, JsonPath(), problems, one);
  if (!problems.empty()) return problems.errors();
  return one;
}

Result<RunRecord> RunFromJson(std::string_view text, const std::string& name) {
  const JsonPath root, list = root.Member("cases");
  RunRecord run;
  Problems in_cases(text, name), problems(text, name);
  Result<json> parsed = ParseJson(text, name, "cases", [&](const json& value) {
    const size_t number = run.cases.size();
    ReadCase(value, list.Element(number), in_cases, run.cases.emplace_back());
  });
  if (!parsed) return parsed.errors();
  CheckSchema(*parsed, kRunSchema, "a run record", problems);
  if (!problems.empty()) return problems.errors();
  // Objects were taken out while parsing; what is left in the list is something else.
  if (const auto cases = parsed->find("cases"); cases == parsed->end()) {
    problems.Add(root, "'cases' is missing");
  } else if (!cases->is_array() || !cases->empty()) {
    problems.Add(list, "'cases' must be a list of objects");
  } else {
    parsed->erase(cases);
  }
  Reader(*parsed, root, problems).ReadAll(run);
  problems.Add(in_cases);
  if (problems.empty()) CheckWhole(run, problems);
  if (!problems.empty()) return problems.errors();
  return run;
}

Result<RunRecord> ReadRecord(const std::string& path) {
  Result<std::string> text = ReadFile(path);
  if (!text) return text.errors();
  return RunFromJson(*text, path);
}

}  // namespace touchstone::record

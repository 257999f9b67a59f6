#include "framework/suite/expectation_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <utility>

#include "framework/soc/soc.h"
#include "framework/suite/output_fields.h"
#include "framework/suite/scalar.h"
#include "framework/suite/status_names.h"

namespace touchstone::suite {
namespace {

constexpr const char* kOk = "ok";
constexpr const char* kAnyError = "any_error";

std::vector<std::string> StatusChoices() {
  std::vector<std::string> choices = {kOk, kAnyError};
  for (const StatusName& status : AllStatusNames()) choices.emplace_back(status.name);
  return choices;
}

// Sets ok and status from one scalar.
void ReadStatus(ReadContext& context, const Node& node, const std::string& path,
                Expectation& expect) {
  const Node* value = ResolveNode(context, node);
  if (value == nullptr) return;
  const auto set_code = [&](int code) {
    expect.ok = code == 0;
    expect.status = code == 0 ? std::nullopt : std::optional(code);
  };
  if (value->is_scalar() && !value->quoted && !value->text.empty() &&
      (std::isdigit(static_cast<unsigned char>(value->text[0])) != 0 || value->text[0] == '-')) {
    const auto code = ReadInteger(context, *value, path, 0, std::numeric_limits<int>::max());
    if (!code) return;
    set_code(static_cast<int>(*code));
    if (FindStatus(static_cast<int>(*code)) == nullptr) {
      context.problems.Warn(value->offset,
                            fmt::format("{}: {} is no status code that the pages of CANN list",
                                        path, *code));
    }
    return;
  }
  const auto word = ReadText(context, *value, path);
  if (!word) return;
  if (*word == kOk) {
    set_code(0);
  } else if (*word == kAnyError) {
    expect.ok = false;
    expect.status.reset();
  } else if (const auto code = StatusCode(*word)) {
    set_code(*code);
  } else {
    const std::string nearest = NearestWord(*word, StatusChoices());
    context.problems.Add(
        *value, fmt::format("{}: unknown status '{}'{}", path, *word,
                            nearest.empty() ? "; valid are: ok, any_error, a status name such as "
                                              "ACLNN_ERR_PARAM_INVALID, a status number"
                                            : fmt::format("; did you mean '{}'?", nearest)));
  }
}

void ReadStrict(ReadContext& context, const Node& node, const std::string& path,
                Expectation& expect) {
  const auto kind = ReadText(context, node, path);
  if (!kind) return;
  if (!std::all_of(kind->begin(), kind->end(),
                   [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; })) {
    WrongValue(context, node, path, "the kind of a strict report, such as executor_reuse");
    return;
  }
  expect.strict_report = *kind;
}

std::vector<std::string> DeviationNames() {
  std::vector<std::string> names;
  for (const ProtocolDeviation& deviation : ProtocolDeviations()) {
    names.emplace_back(deviation.name);
  }
  return names;
}

void SetDeviation(ReadContext& context, size_t offset, const std::string& name, bool value,
                  const std::string& path, Protocol& protocol) {
  for (const ProtocolDeviation& deviation : ProtocolDeviations()) {
    if (name == deviation.name) {
      protocol.*deviation.member = value;
      return;
    }
  }
  context.problems.Add(offset, fmt::format("{}: unknown deviation '{}'{}", path, name,
                                           Suggestion(name, DeviationNames())));
}

}  // namespace

const std::vector<ProtocolDeviation>& ProtocolDeviations() {
  static const std::vector<ProtocolDeviation> kDeviations = {
      {"null_workspace_size", &Protocol::null_workspace_size},
      {"null_executor", &Protocol::null_executor},
      {"null_executor_in_phase2", &Protocol::null_executor_in_phase2},
      {"null_workspace", &Protocol::null_workspace},
      {"small_workspace", &Protocol::small_workspace},
      {"reuse_executor", &Protocol::reuse_executor},
      {"equal_call_before", &Protocol::equal_call_before},
      {"repeatable_executor", &Protocol::repeatable_executor},
      {"new_addresses", &Protocol::new_addresses},
      {"destroyed_tensor", &Protocol::destroyed_tensor},
      {"view_before_storage", &Protocol::view_before_storage},
      {"destroy_tensors_before_phase2", &Protocol::destroy_tensors_before_phase2},
      {"two_streams", &Protocol::two_streams},
      {"destroyed_stream", &Protocol::destroyed_stream},
      {"two_devices", &Protocol::two_devices},
      {"stream_of_other_device", &Protocol::stream_of_other_device},
      {"phase2_on_other_device", &Protocol::phase2_on_other_device},
      {"phase2_on_other_thread", &Protocol::phase2_on_other_thread},
  };
  return kDeviations;
}

void ReadExpectationMap(ReadContext& context, const Node& map, const std::string& path,
                        const std::vector<std::string>& more, Expectation& expect) {
  std::vector<std::string> known = {"status", "message", "strict", "known_issue"};
  known.insert(known.end(), OutputKeys().begin(), OutputKeys().end());
  known.insert(known.end(), more.begin(), more.end());
  CheckKeys(context.problems, map, path, known);
  const Node* status = map.Find("status");
  const Node* message = map.Find("message");
  if (message != nullptr) {
    if (auto text = ReadText(context, *message, Join(path, "message"))) {
      expect.message = std::move(*text);
    }
    expect.ok = false;
  }
  if (status != nullptr) ReadStatus(context, *status, Join(path, "status"), expect);
  if (message != nullptr && expect.ok) {
    context.problems.Add(*message, fmt::format("{} checks the text of an error, but the expected "
                                               "status is ok",
                                               Join(path, "message")));
  }
  if (const Node* strict = map.Find("strict")) {
    ReadStrict(context, *strict, Join(path, "strict"), expect);
  }
  if (const Node* issue = map.Find("known_issue")) {
    if (auto reason = ReadText(context, *issue, Join(path, "known_issue"))) {
      expect.known_issue = std::move(*reason);
    }
  }
  ReadExpectedOutput(context, map, path, expect.output);
  if (!expect.ok && expect.output.any()) {
    context.problems.Add(
        map, fmt::format("{} says what the output holds, but expects an error", path));
  }
}

std::optional<std::string> ReadSocName(ReadContext& context, const Node& node,
                                       const std::string& path) {
  const Node* value = ResolveNode(context, node);
  if (value == nullptr) return std::nullopt;
  const auto name = ReadText(context, *value, path);
  if (!name) return std::nullopt;
  const auto found = soc::FindSoc(*name);
  if (found.ok()) return std::string((*found)->name);
  context.problems.Adopt(found.errors(), *value, path);
  return std::nullopt;
}

const std::vector<std::string>& ContractNames() {
  static const std::vector<std::string> kNames = {"documented", "source"};
  return kNames;
}

std::string ReadContractName(ReadContext& context, const Node& node, const std::string& path) {
  return ReadChoice(context, node, path, ContractNames());
}

std::optional<Expectation> ReadExpectation(ReadContext& context, const Node& node,
                                           const std::string& path) {
  const Node* value = ResolveNode(context, node);
  if (value == nullptr) return std::nullopt;
  const size_t before = context.problems.count();
  Expectation expect;
  if (value->is_scalar()) {
    ReadStatus(context, *value, path, expect);
  } else if (value->is_map() && !value->entries.empty()) {
    ReadExpectationMap(context, *value, path, {}, expect);
  } else {
    WrongValue(context, *value, path,
               "ok, a status, any_error, a map of status, message, strict, known_issue and output_..., "
               "or a list of such maps with soc and contract");
  }
  if (context.problems.count() != before) return std::nullopt;
  return expect;
}

std::optional<Protocol> ReadProtocol(ReadContext& context, const Node& node,
                                     const std::string& path) {
  const Node* value = ResolveNode(context, node);
  if (value == nullptr) return std::nullopt;
  const size_t before = context.problems.count();
  Protocol protocol;
  if (value->is_map()) {
    for (const Entry& entry : value->entries) {
      const auto flag = ReadFlag(context, *entry.value, Join(path, entry.key));
      SetDeviation(context, entry.key_offset, entry.key, flag.value_or(false), path, protocol);
    }
  } else if (value->is_list()) {
    for (const Node* item : value->items) {
      const auto name = ReadText(context, *item, path);
      if (name) SetDeviation(context, item->offset, *name, true, path, protocol);
    }
  } else if (const auto name = ReadText(context, *value, path)) {
    SetDeviation(context, value->offset, *name, true, path, protocol);
  }
  if (context.problems.count() != before) return std::nullopt;
  return protocol;
}

}  // namespace touchstone::suite

#include "framework/run/messages.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace touchstone::run {
namespace {

using nlohmann::json;

constexpr std::string_view kRecordKey = ",\"record\":";

struct LineWriter {
  std::string operator()(const ReadyMessage&) const { return "{\"ready\":true}"; }
  std::string operator()(const FatalMessage& message) const {
    const json line = {{"fatal", message.reason}};
    return line.dump(-1, ' ', false, json::error_handler_t::replace);
  }
  std::string operator()(const StartedMessage& message) const {
    return fmt::format("{{\"started\":{},\"log_bytes\":{}}}", message.index, message.log_bytes);
  }
  // The record stays the text it is: it is large, and it goes into the journal as it came.
  std::string operator()(const FinishedMessage& message) const {
    return fmt::format("{{\"finished\":{},\"device_lost\":{}{}{}}}", message.index,
                       message.device_lost, kRecordKey, message.record_json);
  }
  std::string operator()(const BatchDoneMessage&) const { return "{\"batch_done\":true}"; }
  std::string operator()(const ClosedMessage& message) const {
    json reports = json::array();
    for (const device::StrictReport& report : message.reports) {
      reports.push_back({{"kind", report.kind}, {"message", report.message}});
    }
    const json line = {{"closed", reports}};
    return line.dump(-1, ' ', false, json::error_handler_t::replace);
  }
};

Error Malformed(std::string_view line) {
  return InfrastructureError(
      fmt::format("a worker sent something unreadable: \"{}\"", line.substr(0, 200)));
}

Result<WorkerMessage> ParseFinished(std::string_view line, size_t record_at) {
  const std::string head = std::string(line.substr(0, record_at)) + "}";
  const json parsed = json::parse(head, nullptr, false);
  if (!parsed.is_object() || !parsed.contains("finished") ||
      !parsed["finished"].is_number_unsigned() || !parsed.contains("device_lost") ||
      !parsed["device_lost"].is_boolean() || !line.ends_with('}')) {
    return Malformed(line);
  }
  line.remove_suffix(1);
  line.remove_prefix(record_at + kRecordKey.size());
  return WorkerMessage(FinishedMessage{parsed["finished"].get<size_t>(),
                                       parsed["device_lost"].get<bool>(), std::string(line)});
}

}  // namespace

std::string ToLine(const WorkerMessage& message) {
  return std::visit(LineWriter{}, message) + "\n";
}

Result<WorkerMessage> ParseWorkerMessage(std::string_view line) {
  const size_t record_at = line.find(kRecordKey);
  if (line.starts_with("{\"finished\":") && record_at != std::string_view::npos) {
    return ParseFinished(line, record_at);
  }
  const json parsed = json::parse(line, nullptr, false);
  if (!parsed.is_object() || parsed.empty()) return Malformed(line);
  if (parsed.contains("started")) {
    const bool valid = parsed["started"].is_number_unsigned() && parsed.contains("log_bytes") &&
                       parsed["log_bytes"].is_number_unsigned();
    if (!valid) return Malformed(line);
    return WorkerMessage(
        StartedMessage{parsed["started"].get<size_t>(), parsed["log_bytes"].get<uint64_t>()});
  }
  const std::string key = parsed.begin().key();
  const json& value = parsed.begin().value();
  if (key == "ready") return WorkerMessage(ReadyMessage{});
  if (key == "batch_done") return WorkerMessage(BatchDoneMessage{});
  if (key == "fatal" && value.is_string()) {
    return WorkerMessage(FatalMessage{value.get<std::string>()});
  }
  if (key == "closed" && value.is_array()) {
    ClosedMessage closed;
    for (const json& report : value) {
      closed.reports.push_back(device::ParseStrictReport(report.dump()));
    }
    return WorkerMessage(std::move(closed));
  }
  return Malformed(line);
}

std::string BatchHeader(size_t payload_bytes) {
  return fmt::format("{{\"bytes\":{}}}\n", payload_bytes);
}

Result<size_t> ParseBatchHeader(std::string_view line) {
  const json parsed = json::parse(line, nullptr, false);
  if (!parsed.is_object() || !parsed.contains("bytes") || !parsed["bytes"].is_number_unsigned()) {
    return InfrastructureError(
        fmt::format("the worker was sent something unreadable: \"{}\"", line.substr(0, 200)));
  }
  return parsed["bytes"].get<size_t>();
}

}  // namespace touchstone::run

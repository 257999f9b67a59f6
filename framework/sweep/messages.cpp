#include "framework/sweep/messages.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace touchstone::sweep {
namespace {

using nlohmann::json;

std::string Line(const json& message) {
  return message.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

// What is missing or of another type makes the library throw; no exception leaves this file.
template <typename Message, typename Read>
Result<Message> Parse(std::string_view line, const Read& read) {
  try {
    return Message(read(json::parse(line)));
  } catch (const json::exception&) {
    return InfrastructureError(fmt::format(
        "a sweep's process was sent something unreadable: \"{}\"", line.substr(0, 200)));
  }
}

struct ToJson {
  json operator()(const WorkerReady&) const { return {{"ready", true}}; }
  json operator()(const WorkerFatal& fatal) const { return {{"fatal", fatal.reason}}; }
  json operator()(const ChunkDone& done) const {
    return {{"done", done.first},
            {"refusal", done.refusal},
            {"any_unwritten", done.any_unwritten},
            {"differing", done.differing},
            {"first_differing", done.first_differing},
            {"problems", done.problems}};
  }
  json operator()(const WorkerClosed& closed) const { return {{"closed", closed.problems}}; }
};

WorkerReply ReplyFrom(const json& line) {
  if (line.contains("ready")) return WorkerReady{};
  if (line.contains("fatal")) return WorkerFatal{line.at("fatal").get<std::string>()};
  if (line.contains("closed")) {
    return WorkerClosed{line.at("closed").get<std::vector<std::string>>()};
  }
  return ChunkDone{line.at("done").get<uint64_t>(),
                   line.at("refusal").get<std::string>(),
                   line.at("any_unwritten").get<bool>(),
                   line.at("differing").get<uint64_t>(),
                   line.at("first_differing").get<uint64_t>(),
                   line.at("problems").get<std::vector<std::string>>()};
}

WorkOrder OrderFrom(const json& line) {
  WorkOrder order{line.at("operator").get<std::string>(),
                  line.at("dtype").get<std::string>(),
                  line.at("stride").get<uint64_t>(),
                  {},
                  line.at("chunk").get<uint64_t>()};
  for (const json& one : line.at("constants")) {
    ConstantInput constant;
    constant.name = one.at("name").get<std::string>();
    constant.asked = one.at("asked").get<double>();
    constant.bits = one.at("bits").get<uint32_t>();
    constant.value = one.at("value").get<double>();
    constant.one_element = one.at("one_element").get<bool>();
    order.constants.push_back(std::move(constant));
  }
  return order;
}

}  // namespace

std::string ToLine(const WorkOrder& order) {
  json constants = json::array();
  for (const ConstantInput& constant : order.constants) {
    constants.push_back({{"name", constant.name},
                         {"asked", constant.asked},
                         {"bits", constant.bits},
                         {"value", constant.value},
                         {"one_element", constant.one_element}});
  }
  return Line({{"operator", order.operator_name},
               {"dtype", order.dtype},
               {"stride", order.stride},
               {"constants", constants},
               {"chunk", order.chunk_elements}});
}

std::string ToLine(const ChunkOrder& order) {
  return Line({{"first", order.first}, {"count", order.count}, {"slot", order.slot}});
}

std::string ToLine(const WorkerReply& reply) { return Line(std::visit(ToJson{}, reply)); }

Result<WorkOrder> ParseWorkOrder(std::string_view line) {
  return Parse<WorkOrder>(line, OrderFrom);
}

Result<ChunkOrder> ParseChunkOrder(std::string_view line) {
  return Parse<ChunkOrder>(line, [](const json& order) {
    return ChunkOrder{order.at("first").get<uint64_t>(), order.at("count").get<uint64_t>(),
                      order.at("slot").get<int>()};
  });
}

Result<WorkerReply> ParseWorkerReply(std::string_view line) {
  return Parse<WorkerReply>(line, ReplyFrom);
}

size_t SlotBytes(uint64_t chunk_elements, size_t element_bytes) {
  return static_cast<size_t>(chunk_elements) * (element_bytes + 1);
}

}  // namespace touchstone::sweep

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "framework/suite/expectation_fields.h"
#include "framework/suite/settings.h"
#include "framework/suite/suite.h"

namespace touchstone::suite {
namespace {

using Json = nlohmann::ordered_json;

// Everything the loader resolves `$axis` in must not hold a bare dollar sign.
std::string Escaped(const std::string& text) {
  std::string escaped;
  for (const char c : text) escaped += c == '$' ? "$$" : std::string(1, c);
  return escaped;
}

// JSON has no infinities and NaNs; the loader takes YAML's spelling in quotes for them.
Json Number(double value) {
  if (std::isnan(value)) return ".nan";
  if (std::isinf(value)) return value < 0 ? "-.inf" : ".inf";
  return value;
}

// A listed value keeps the text it was written with; the loader takes it in quotes.
Json LiteralValue(const data::Literal& literal) {
  if (std::isfinite(literal.value) && Json(literal.value).dump() == literal.text) {
    return literal.value;
  }
  return literal.text.empty() ? Number(literal.value) : Json(literal.text);
}

Json ParameterValue(const data::Parameter& parameter) {
  if (const auto* flag = std::get_if<bool>(&parameter)) return *flag;
  if (const auto* number = std::get_if<double>(&parameter)) return Number(*number);
  if (const auto* word = std::get_if<std::string>(&parameter)) return Escaped(*word);
  Json list = Json::array();
  for (const data::Literal& literal : std::get<std::vector<data::Literal>>(parameter)) {
    list.push_back(LiteralValue(literal));
  }
  return list;
}

Json DataValue(const data::DataSpec& spec) {
  if (spec.parameters.empty()) return spec.distribution;
  Json parameters = Json::object();
  for (const auto& [name, value] : spec.parameters) parameters[name] = ParameterValue(value);
  Json value = Json::object();
  value[spec.distribution] = std::move(parameters);
  return value;
}

Json TensorValue(const TensorArgument& tensor, bool is_input) {
  if (tensor.presence == Presence::kAbsent) return "absent";
  if (tensor.presence == Presence::kNull) return nullptr;
  const tensor::TensorLayout& layout = tensor.layout;
  Json value = {{"dtype", tensor::Name(layout.dtype)}, {"shape", layout.shape}};
  if (layout.format != tensor::Format::kNd) value["format"] = tensor::Name(layout.format);
  const bool is_plain = layout.offset == 0 && layout.storage_shape == layout.shape &&
                        layout.strides == tensor::ContiguousStrides(layout.shape);
  if (!is_plain) {
    value["strides"] = layout.strides;
    value["offset"] = layout.offset;
    value["storage_shape"] = layout.storage_shape;
  }
  if (is_input) value["data"] = DataValue(tensor.data);
  return value;
}

Json AttributeJson(const operators::AttributeValue& value) {
  if (const auto* number = std::get_if<double>(&value)) return Number(*number);
  if (const auto* flag = std::get_if<bool>(&value)) return *flag;
  return std::get<int64_t>(value);
}

Json StandardValue(const judge::StandardRequest& request) {
  Json value = {{"standard", Escaped(request.name)}};
  if (!request.overrides.empty()) value["overrides"] = request.overrides;
  value["provenance"] = Escaped(request.provenance);
  if (request.definition != nullptr) {
    value["definition"] = Escaped(judge::StandardText(*request.definition));
  }
  return value;
}

Json ExpectValue(const Expectation& expect) {
  Json value = Json::object();
  if (expect.status) {
    value["status"] = *expect.status;
  } else {
    value["status"] = expect.ok ? "ok" : "any_error";
  }
  if (!expect.message.empty()) value["message"] = Escaped(expect.message);
  if (!expect.strict_report.empty()) value["strict"] = expect.strict_report;
  if (!expect.known_issue.empty()) value["known_issue"] = Escaped(expect.known_issue);
  if (!expect.output.bits.empty()) value["output_bits"] = expect.output.bits;
  for (const data::Literal& literal : expect.output.values) {
    value["output_values"].push_back(LiteralValue(literal));
  }
  if (!expect.output.digest.empty()) value["output_digest"] = expect.output.digest;
  return value;
}

Json RulesValue(const std::vector<ExpectationRule>& rules) {
  Json list = Json::array();
  for (const ExpectationRule& rule : rules) {
    Json value = ExpectValue(rule.expect);
    if (!rule.socs.empty()) value["soc"] = rule.socs;
    if (!rule.contract.empty()) value["contract"] = rule.contract;
    list.push_back(std::move(value));
  }
  return list;
}

Json CaseValue(const Case& one) {
  Json value = {{"id", Escaped(one.id)},
                {"suite", Escaped(one.suite)},
                {"operator", one.op->name},
                {"where", {{"line", one.where.line}, {"column", one.where.column}}}};
  if (!one.where.file.empty()) value["where"]["file"] = Escaped(one.where.file);
  Json inputs = Json::object();
  for (const auto& [name, tensor] : one.inputs) inputs[name] = TensorValue(tensor, true);
  value["inputs"] = std::move(inputs);
  Json outputs = Json::object();
  for (const auto& [name, tensor] : one.outputs) outputs[name] = TensorValue(tensor, false);
  value["outputs"] = std::move(outputs);
  Json attributes = Json::object();
  for (const auto& [name, attribute] : one.attributes) attributes[name] = AttributeJson(attribute);
  if (!attributes.empty()) value["attrs"] = std::move(attributes);
  if (!one.axes.empty()) value["axes"] = one.axes;
  value["seed"] = one.seed;
  value["data_key"] = Escaped(one.data_key);
  for (const judge::StandardRequest& request : one.standards) {
    value["standards"].push_back(StandardValue(request));
  }
  value["special_values"] = Name(one.special_values);
  value["repeat"] = one.repeat;
  if (one.determinism) value["determinism"] = true;
  if (!one.soc.empty()) value["soc"] = one.soc;
  if (!one.contract.empty()) value["contract"] = one.contract;
  if (one.timeout_seconds > 0) value["timeout_s"] = one.timeout_seconds;
  for (const std::string& tag : one.tags) value["tags"].push_back(Escaped(tag));
  for (const ProtocolDeviation& deviation : ProtocolDeviations()) {
    if (one.protocol.*deviation.member) value["protocol"].push_back(deviation.name);
  }
  if (!one.expect_rules.empty()) {
    value["expect"] = RulesValue(one.expect_rules);
  } else if (one.expect != Expectation{}) {
    value["expect"] = ExpectValue(one.expect);
  }
  return value;
}

}  // namespace

std::string WriteSuite(const std::vector<Case>& cases) {
  bool same_suite = true;
  for (const Case& one : cases) same_suite = same_suite && one.suite == cases.front().suite;
  const std::string name = !cases.empty() && same_suite ? cases.front().suite : "resolved";
  std::string text = fmt::format("{{\"suite\": {},\n \"cases\": [\n", Json(Escaped(name)).dump());
  for (size_t i = 0; i < cases.size(); ++i) {
    // One line per case keeps diffs small and places in it cheap to find.
    text += "  " + CaseValue(cases[i]).dump(-1, ' ', false, Json::error_handler_t::replace);
    text += i + 1 < cases.size() ? ",\n" : "\n";
  }
  return text + "]}\n";
}

}  // namespace touchstone::suite

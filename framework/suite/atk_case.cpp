#include "framework/suite/atk_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "framework/diagnostics/error.h"
#include "framework/suite/atk_range.h"
#include "framework/suite/scalar.h"

namespace touchstone::suite {
namespace {

// Fields seen in published files. Those that say how ATK itself runs a case (executors, nodes,
// bookkeeping of its tool) have no meaning here and are known so that a misspelt one stands out.
const std::vector<std::string>& CaseFields() {
  static const std::vector<std::string> kFields = {"id",
                                                   "default_seed",
                                                   "name",
                                                   "aclnn_name",
                                                   "triton_name",
                                                   "kernel_name",
                                                   "version",
                                                   "expected_error_msg",
                                                   "api",
                                                   "api_type",
                                                   "aclnn_api_type",
                                                   "triton_api_type",
                                                   "fusion_api_type",
                                                   "fusion_mode",
                                                   "dist_api_type",
                                                   "kernel_api_type",
                                                   "backward",
                                                   "standard",
                                                   "outputs",
                                                   "inputs",
                                                   "acl_json",
                                                   "method_inputs",
                                                   "tensor_input",
                                                   "compute_times",
                                                   "save_name",
                                                   "uuid",
                                                   "downloaded",
                                                   "is_boundary",
                                                   "xrun_cs_name",
                                                   "xrun_data",
                                                   "strategy",
                                                   "generate",
                                                   "_level"};
  return kFields;
}

const std::vector<std::string>& InputFields() {
  static const std::vector<std::string> kFields = {
      "name",     "type",      "required",       "dtype",  "shape", "range_values",
      "backward", "align_32B", "outlier_values", "length", "format"};
  return kFields;
}

class Reader {
 public:
  explicit Reader(std::vector<AtkSlip>& slips) : slips_(slips) {}

  AtkCase ReadCase(const Node& node) {
    AtkCase result;
    result.node = &node;
    CheckFields(node, CaseFields(), "case");
    result.id = ReadId(node);
    result.name = Text(node, "name");
    for (const char* key : {"aclnn_name", "kernel_name", "name"}) {
      if (result.operator_name.empty()) result.operator_name = Text(node, key);
    }
    if (result.operator_name.empty()) Slip(node, "the case names no operator");
    result.expected_error = Text(node, "expected_error_msg");
    result.is_boundary = Flag(node, "is_boundary", false);
    if (const Node* seed = Value(node, "default_seed")) {
      const auto parsed = ParseUnsigned(seed->text);
      if (seed->is_scalar() && parsed.ok()) {
        result.default_seed = parsed.value;
      } else {
        Slip(*seed, fmt::format("default_seed must be an integer, not '{}'", Describe(*seed)));
      }
    }
    ReadStandards(node, result);
    const Node* inputs = node.Find("inputs");
    if (inputs == nullptr || !inputs->is_list()) {
      Slip(node, "the case lacks 'inputs', a list");
    } else {
      for (const Node* item : inputs->items) result.inputs.push_back(ReadInput(*item));
    }
    return result;
  }

 private:
  void Slip(const Node& at, std::string message) {
    slips_.push_back({at.offset, std::move(message)});
  }

  void CheckFields(const Node& node, const std::vector<std::string>& known, const char* what) {
    for (const Entry& entry : node.entries) {
      if (std::find(known.begin(), known.end(), entry.key) != known.end()) continue;
      const std::string nearest = NearestWord(entry.key, known);
      slips_.push_back(
          {entry.key_offset,
           fmt::format(
               "unknown {} field '{}'{}", what, entry.key,
               nearest.empty() ? std::string() : fmt::format("; did you mean '{}'?", nearest))});
    }
  }

  // The value of a field that is there and not null.
  static const Node* Value(const Node& node, std::string_view key) {
    const Node* value = node.Find(key);
    return value == nullptr || value->is_null() ? nullptr : value;
  }

  std::string Text(const Node& node, std::string_view key) {
    const Node* value = Value(node, key);
    if (value == nullptr) return "";
    if (value->is_scalar() && value->quoted) return value->text;
    Slip(*value, fmt::format("{} must be text, not '{}'", key, Describe(*value)));
    return "";
  }

  bool Flag(const Node& node, std::string_view key, bool fallback) {
    const Node* value = Value(node, key);
    if (value == nullptr) return fallback;
    if (value->is_scalar() && !value->quoted && (value->text == "true" || value->text == "false")) {
      return value->text == "true";
    }
    Slip(*value, fmt::format("{} must be true or false, not '{}'", key, Describe(*value)));
    return fallback;
  }

  std::string ReadId(const Node& node) {
    const Node* id = Value(node, "id");
    if (id != nullptr && id->is_scalar() && !id->text.empty()) return id->text;
    Slip(node, "the case lacks 'id'");
    return "";
  }

  AtkInput ReadInput(const Node& node) {
    AtkInput input;
    input.node = &node;
    if (node.is_list()) {
      for (const Node* item : node.items) input.members.push_back(ReadInput(*item));
      if (!input.members.empty()) {
        input.name = input.members.front().name;
        input.type = input.members.front().type;
      }
      return input;
    }
    if (!node.is_map()) {
      Slip(node, fmt::format("an input must be a map, not '{}'", Describe(node)));
      return input;
    }
    CheckFields(node, InputFields(), "input");
    if (Value(node, "name") != nullptr) input.name = Text(node, "name");
    input.type = Text(node, "type");
    input.dtype = Text(node, "dtype");
    input.format = Text(node, "format");
    input.required = Flag(node, "required", true);
    if (const Node* shape = Value(node, "shape")) ReadShape(*shape, input);
    input.range_node = Value(node, "range_values");
    input.range = ReadAtkRange(input.range_node, slips_);
    if (const Node* outliers = Value(node, "outlier_values")) ReadOutliers(*outliers, input);
    return input;
  }

  void ReadShape(const Node& node, AtkInput& input) {
    std::vector<int64_t> shape;
    for (const Node* item : node.items) {
      const auto extent = ParseInteger(item->text);
      if (item->is_scalar() && !item->quoted && extent.ok() && extent.value >= 0) {
        shape.push_back(extent.value);
      }
    }
    if (!node.is_list() || shape.size() != node.items.size()) {
      Slip(node, fmt::format("shape must be a list of extents, not '{}'", Describe(node)));
      return;
    }
    input.shape = std::move(shape);
  }

  void ReadOutliers(const Node& node, AtkInput& input) {
    if (node.is_list() && node.items.size() == 2) {
      const auto first = AtkNumber(*node.items[0]);
      const auto second = AtkNumber(*node.items[1]);
      if (first && second) {
        input.outlier_values = {*first, *second};
        return;
      }
    }
    Slip(node, fmt::format("outlier_values must be two numbers, not '{}'", Describe(node)));
  }

  void ReadStandards(const Node& node, AtkCase& result) {
    const Node* standard = Value(node, "standard");
    const Node* acc = standard != nullptr ? Value(*standard, "acc") : nullptr;
    if (acc == nullptr) return;
    if (acc->is_scalar()) {
      result.standards.push_back({acc->text, "", {}, acc});
      return;
    }
    if (!acc->is_map()) {
      Slip(*acc, fmt::format("standard.acc must be a name or a map, not '{}'", Describe(*acc)));
      return;
    }
    for (const Entry& entry : acc->entries) {
      AtkStandard one{entry.key, "", {}, entry.value};
      for (const Entry& parameter : entry.value->entries) {
        if (parameter.key == "type") {
          one.type = parameter.value->text;
        } else if (const auto number = AtkExpression(*parameter.value)) {
          one.parameters.emplace_back(parameter.key, *number);
        } else {
          Slip(*parameter.value, fmt::format("standard.acc.{}.{} must be a number, not '{}'",
                                             entry.key, parameter.key, Describe(*parameter.value)));
        }
      }
      result.standards.push_back(std::move(one));
    }
  }

  std::vector<AtkSlip>& slips_;
};

}  // namespace

AtkCase ReadAtkCase(const Node& node, std::vector<AtkSlip>& slips) {
  if (node.is_map()) return Reader(slips).ReadCase(node);
  slips.push_back({node.offset, fmt::format("a case must be a map, not '{}'", Describe(node))});
  AtkCase result;
  result.node = &node;
  return result;
}

}  // namespace touchstone::suite

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <variant>

#include "framework/data/generator.h"
#include "framework/suite/attribute_fields.h"
#include "framework/suite/data_fields.h"
#include "framework/suite/expectation_fields.h"
#include "framework/suite/quoted_text.h"
#include "framework/suite/scalar.h"
#include "framework/suite/settings.h"
#include "framework/suite/suite.h"

namespace touchstone::suite {
namespace {

// Text that no reader can take for anything else.
bool IsPlain(const std::string& text) {
  const auto is_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_-./").find(c) != std::string_view::npos;
  };
  const bool starts_as_word =
      !text.empty() && ((text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z'));
  return starts_as_word && std::all_of(text.begin(), text.end(), is_word) && !LooksBoolean(text) &&
         text != "null" && text != "true" && text != "false" && text != "absent";
}

// `$axis` is looked for in every text but that of a definition.
std::string Text(const std::string& text) {
  if (IsPlain(text)) return text;
  std::string escaped;
  for (const char c : text) escaped += c == '$' ? std::string("$$") : std::string(1, c);
  return DoubleQuoted(escaped);
}

std::string Number(double value) {
  if (std::isnan(value)) return ".nan";
  if (std::isinf(value)) return value < 0 ? "-.inf" : ".inf";
  return fmt::format("{}", value);
}

std::string Dims(const std::vector<int64_t>& dims) {
  return fmt::format("[{}]", fmt::join(dims, ", "));
}

class Writer {
 public:
  std::string text;

  void Line(int depth, const std::string& content) {
    text += std::string(static_cast<size_t>(depth) * 2, ' ') + content + "\n";
  }

  void Comments(const std::vector<std::string>& comments) {
    for (std::string comment : comments) {
      // A line break would end the comment.
      std::replace_if(
          comment.begin(), comment.end(),
          [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
      Line(0, "# " + comment);
    }
  }

  void WriteCase(const Case& one, const std::string& suite,
                 const std::vector<std::string>& shared_tags) {
    const std::string prefix = suite + "/";
    Line(1, "- name: " + Text(one.id.starts_with(prefix) ? one.id.substr(prefix.size()) : one.id));
    Line(2, "inputs:");
    for (const operators::Argument& argument : one.op->arguments) {
      if (IsInputTensor(argument)) Input(argument, one.inputs.at(argument.name));
    }
    Outputs(one);
    if (!one.attributes.empty()) Line(2, "attrs:");
    for (const auto& [name, value] : one.attributes) {
      Line(3, name + ": " + AttributeText(operators::FindArgument(*one.op, name), value));
    }
    Settings(one, shared_tags);
  }

 private:
  void Input(const operators::Argument& argument, const TensorArgument& tensor) {
    if (Pointer(argument.name, tensor)) return;
    Line(3, argument.name + ":");
    Layout(tensor.layout);
    Data(tensor.data);
  }

  // Absent and null tensors; false for given ones.
  bool Pointer(const std::string& name, const TensorArgument& tensor) {
    if (tensor.presence == Presence::kGiven) return false;
    Line(3, name + (tensor.presence == Presence::kAbsent ? ": absent" : ": null"));
    return true;
  }

  void Layout(const tensor::TensorLayout& layout) {
    Line(4, fmt::format("dtype: {}", tensor::Name(layout.dtype)));
    Line(4, "shape: " + Dims(layout.shape));
    if (layout.format != tensor::Format::kNd) {
      Line(4, fmt::format("format: {}", tensor::Name(layout.format)));
    }
    if (layout.offset == 0 && layout.storage_shape == layout.shape &&
        layout.strides == tensor::ContiguousStrides(layout.shape)) {
      return;
    }
    Line(4, "strides: " + Dims(layout.strides));
    Line(4, fmt::format("offset: {}", layout.offset));
    Line(4, "storage_shape: " + Dims(layout.storage_shape));
  }

  void Data(const data::DataSpec& spec) {
    if (spec.parameters.empty()) return Line(4, "data: " + spec.distribution);
    Line(4, "data:");
    Line(5, spec.distribution + ":");
    const auto distribution = data::FindDistribution(spec.distribution);
    if (!distribution) return;  // no loaded case has one that is unknown
    for (const data::ParameterInfo& info : (*distribution)->parameters) {
      const auto found = spec.parameters.find(info.name);
      if (found == spec.parameters.end()) continue;
      Line(6, info.name + ": " + std::visit(ParameterText{}, found->second));
    }
  }

  struct ParameterText {
    std::string operator()(bool value) const { return value ? "true" : "false"; }
    std::string operator()(double value) const { return Number(value); }
    std::string operator()(const std::string& value) const { return Text(value); }
    std::string operator()(const std::vector<data::Literal>& values) const {
      std::string list;
      for (const data::Literal& value : values) list += (list.empty() ? "" : ", ") + value.text;
      return "[" + list + "]";
    }
  };

  void Outputs(const Case& one) {
    operators::InputLayouts layouts;
    for (const auto& [name, tensor] : one.inputs) {
      if (tensor.presence == Presence::kGiven) layouts.emplace(name, tensor.layout);
    }
    const auto assumed = one.op->default_outputs(layouts, one.attributes);
    bool has_head = false;
    for (const auto& [name, tensor] : one.outputs) {
      const auto found = assumed.find(name);
      const bool is_assumed = tensor.presence == Presence::kGiven && found != assumed.end() &&
                              found->second == tensor.layout;
      if (is_assumed) continue;
      if (!has_head) Line(2, "outputs:");
      has_head = true;
      if (Pointer(name, tensor)) continue;
      Line(3, name + ":");
      Layout(tensor.layout);
    }
  }

  static std::string AttributeText(const operators::Argument* argument,
                                   const operators::AttributeValue& value) {
    if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
    if (const auto* number = std::get_if<double>(&value)) return Number(*number);
    const int64_t integer = std::get<int64_t>(value);
    if (argument != nullptr) {
      for (const operators::NamedValue& named : argument->named_values) {
        if (named.value == integer) return named.name;
      }
    }
    return fmt::format("{}", integer);
  }

  void Settings(const Case& one, const std::vector<std::string>& shared_tags) {
    const suite::Settings assumed;
    if (one.seed != assumed.seed) Line(2, fmt::format("seed: {}", one.seed));
    if (one.data_key != one.id) Line(2, "data_key: " + Text(one.data_key));
    Standards(one.standards);
    if (one.special_values != assumed.special_values) {
      Line(2, fmt::format("special_values: {}", Name(one.special_values)));
    }
    if (!one.soc.empty()) Line(2, "soc: " + Text(one.soc));
    if (!one.contract.empty()) Line(2, "contract: " + one.contract);
    if (one.repeat != assumed.repeat) Line(2, fmt::format("repeat: {}", one.repeat));
    if (one.determinism) Line(2, "determinism: true");
    if (one.timeout_seconds > 0) Line(2, "timeout_s: " + Number(one.timeout_seconds));
    if (one.tags != shared_tags) TextList(2, "tags:", one.tags);
    std::vector<std::string> deviations;
    for (const ProtocolDeviation& deviation : ProtocolDeviations()) {
      if (one.protocol.*deviation.member) deviations.emplace_back(deviation.name);
    }
    if (!deviations.empty()) TextList(2, "protocol:", deviations);
    if (!one.expect_rules.empty()) {
      ExpectRules(one.expect_rules);
    } else if (one.expect != Expectation{}) {
      Line(2, "expect:");
      Expect(3, one.expect);
    }
  }

  void TextList(int depth, const std::string& head, const std::vector<std::string>& items) {
    Line(depth, head);
    for (const std::string& item : items) Line(depth + 1, "- " + Text(item));
  }

  void Standards(const std::vector<judge::StandardRequest>& standards) {
    Line(2, "standards:");
    for (const judge::StandardRequest& request : standards) {
      const std::string origin = request.provenance == judge::StandardRequest{}.provenance
                                     ? ""
                                     : "  # " + request.provenance;
      Line(3, "- " + Text(request.name) + (request.overrides.empty() ? "" : ":") + origin);
      for (const auto& [name, value] : request.overrides) Line(5, name + ": " + Number(value));
    }
  }

  void ExpectRules(const std::vector<ExpectationRule>& rules) {
    Line(2, "expect:");
    for (const ExpectationRule& rule : rules) {
      const size_t start = text.size();
      if (!rule.socs.empty()) {
        std::string socs;
        for (const std::string& soc : rule.socs) socs += (socs.empty() ? "" : ", ") + Text(soc);
        Line(4, "soc: [" + socs + "]");
      }
      if (!rule.contract.empty()) Line(4, "contract: " + rule.contract);
      Expect(4, rule.expect);
      text.replace(start, 8, "      - ");  // the first key of the map is an item of the list
    }
  }

  void Expect(int depth, const Expectation& expect) {
    Line(depth, "status: " + (expect.status ? fmt::format("{}", *expect.status)
                                            : std::string(expect.ok ? "ok" : "any_error")));
    if (!expect.message.empty()) Line(depth, "message: " + Text(expect.message));
    if (!expect.strict_report.empty()) Line(depth, "strict: " + Text(expect.strict_report));
    if (!expect.known_issue.empty()) Line(depth, "known_issue: " + Text(expect.known_issue));
    const ExpectedOutput& output = expect.output;
    if (!output.bits.empty()) {
      std::string list;
      for (const uint64_t bits : output.bits) {
        list += fmt::format("{}0x{:X}", list.empty() ? "" : ", ", bits);
      }
      Line(depth, "output_bits: [" + list + "]");
    }
    if (!output.values.empty()) {
      Line(depth, "output_values: " + ParameterText{}(output.values));
    }
    if (!output.digest.empty()) Line(depth, "output_digest: " + DoubleQuoted(output.digest));
  }
};

// The standards that the cases bring along, each once.
void WriteOwnStandards(Writer& writer, const std::vector<Case>& cases) {
  std::vector<std::string> texts;
  for (const Case& one : cases) {
    for (const judge::StandardRequest& request : one.standards) {
      if (request.definition == nullptr) continue;
      std::string text = judge::StandardText(*request.definition);
      if (std::find(texts.begin(), texts.end(), text) == texts.end()) {
        texts.push_back(std::move(text));
      }
    }
  }
  if (!texts.empty()) writer.Line(0, "own_standards:");
  for (const std::string& text : texts) writer.Line(1, "- " + text);
}

}  // namespace

std::string WriteReadableSuite(const std::vector<Case>& cases,
                               const std::vector<std::string>& comments) {
  Writer writer;
  writer.Comments(comments);
  if (cases.empty()) return std::move(writer.text);
  // Tags that all cases share, in order; a suite's tags are added to those of its cases.
  const std::vector<std::string>& first = cases.front().tags;
  const bool same_tags =
      std::all_of(cases.begin(), cases.end(), [&](const Case& one) { return one.tags == first; });
  const std::vector<std::string> shared = same_tags ? first : std::vector<std::string>{};
  writer.Line(0, "suite: " + Text(cases.front().suite));
  const bool same_operator = std::all_of(
      cases.begin(), cases.end(), [&](const Case& one) { return one.op == cases.front().op; });
  if (same_operator) writer.Line(0, "operator: " + cases.front().op->name);
  if (!shared.empty()) {
    std::string list;
    for (const std::string& tag : shared) list += (list.empty() ? "" : ", ") + Text(tag);
    writer.Line(0, "tags: [" + list + "]");
  }
  WriteOwnStandards(writer, cases);
  writer.Line(0, "cases:");
  for (const Case& one : cases) {
    writer.WriteCase(one, cases.front().suite, shared);
    if (!same_operator) writer.Line(2, "operator: " + one.op->name);
    writer.text += "\n";
  }
  writer.text.pop_back();
  return std::move(writer.text);
}

}  // namespace touchstone::suite

#include "reports/gate/policy.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <cmath>
#include <initializer_list>
#include <set>

#include "framework/record/field_reader.h"
#include "framework/record/safe_text.h"
#include "reports/gate/waivers.h"

namespace touchstone::gate {
namespace {

using Names = std::vector<std::string>;

class PolicyReader {
 public:
  explicit PolicyReader(const std::string& name) : name_(name), policy_(DefaultPolicy()) {}

  Result<Policy> Read(const YAML::Node& root) {
    Object(root, "the policy", {"metrics", "severities", "waivers"},
           [&](const std::string& key, const YAML::Node& node, const YAML::Node& value) {
             if (key == "metrics") {
               ReadMetrics(value);
             } else if (key == "severities") {
               ReadSeverities(value);
             } else if (value.IsSequence()) {
               for (const YAML::Node& waiver : value) ReadWaiver(waiver);
             } else {
               Fail(node, "'waivers' must be a list");
             }
           });
    if (!errors_.empty()) return errors_;
    return policy_;
  }

 private:
  void Fail(const YAML::Node& node, const std::string& message) {
    const YAML::Mark mark = node.Mark();
    errors_.push_back(InputError(message, {name_, mark.line + 1, mark.column + 1}));
  }

  // Calls `take` with each pair of a map whose keys must be among `known`, each at most once.
  template <typename Take>
  void Object(const YAML::Node& node, const std::string& what, const Names& known, Take take) {
    if (!node.IsMap()) return Fail(node, what + " must be a map");
    std::set<std::string> seen;
    for (const auto& pair : node) {
      const std::string key = pair.first.IsScalar() ? pair.first.Scalar() : "";
      if (std::find(known.begin(), known.end(), key) == known.end()) {
        Fail(pair.first, fmt::format("'{}' is not known in {}{}", record::VisibleText(key), what,
                                     Suggestion(key, known)));
      } else if (!seen.insert(key).second) {
        Fail(pair.first, fmt::format("'{}' is there twice in {}", key, what));
      } else {
        take(key, pair.first, pair.second);
      }
    }
  }

  void ReadMetrics(const YAML::Node& node) {
    Names names;
    for (const GateMetric& metric : AllGateMetrics()) names.emplace_back(metric.name);
    names.emplace_back(kDuration);
    Object(node, "metrics", names,
           [&](const std::string& metric, const YAML::Node&, const YAML::Node& value) {
             Object(value, metric, {"relative", "absolute"},
                    [&](const std::string& key, const YAML::Node&, const YAML::Node& number) {
                      Allowance& allowance = policy_.metrics.find(metric)->second;
                      double& target = key == "relative" ? allowance.relative : allowance.absolute;
                      ReadNumber(number, key, target);
                    });
           });
  }

  void ReadNumber(const YAML::Node& node, const std::string& key, double& target) {
    double number = 0;
    const bool plain = node.IsScalar() && YAML::convert<double>::decode(node, number);
    if (!plain || !std::isfinite(number) || number < 0) {
      return Fail(node, fmt::format("'{}' must be a number of at least 0", key));
    }
    target = number;
  }

  // The kind called `name`, if a policy may touch it.
  const FindingInfo* Kind(const YAML::Node& node, const std::string& name) {
    Names names;
    for (const FindingInfo& info : AllFindingKinds()) {
      if (info.adjustable) names.emplace_back(info.name);
      if (info.name != name) continue;
      if (info.adjustable) return &info;
      Fail(node, fmt::format("'{}' always fails and cannot be changed or waived", name));
      return nullptr;
    }
    Fail(node, fmt::format("'{}' is no kind of finding{}", record::VisibleText(name),
                           Suggestion(name, names)));
    return nullptr;
  }

  void ReadSeverities(const YAML::Node& node) {
    Names names;
    for (const FindingInfo& info : AllFindingKinds()) names.emplace_back(info.name);
    Object(node, "severities", names,
           [&](const std::string& key, const YAML::Node& key_node, const YAML::Node& value) {
             const FindingInfo* info = Kind(key_node, key);
             const std::string word = value.IsScalar() ? value.Scalar() : "";
             if (word != "fail" && word != "information") {
               Fail(value, fmt::format("the severity of '{}' must be fail or information", key));
             } else if (info != nullptr) {
               policy_.severities[info->kind] =
                   word == "fail" ? Severity::kFail : Severity::kInformation;
             }
           });
  }

  void ReadWaiver(const YAML::Node& node) {
    Waiver waiver;
    const YAML::Mark mark = node.Mark();
    waiver.where = {name_, mark.line + 1, mark.column + 1};
    std::map<std::string, std::string> texts;
    Object(node, "a waiver", {"cases", "kind", "metric", "owner", "reason", "expires"},
           [&](const std::string& key, const YAML::Node&, const YAML::Node& value) {
             if (!value.IsScalar() || value.Scalar().empty()) {
               return Fail(value, fmt::format("'{}' of a waiver must be a text", key));
             }
             texts[key] = value.Scalar();
             if (key == "kind") {
               if (const FindingInfo* info = Kind(value, value.Scalar())) waiver.kind = info->kind;
             } else if (key == "expires" && !IsDate(value.Scalar())) {
               Fail(value, fmt::format("'{}' is no date like 2027-01-31",
                                       record::VisibleText(value.Scalar())));
             }
           });
    for (const char* key : {"cases", "kind", "owner", "reason", "expires"}) {
      if (node.IsMap() && !texts.contains(key) && !node[key]) {
        Fail(node, fmt::format("a waiver needs '{}'", key));
      }
    }
    waiver.cases = texts["cases"];
    waiver.metric = texts["metric"];
    waiver.owner = texts["owner"];
    waiver.reason = texts["reason"];
    waiver.expires = texts["expires"];
    policy_.waivers.push_back(std::move(waiver));
  }

  const std::string& name_;
  Policy policy_;
  Errors errors_;
};

}  // namespace

Policy DefaultPolicy() {
  Policy policy;
  for (const GateMetric& metric : AllGateMetrics()) {
    policy.metrics.emplace(metric.name, metric.allowance);
  }
  policy.metrics.emplace(kDuration, kDurationAllowance);
  for (const FindingInfo& info : AllFindingKinds()) policy.severities[info.kind] = info.severity;
  return policy;
}

Result<Policy> PolicyFromYaml(std::string_view text, const std::string& name) {
  constexpr size_t kMostBytes = 1 << 20;  // yaml-cpp recurses and expands aliases: keep it small
  if (text.size() > kMostBytes) return InputError("the policy is larger than 1 MiB", {name, 0, 0});
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    return InputError("the policy is empty", {name, 0, 0});
  }
  try {
    return PolicyReader(name).Read(YAML::Load(std::string(text)));
  } catch (const YAML::Exception& error) {
    return InputError("not valid YAML: " + error.msg,
                      {name, error.mark.line + 1, error.mark.column + 1});
  }
}

Result<Policy> ReadPolicy(const std::string& path) {
  Result<std::string> text = record::ReadFile(path);
  if (!text) return text.errors();
  return PolicyFromYaml(*text, path);
}

}  // namespace touchstone::gate

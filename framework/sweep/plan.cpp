#include "framework/sweep/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "framework/device/libraries.h"
#include "framework/operators/argument_kinds.h"
#include "framework/tensor/float_format.h"

namespace touchstone::sweep {
namespace {

using operators::Argument;
using operators::ArgumentKind;
using tensor::DType;

constexpr std::string_view kApart = "none";  ///< an attribute's value that keeps elements apart

Result<DType> ParseSweptDType(const std::string& name) {
  const std::vector<std::string> valid = {"fp32", "fp16", "bf16"};
  const Result<DType> dtype = tensor::ParseDType(name);
  if (!dtype) {
    return UsageError(fmt::format("unknown dtype '{}'{}", name, Suggestion(name, valid)));
  }
  const std::string preferred(tensor::Name(*dtype));
  if (std::find(valid.begin(), valid.end(), preferred) == valid.end()) {
    return UsageError(
        fmt::format("dtype '{}' cannot be swept; valid are: {}", name, fmt::join(valid, ", ")));
  }
  return *dtype;
}

class Planner {
 public:
  explicit Planner(const SweepWords& words) : words_(words) {}

  Result<SweepPlan> Plan() {
    plan_.op = operators::FindOperator(words_.operator_name);
    if (plan_.op == nullptr) {
      return UsageError(fmt::format("unknown operator '{}'{}", words_.operator_name,
                                    Suggestion(words_.operator_name, operators::OperatorNames())));
    }
    if (auto dtype = Keep(ParseSweptDType(words_.dtype))) plan_.dtype = *dtype;
    if (words_.stride < 1) errors_.push_back(UsageError("a stride is at least 1"));
    plan_.patterns = {tensor::FormatOf(plan_.dtype), std::max<uint64_t>(1, words_.stride)};
    ChooseDevice();
    for (const Argument& argument : plan_.op->arguments) Take(argument);
    for (const auto& [name, text] : words_.constants) CheckName(name);
    if (!errors_.empty()) return errors_;
    return std::move(plan_);
  }

 private:
  template <typename T>
  std::optional<T> Keep(const Result<T>& result) {
    if (result) return *result;
    for (Error error : result.errors()) {
      error.kind = ErrorKind::kUsage;
      errors_.push_back(std::move(error));
    }
    return std::nullopt;
  }

  void ChooseDevice() {
    if (auto soc = Keep(soc::FindSoc(words_.soc))) plan_.soc = *soc;
    const std::vector<std::string> contracts = {"documented", "source"};
    plan_.contract = words_.contract;
    if (plan_.contract.empty()) plan_.contract = contracts[words_.device_libs.empty() ? 0 : 1];
    if (std::find(contracts.begin(), contracts.end(), plan_.contract) == contracts.end()) {
      errors_.push_back(UsageError(fmt::format("unknown contract '{}'{}", plan_.contract,
                                               Suggestion(plan_.contract, contracts))));
    }
    plan_.device_libs =
        words_.device_libs.empty() ? device::DefaultLibraryDirectory() : words_.device_libs;
  }

  void Take(const Argument& argument) {
    if (operators::IsOutputTensor(argument)) {
      plan_.output = argument.name;
    } else if (operators::IsAttribute(argument)) {
      TakeAttribute(argument);
    } else if (plan_.swept.empty()) {
      plan_.swept = argument.name;
    } else {
      TakeConstant(argument);
    }
  }

  void TakeAttribute(const Argument& argument) {
    for (const operators::NamedValue& named : argument.named_values) {
      if (named.name == kApart) plan_.attributes[argument.name] = named.value;
    }
    if (plan_.attributes.contains(argument.name)) return;
    errors_.push_back(
        UsageError(fmt::format("{} cannot be swept: its attribute '{}' has no value 'none', which "
                               "would keep elements apart",
                               plan_.op->name, argument.name)));
  }

  void TakeConstant(const Argument& argument) {
    const auto found = words_.constants.find(argument.name);
    if (found == words_.constants.end()) {
      if (argument.kind == ArgumentKind::kOptionalTensor) return;
      errors_.push_back(UsageError(fmt::format("input '{}' needs a number", argument.name)));
      return;
    }
    const std::string& text = found->second;
    ConstantInput constant;
    constant.name = argument.name;
    const auto [end, code] =
        std::from_chars(text.data(), text.data() + text.size(), constant.asked);
    if (code != std::errc{} || end != text.data() + text.size() || !std::isfinite(constant.asked)) {
      errors_.push_back(
          UsageError(fmt::format("input '{}': '{}' is not a finite number", argument.name, text)));
      return;
    }
    const tensor::FloatFormat& format = plan_.patterns.format();
    constant.bits = tensor::Round(format, constant.asked);
    constant.value = tensor::Decode(format, constant.bits);
    if (!std::isfinite(constant.value)) {
      errors_.push_back(UsageError(fmt::format("input '{}': {} overflows {}", argument.name, text,
                                               tensor::Name(plan_.dtype))));
      return;
    }
    constant.one_element = argument.kind == ArgumentKind::kOptionalTensor;
    plan_.constants.push_back(std::move(constant));
  }

  void CheckName(const std::string& name) {
    std::vector<std::string> names;
    for (const Argument& argument : plan_.op->arguments) {
      if (operators::IsInputTensor(argument) && argument.name != plan_.swept) {
        names.push_back(argument.name);
      }
    }
    if (std::find(names.begin(), names.end(), name) != names.end()) return;
    errors_.push_back(UsageError(fmt::format("{} has no input '{}' beside the swept one{}",
                                             plan_.op->name, name, Suggestion(name, names))));
  }

  const SweepWords& words_;
  SweepPlan plan_;
  Errors errors_;
};

}  // namespace

Result<SweepPlan> MakePlan(const SweepWords& words) { return Planner(words).Plan(); }

}  // namespace touchstone::sweep

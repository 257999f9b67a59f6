#include "framework/operators/bce_with_logits/description.h"
#include "framework/operators/description.h"

namespace touchstone::operators {
namespace {

constexpr std::string_view kPrefix = "aclnn";

std::string_view WithoutPrefix(std::string_view name) {
  return name.starts_with(kPrefix) ? name.substr(kPrefix.size()) : name;
}

}  // namespace

const Argument* FindArgument(const OperatorDescription& description, std::string_view name) {
  for (const Argument& argument : description.arguments) {
    if (argument.name == name) return &argument;
  }
  return nullptr;
}

const std::vector<const OperatorDescription*>& AllOperators() {
  static const std::vector<const OperatorDescription*> operators = {
      &BceWithLogitsDescription(),
  };
  return operators;
}

const OperatorDescription* FindOperator(std::string_view name) {
  for (const OperatorDescription* description : AllOperators()) {
    if (WithoutPrefix(description->name) == WithoutPrefix(name)) return description;
  }
  return nullptr;
}

std::vector<std::string> OperatorNames() {
  std::vector<std::string> names;
  for (const OperatorDescription* description : AllOperators()) {
    names.push_back(description->name);
  }
  return names;
}

}  // namespace touchstone::operators

#include "framework/operators/bce_with_logits/description.h"
#include "framework/operators/bce_with_logits/reference.h"
#include "framework/operators/description.h"
#include "framework/operators/detectable.h"
#include "framework/operators/reference_adapter.h"

namespace touchstone::operators {
namespace {

struct RegisteredOperator {
  const OperatorDescription& (*description)();
  MakeReference make_reference;
  DetectableDefects (*detectable_defects)();  // null when the operator has no such table
};

// One line per operator.
constexpr RegisteredOperator kOperators[] = {
    {BceWithLogitsDescription, MakeBceWithLogitsReference, BceWithLogitsDetectableDefects},
};

constexpr std::string_view kPrefix = "aclnn";

std::string_view WithoutPrefix(std::string_view name) {
  return name.starts_with(kPrefix) ? name.substr(kPrefix.size()) : name;
}

const RegisteredOperator* Find(std::string_view name) {
  for (const RegisteredOperator& registered : kOperators) {
    if (WithoutPrefix(registered.description().name) == WithoutPrefix(name)) return &registered;
  }
  return nullptr;
}

}  // namespace

const Argument* FindArgument(const OperatorDescription& description, std::string_view name) {
  for (const Argument& argument : description.arguments) {
    if (argument.name == name) return &argument;
  }
  return nullptr;
}

const std::vector<const OperatorDescription*>& AllOperators() {
  static const std::vector<const OperatorDescription*> operators = [] {
    std::vector<const OperatorDescription*> all;
    for (const RegisteredOperator& registered : kOperators)
      all.push_back(&registered.description());
    return all;
  }();
  return operators;
}

const OperatorDescription* FindOperator(std::string_view name) {
  const RegisteredOperator* registered = Find(name);
  return registered != nullptr ? &registered->description() : nullptr;
}

MakeReference FindReference(std::string_view name) {
  const RegisteredOperator* registered = Find(name);
  return registered != nullptr ? registered->make_reference : nullptr;
}

std::optional<DetectableDefects> FindDetectableDefects(std::string_view name) {
  const RegisteredOperator* registered = Find(name);
  if (registered == nullptr || registered->detectable_defects == nullptr) return std::nullopt;
  return registered->detectable_defects();
}

std::vector<std::string> OperatorNames() {
  std::vector<std::string> names;
  for (const OperatorDescription* description : AllOperators()) {
    names.push_back(description->name);
  }
  return names;
}

}  // namespace touchstone::operators

#include "op_under_test/runtime/system_parameters.h"

#include <atomic>
#include <iterator>

namespace npusim {
namespace {

struct Parameter {
  std::atomic<int64_t> value;
  int64_t largest;
};

// Indexed by aclSysParamOpt. Deterministic: off, on, strong consistency, batch consistency.
Parameter parameters[] = {{0, 3}, {0, 1}, {0, 1}, {0, 1}};

Parameter* Find(aclSysParamOpt option) {
  const auto index = static_cast<int64_t>(option);
  return index >= 0 && index < std::ssize(parameters) ? &parameters[index] : nullptr;
}

}  // namespace

std::optional<int64_t> SystemParameter(aclSysParamOpt option) {
  const Parameter* parameter = Find(option);
  if (parameter == nullptr) return std::nullopt;
  return parameter->value;
}

bool SetSystemParameter(aclSysParamOpt option, int64_t value) {
  Parameter* const parameter = Find(option);
  if (parameter == nullptr || value < 0 || value > parameter->largest) return false;
  parameter->value = value;
  return true;
}

void ResetSystemParameters() {
  for (Parameter& parameter : parameters) parameter.value = 0;
}

}  // namespace npusim

// What kind of argument is what.
#pragma once

#include "framework/operators/description.h"

namespace touchstone::operators {

inline bool IsInputTensor(const Argument& argument) {
  return argument.kind == ArgumentKind::kTensor || argument.kind == ArgumentKind::kOptionalTensor;
}

inline bool IsOutputTensor(const Argument& argument) {
  return argument.kind == ArgumentKind::kOutputTensor;
}

/// Anything but a tensor.
inline bool IsAttribute(const Argument& argument) {
  return !IsInputTensor(argument) && !IsOutputTensor(argument);
}

}  // namespace touchstone::operators

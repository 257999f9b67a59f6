// What one sweep goes over.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "framework/diagnostics/error.h"
#include "framework/operators/description.h"
#include "framework/soc/soc.h"
#include "framework/sweep/patterns.h"
#include "framework/tensor/dtype.h"

namespace touchstone::sweep {

/// As typed.
struct SweepWords {
  std::string operator_name;
  std::string dtype;
  std::map<std::string, std::string> constants;  ///< input -> number: {"target", "0.75"}
  std::string soc = std::string(soc::kDefaultSoc);
  std::string contract;  ///< empty: documented, or source with `device_libs`
  std::string device_libs;
  uint64_t stride = 1;
};

/// An input that has the same number everywhere.
struct ConstantInput {
  std::string name;
  double asked = 0;   ///< as typed
  uint32_t bits = 0;  ///< rounded once to the sweep's dtype
  double value = 0;   ///< of the bits
  /// One element that is broadcast. Optional inputs only: a required one gets the swept input's
  /// shape, which every operator takes (the loss does not broadcast its target).
  bool one_element = false;

  bool operator==(const ConstantInput&) const = default;
};

struct SweepPlan {
  const operators::OperatorDescription* op = nullptr;
  tensor::DType dtype = tensor::DType::kFp32;  ///< of all inputs and of the output
  std::string swept;                           ///< the operator's first tensor
  std::vector<ConstantInput> constants;        ///< in the order of the operator's arguments
  operators::Attributes attributes;            ///< the ones that keep elements apart: "none"
  std::string output;                          ///< name of the operator's output
  const soc::SocInfo* soc = nullptr;
  std::string contract;
  std::string device_libs;  ///< directory
  Patterns patterns{tensor::FormatOf(tensor::DType::kFp32), 1};
};

/// Errors (usage), one for each thing that is wrong: an operator, chip, contract, dtype or input
/// that does not exist, with the nearest one; a required input without a number; a number that is
/// none, or that overflows the dtype; an attribute without the value "none".
Result<SweepPlan> MakePlan(const SweepWords& words);

}  // namespace touchstone::sweep

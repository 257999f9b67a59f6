// An operator as data: its two symbols, its ordered arguments and the rule for its output.
//
// This is all the device room needs to make both calls of the two-phase protocol for any operator;
// no operator has a hand-written wrapper, and no operator's folder includes an acl header.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "framework/diagnostics/error.h"
#include "framework/tensor/layout.h"

namespace touchstone::operators {

/// Kinds of arguments of a GetWorkspaceSize function, before the trailing
/// `uint64_t* workspaceSize, aclOpExecutor** executor` that every operator has.
enum class ArgumentKind {
  kTensor,          ///< const aclTensor*, required
  kOptionalTensor,  ///< const aclTensor*, may be absent (nullptr)
  kOutputTensor,    ///< aclTensor*
  kInt64,           ///< int64_t
  kDouble,          ///< double
  kFloat,           ///< float
  kBool,            ///< bool
};

/// A word that a suite may write for an integer attribute, e.g. none = 0.
struct NamedValue {
  std::string name;
  int64_t value;
};

struct Argument {
  std::string name;                  ///< as suites write it: self, pos_weight, reduction, out
  std::string api_name;              ///< as the C signature writes it: posWeightOptional
  ArgumentKind kind;
  std::vector<NamedValue> named_values = {};  ///< integer attributes only
};

using AttributeValue = std::variant<int64_t, double, bool>;
using Attributes = std::map<std::string, AttributeValue>;
using InputLayouts = std::map<std::string, tensor::TensorLayout>;  ///< given tensors only

struct OperatorDescription {
  std::string name;              ///< "aclnnBinaryCrossEntropyWithLogits"; execute symbol
  std::string workspace_symbol;  ///< name + "GetWorkspaceSize"
  std::vector<Argument> arguments;  ///< in the order of the C signature
  /// Layout of each output that a suite leaves out, from the inputs the suite gives. It need not
  /// validate: an invalid call still needs some output tensor to be passed.
  std::map<std::string, tensor::TensorLayout> (*default_outputs)(const InputLayouts&,
                                                                 const Attributes&);
};

const Argument* FindArgument(const OperatorDescription& description, std::string_view name);

/// All registered operators. Adding one means adding its folder and one line in registry.cpp.
const std::vector<const OperatorDescription*>& AllOperators();
/// By API name, with or without the "aclnn" prefix (ATK writes it without).
const OperatorDescription* FindOperator(std::string_view name);
std::vector<std::string> OperatorNames();

}  // namespace touchstone::operators

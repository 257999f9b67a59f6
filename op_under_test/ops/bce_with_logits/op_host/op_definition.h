// The definition of the fused operator SigmoidCrossEntropyWithLogitsV2, as data.
//
// Source: the operator's published prototype, its host-side definition and binary configuration.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "acl/acl_base.h"

namespace npusim::bce_with_logits {

struct OperandDefinition {
  std::string_view name;
  bool required;
};

struct StringAttributeDefinition {
  std::string_view name;
  std::string_view default_value;
  std::vector<std::string_view> values;
  /// The values a kernel exists for; the others are composed of several operators by the aclnn
  /// interface.
  std::vector<std::string_view> tiled_values;
};

struct DtypePair {
  aclDataType input;
  aclDataType output;
};

struct OpDefinition {
  std::string_view op_type;
  std::vector<OperandDefinition> inputs;
  std::vector<OperandDefinition> outputs;
  StringAttributeDefinition reduction;
  std::vector<DtypePair> dtype_pairs;  ///< all inputs have one type
  std::vector<std::string_view> core_configurations;
  bool dynamic_compile_static;
  bool dynamic_rank;
  bool dynamic_shape;
};

const OpDefinition& Definition();

/// True if the definition lists a kernel from `input` to `output`.
bool HasKernelFor(const OpDefinition& definition, aclDataType input, aclDataType output);

/// True if the tiling accepts this value of the attribute.
bool IsTiledReduction(const OpDefinition& definition, std::string_view reduction);

}  // namespace npusim::bce_with_logits

#include "op_under_test/ops/bce_with_logits/op_host/op_definition.h"

#include <algorithm>

namespace npusim::bce_with_logits {

const OpDefinition& Definition() {
  static const OpDefinition definition{
      .op_type = "SigmoidCrossEntropyWithLogitsV2",
      .inputs = {{"predict", true}, {"target", true}, {"weight", false}, {"pos_weight", false}},
      .outputs = {{"loss", true}},
      .reduction = {.name = "reduction",
                    .default_value = "mean",
                    .values = {"none", "mean", "sum"},
                    .tiled_values = {"none"}},
      .dtype_pairs = {{ACL_FLOAT16, ACL_FLOAT16},
                      {ACL_FLOAT16, ACL_FLOAT},
                      {ACL_FLOAT, ACL_FLOAT},
                      {ACL_BF16, ACL_BF16},
                      {ACL_BF16, ACL_FLOAT}},
      .core_configurations = {"ascend950", "ascend350"},
      .dynamic_compile_static = true,
      .dynamic_rank = true,
      .dynamic_shape = true,
  };
  return definition;
}

bool HasKernelFor(const OpDefinition& definition, aclDataType input, aclDataType output) {
  return std::any_of(definition.dtype_pairs.begin(), definition.dtype_pairs.end(),
                     [&](const DtypePair& p) { return p.input == input && p.output == output; });
}

bool IsTiledReduction(const OpDefinition& definition, std::string_view reduction) {
  const auto& tiled = definition.reduction.tiled_values;
  return std::find(tiled.begin(), tiled.end(), reduction) != tiled.end();
}

}  // namespace npusim::bce_with_logits

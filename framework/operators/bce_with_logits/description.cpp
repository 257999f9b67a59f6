#include "framework/operators/bce_with_logits/description.h"

namespace touchstone::operators {
namespace {

using tensor::TensorLayout;

// The output has target's dtype. Without reduction it has self's shape; otherwise the operator's
// page documents shape [1]. An input that the suite leaves out or passes as null is replaced by the
// other one, so that a call that tests an error still has some output tensor.
std::map<std::string, TensorLayout> DefaultOutputs(const InputLayouts& inputs,
                                                   const Attributes& attributes) {
  const auto self = inputs.find("self");
  const auto target = inputs.find("target");
  const auto dtype_source = target != inputs.end() ? target : self;
  const auto shape_source = self != inputs.end() ? self : target;
  const tensor::DType dtype =
      dtype_source != inputs.end() ? dtype_source->second.dtype : tensor::DType::kFp32;

  tensor::Dims shape = {1};
  const auto reduction = attributes.find("reduction");
  const auto* value =
      reduction != attributes.end() ? std::get_if<int64_t>(&reduction->second) : nullptr;
  const bool reduces = value != nullptr && (*value == static_cast<int64_t>(Reduction::kMean) ||
                                            *value == static_cast<int64_t>(Reduction::kSum));
  if (!reduces && shape_source != inputs.end()) shape = shape_source->second.shape;
  return {{"out", tensor::ContiguousLayout(dtype, shape)}};
}

OperatorDescription Describe() {
  const std::vector<NamedValue> reductions = {{"none", static_cast<int64_t>(Reduction::kNone)},
                                              {"mean", static_cast<int64_t>(Reduction::kMean)},
                                              {"sum", static_cast<int64_t>(Reduction::kSum)}};
  return {.name = "aclnnBinaryCrossEntropyWithLogits",
          .workspace_symbol = "aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize",
          .arguments = {{"self", "self", ArgumentKind::kTensor},
                        {"target", "target", ArgumentKind::kTensor},
                        {"weight", "weightOptional", ArgumentKind::kOptionalTensor},
                        {"pos_weight", "posWeightOptional", ArgumentKind::kOptionalTensor},
                        {"reduction", "reduction", ArgumentKind::kInt64, reductions},
                        {"out", "out", ArgumentKind::kOutputTensor}},
          .default_outputs = DefaultOutputs};
}

}  // namespace

const OperatorDescription& BceWithLogitsDescription() {
  static const OperatorDescription description = Describe();
  return description;
}

}  // namespace touchstone::operators

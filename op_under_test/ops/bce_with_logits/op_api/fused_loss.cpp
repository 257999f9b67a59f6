#include "op_under_test/ops/bce_with_logits/op_api/fused_loss.h"

#include "op_under_test/opbase/data_type.h"
#include "op_under_test/opbase/status.h"
#include "op_under_test/ops/bce_with_logits/op_host/op_definition.h"
#include "op_under_test/ops/bce_with_logits/op_host/tiling.h"
#include "op_under_test/ops/bce_with_logits/op_kernel/loss_kernel.h"
#include "op_under_test/ops/bce_with_logits/op_kernel/loss_variants.h"
#include "op_under_test/runtime/config.h"

namespace npusim::bce_with_logits {
namespace {

// What the tiling of the register-based generation asks for on behalf of its kernels.
constexpr int64_t kSystemWorkspaceBytes = 16 << 20;

GraphTensor* FailWith(const std::string& reason) {
  Fail(kInnerNullptr, std::string(Definition().op_type) + ": " + reason);
  return nullptr;
}

}  // namespace

GraphTensor* SigmoidCrossEntropyWithLogitsV2(OpExecutor& executor, GraphTensor* predict,
                                             GraphTensor* target, GraphTensor* weight,
                                             GraphTensor* pos_weight, std::string_view reduction,
                                             aclDataType output_dtype) {
  const Config& config = ActiveConfig();
  const aclDataType input_dtype = predict->desc.dtype;
  if (!HasKernelFor(Definition(), input_dtype, output_dtype)) {
    return FailWith("no kernel from " + std::string(DataTypeName(input_dtype)) + " to " +
                    std::string(DataTypeName(output_dtype)) + ".");
  }
  GraphTensor* loss = executor.NewTensor(predict->desc.view_dims, output_dtype);
  if (loss == nullptr) return nullptr;
  std::vector<GraphTensor*> inputs{predict, target};
  if (weight) inputs.push_back(weight);
  if (pos_weight) inputs.push_back(pos_weight);
  TilingRequest request{predict->desc.view_dims,
                        {},
                        static_cast<int64_t>(DataTypeBytes(input_dtype)),
                        weight != nullptr,
                        pos_weight != nullptr,
                        reduction};
  std::string shapes;
  for (const GraphTensor* input : inputs) {
    request.inputs.push_back(input->desc.view_dims);
    shapes += (shapes.empty() ? "" : ", ") + DimsText(input->desc.view_dims);
  }
  const auto tiling =
      ComputeTiling(request, {config.core_count, int64_t{config.soc->unified_buffer_bytes}});
  if (!tiling) {
    return FailWith("tiling failed for input shapes " + shapes + " and reduction " +
                    std::string(reduction) + ".");
  }
  LossKernel kernel{
      *tiling,
      SelectLossFunction(config.soc->is_reg_base, request.has_weight, request.has_pos_weight),
      input_dtype,
      output_dtype,
      request.has_weight,
      request.has_pos_weight};
  GraphNode node;
  node.op_type = Definition().op_type;
  node.inputs = std::move(inputs);
  node.outputs = {loss};
  if (config.soc->is_reg_base) node.scratch = executor.NewScratch(kSystemWorkspaceBytes);
  node.make_launches = [kernel = std::move(kernel)](const KernelAddresses& addresses) {
    return std::vector<KernelLaunch>{
        MakeLossLaunch(kernel, addresses.inputs, addresses.outputs[0])};
  };
  executor.AddNode(std::move(node));
  return loss;
}

}  // namespace npusim::bce_with_logits

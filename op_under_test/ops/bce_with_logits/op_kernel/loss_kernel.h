// The fused operator's kernel: tiles in, loss out, on every core of the launch.
#pragma once

#include <optional>

#include "aclnn/acl_meta.h"
#include "op_under_test/npu/kernel.h"
#include "op_under_test/ops/bce_with_logits/op_host/tiling.h"
#include "op_under_test/ops/bce_with_logits/op_kernel/loss_tile.h"

namespace npusim::bce_with_logits {

/// What a launch does, apart from addresses.
struct LossKernel {
  Tiling tiling;
  LossFunction compute;
  aclDataType input_dtype;   ///< of all inputs: FLOAT, FLOAT16 or BF16; computed on in fp32
  aclDataType output_dtype;  ///< rounded to nearest even when not FLOAT
  bool has_weight;
  bool has_pos_weight;
};

/// `inputs`: predict, target, then the weights that are present.
KernelLaunch MakeLossLaunch(const LossKernel& kernel, const std::vector<DeviceAddress>& inputs,
                            DeviceAddress output);

}  // namespace npusim::bce_with_logits

// Tile copies of one input of the fused operator.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "aclnn/acl_meta.h"
#include "op_under_test/npu/vector_core.h"
#include "op_under_test/ops/bce_with_logits/op_host/tiling.h"

namespace npusim::bce_with_logits {

/// Brings an operand's elements into the unified buffer as the output's shape sees them, widened to
/// fp32. Broadcast elements are repeated by the copy; they are never materialised in device memory.
/// Two buffers take turns, so the tile loaded last stays valid during one more load.
class OperandLoader {
 public:
  /// `input` is the operand's place in tiling.axes.strides; takes its buffers from the core.
  OperandLoader(VectorCore& core, const Tiling& tiling, size_t input, aclDataType dtype,
                DeviceAddress address);

  std::span<const float> Load(const Tile& tile);

 private:
  void CopyTile(const Tile& tile, std::byte* local);
  void CopyRows(const Tile& tile, std::byte* local);
  void CopyElements(const Tile& tile, std::byte* local);

  VectorCore& core_;
  const Tiling& tiling_;
  const Dims& strides_;
  const bool is_broadcast_;
  const aclDataType dtype_;
  const size_t element_bytes_;
  const DeviceAddress address_;
  std::array<std::span<std::byte>, 2> staging_;
  std::span<float> wide_;  ///< unused for fp32, which is computed on where it was copied to
  size_t turn_ = 0;
};

}  // namespace npusim::bce_with_logits

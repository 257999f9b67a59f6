// Tiles of any element type as fp32: how kernels read and write what they compute on.
#pragma once

#include <cstddef>

#include "aclnn/acl_meta.h"
#include "op_under_test/npu/internal.h"
#include "op_under_test/npu/vector_core.h"

namespace npusim {

/// True for the types WidenTile accepts: FLOAT, FLOAT16, BF16, DOUBLE, BOOL and the whole-byte
/// integers.
NPUSIM_INTERNAL bool CanWiden(aclDataType dtype);

/// Converts `out.size()` elements of `dtype` to fp32: exactly where fp32 can hold them, else to
/// nearest even. FLOAT is copied, bits kept.
NPUSIM_INTERNAL void WidenTile(const VectorCore& core, std::span<float> out, const std::byte* in,
                               aclDataType dtype);

/// Rounds fp32 to nearest even into FLOAT16 or BF16; FLOAT is copied, bits kept.
NPUSIM_INTERNAL void NarrowTile(const VectorCore& core, std::byte* out, std::span<const float> in,
                                aclDataType dtype);

}  // namespace npusim

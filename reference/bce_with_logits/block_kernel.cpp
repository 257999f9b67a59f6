#include "reference/bce_with_logits/block_kernel.h"

#include "reference/isa.h"

namespace touchstone::reference::bce_with_logits::internal {

const BlockKernel* BlockKernelFor(Isa isa) {
  if (!IsSupported(isa)) return nullptr;
#if defined(__x86_64__)
  if (isa == Isa::kAvx2) return &kBlockKernelAvx2;
  if (isa == Isa::kAvx512) return &kBlockKernelAvx512;
#endif
  return &kBlockKernelPortable;
}

const BlockKernel& ChosenBlockKernel() {
  static const BlockKernel* const chosen = BlockKernelFor(ChosenIsa());
  return *chosen;
}

}  // namespace touchstone::reference::bce_with_logits::internal

#include "reference/bce_with_logits/block_kernel_text.h"

namespace touchstone::reference::bce_with_logits::internal {

const BlockKernel kBlockKernelPortable = kKernel;

}  // namespace touchstone::reference::bce_with_logits::internal

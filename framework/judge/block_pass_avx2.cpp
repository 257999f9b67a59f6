#include "framework/judge/block_pass_kernel.h"

namespace touchstone::judge::internal {

void BlockPassAvx2(const BlockPassInput& input, BlockPassResult& result) { Pass(input, result); }

}  // namespace touchstone::judge::internal

#include "framework/judge/block_pass_kernel.h"

namespace touchstone::judge::internal {

void BlockPassAvx512(const BlockPassInput& input, BlockPassResult& result) { Pass(input, result); }

}  // namespace touchstone::judge::internal

#include "framework/data/isa.h"
#include "framework/data/uniform_kernel.h"

namespace touchstone::data {

void UniformPortable(const UniformRange& range, const uint32_t* words, size_t count,
                     float* values) {
#include "framework/data/uniform_loop.inc"
}

UniformKernel BestUniformKernel() {
  return MayUseAvx2() ? UniformAvx2 : UniformPortable;
}

}  // namespace touchstone::data

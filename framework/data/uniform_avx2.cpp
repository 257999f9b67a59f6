#include "framework/data/uniform_kernel.h"

namespace touchstone::data {

void UniformAvx2(const UniformRange& range, const uint32_t* words, size_t count, float* values) {
#include "framework/data/uniform_loop.inc"
}

}  // namespace touchstone::data

// Uniform fp32 numbers from random words in one pass, in a portable and a vector twin of the same
// loop, which give the same bits.
#pragma once

#include <cstddef>
#include <cstdint>

namespace touchstone::data {

/// low + u * width held inside [lowest, highest] and rounded once, u = word * 2^-32.
struct UniformRange {
  double low, width, lowest, highest;
};

using UniformKernel = void (*)(const UniformRange& range, const uint32_t* words, size_t count,
                               float* values);

void UniformPortable(const UniformRange& range, const uint32_t* words, size_t count, float* values);

/// Needs a machine with AVX2.
void UniformAvx2(const UniformRange& range, const uint32_t* words, size_t count, float* values);

/// The fastest one this machine can run.
UniformKernel BestUniformKernel();

}  // namespace touchstone::data

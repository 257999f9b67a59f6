// Uniform fp32 numbers from random words in one pass, in a portable twin and vector twins of the same
// loop, which give the same bits.
#pragma once

#include <cstddef>
#include <cstdint>

namespace touchstone::data {

/// low + u * width held inside [lowest, highest], u = word * 2^-32.
struct UniformRange {
  double low, width, lowest, highest;
};

/// `values`: as fp32; `exact`: not rounded at all.
struct UniformKernel {
  void (*values)(const UniformRange& range, const uint32_t* words, size_t count, float* values);
  void (*exact)(const UniformRange& range, const uint32_t* words, size_t count, double* values);
};

extern const UniformKernel kUniformPortable;
extern const UniformKernel kUniformAvx2;    ///< needs a machine with AVX2
extern const UniformKernel kUniformAvx512;  ///< needs a machine with AVX-512F

/// The fastest one this machine can run.
const UniformKernel& BestUniformKernel();

}  // namespace touchstone::data

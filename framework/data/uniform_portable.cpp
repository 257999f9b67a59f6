#include "framework/data/isa.h"
#include "framework/data/uniform_kernel.h"

namespace touchstone::data {
namespace {
#include "framework/data/uniform_loop.inc"
}  // namespace

constinit const UniformKernel kUniformPortable = {Uniform<float>, Uniform<double>};

const UniformKernel& BestUniformKernel() {
  if (MayUseAvx512()) return kUniformAvx512;
  return MayUseAvx2() ? kUniformAvx2 : kUniformPortable;
}

}  // namespace touchstone::data

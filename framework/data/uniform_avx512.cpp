#include "framework/data/uniform_kernel.h"

namespace touchstone::data {
namespace {
#include "framework/data/uniform_loop.inc"
}  // namespace

constinit const UniformKernel kUniformAvx512 = {Uniform<float>, Uniform<double>};

}  // namespace touchstone::data

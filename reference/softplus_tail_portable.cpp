#include "reference/softplus_tail.h"
#include "reference/softplus_tail_kernel.h"

namespace touchstone::reference::internal {

void SoftplusTailPortable(const float* x, double* decay, double* tail, size_t count) {
  TailOfSpan(x, decay, tail, count);
}

}  // namespace touchstone::reference::internal

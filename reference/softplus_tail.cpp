#include "reference/softplus_tail.h"

#include "reference/isa.h"

namespace touchstone::reference {
namespace internal {

SoftplusTailFunction SoftplusTailFor(Isa isa) {
  if (!IsSupported(isa)) return nullptr;
#if defined(__x86_64__)
  if (isa == Isa::kAvx2) return SoftplusTailAvx2;
  if (isa == Isa::kAvx512) return SoftplusTailAvx512;
#endif
  return SoftplusTailPortable;
}

}  // namespace internal

void SoftplusTail(const float* x, double* decay, double* tail, size_t count) {
  static const internal::SoftplusTailFunction function = internal::SoftplusTailFor(ChosenIsa());
  function(x, decay, tail, count);
}

}  // namespace touchstone::reference

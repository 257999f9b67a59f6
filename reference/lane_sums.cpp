#include "reference/lane_sums.h"

#include "reference/isa.h"

namespace touchstone::reference {

const LaneSumKernel* LaneSumKernelFor(Isa isa) {
  if (!IsSupported(isa)) return nullptr;
#if defined(__x86_64__)
  if (isa == Isa::kAvx2) return &internal::kLaneSumsAvx2;
  if (isa == Isa::kAvx512) return &internal::kLaneSumsAvx512;
#endif
  return &internal::kLaneSumsPortable;
}

const LaneSumKernel& ChosenLaneSumKernel() {
  static const LaneSumKernel* const chosen = LaneSumKernelFor(ChosenIsa());
  return *chosen;
}

}  // namespace touchstone::reference

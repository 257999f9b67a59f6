#include "op_under_test/npu/isa.h"

#include <initializer_list>

namespace npusim {

bool MachineSupports(Isa isa) {
  __builtin_cpu_init();
  switch (isa) {
    case Isa::kPortable:
      return true;
    case Isa::kAvx2:
      return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    case Isa::kAvx512:
      return __builtin_cpu_supports("avx512f");
  }
  return false;
}

Isa BestIsa() {
  for (const Isa isa : {Isa::kAvx512, Isa::kAvx2}) {
    if (MachineSupports(isa)) return isa;
  }
  return Isa::kPortable;
}

}  // namespace npusim

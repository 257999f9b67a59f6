#include "op_under_test/npu/vector_loops_table.h"

namespace npusim {

const VectorLoops& PortableVectorLoops(VectorMode mode) { return LoopsOfThisFile(mode); }

const VectorLoops& VectorLoopsFor(VectorMode mode, Isa isa) {
  switch (isa) {
    case Isa::kAvx512:
      return Avx512VectorLoops(mode);
    case Isa::kAvx2:
      return Avx2VectorLoops(mode);
    case Isa::kPortable:
      break;
  }
  return PortableVectorLoops(mode);
}

}  // namespace npusim

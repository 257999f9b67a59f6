#include "op_under_test/npu/vector_loops_table.h"

namespace npusim {

const VectorLoops& PortableVectorLoops(VectorMode mode) { return LoopsOfThisFile(mode); }

const VectorLoops& VectorLoopsFor(VectorMode mode, Isa isa) {
  // Loops of simple operations are bound by memory: wider registers than AVX2's gain nothing.
  return isa == Isa::kPortable ? PortableVectorLoops(mode) : Avx2VectorLoops(mode);
}

}  // namespace npusim

#include "op_under_test/npu/vector_loops_table.h"

namespace npusim {

const VectorLoops& Avx512VectorLoops(VectorMode mode) { return LoopsOfThisFile(mode); }

}  // namespace npusim

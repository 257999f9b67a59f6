// Instruction sets the vector unit is implemented for.
#pragma once

#include "op_under_test/npu/internal.h"

namespace npusim {

/// Results are the same bits on each. kPortable needs an x86-64-v3 machine's scalar fused
/// multiply-add.
enum class Isa { kPortable, kAvx2, kAvx512 };

/// Whether this machine has the instructions.
NPUSIM_INTERNAL bool MachineSupports(Isa isa);
/// The widest that this machine has.
NPUSIM_INTERNAL Isa BestIsa();

}  // namespace npusim

// Which instruction set the data room may use.
#pragma once

namespace touchstone::data {

/// True when the machine has the instructions and TOUCHSTONE_ISA in the environment does not name a
/// smaller set ("portable", "avx2"). All implementations give the same bits; tests force the plain
/// ones with it.
bool MayUseAvx2();
bool MayUseAvx512();

}  // namespace touchstone::data

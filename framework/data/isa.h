// Which instruction set the data room may use.
#pragma once

namespace touchstone::data {

/// True when the machine has AVX2 and TOUCHSTONE_ISA in the environment does not say "portable". All
/// implementations give the same bits; tests force the plain ones with it.
bool MayUseAvx2();

}  // namespace touchstone::data

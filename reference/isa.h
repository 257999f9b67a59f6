// Which instruction set the vector kernels of the reference use.
#pragma once

#include <string>
#include <string_view>

namespace touchstone::reference {

enum class Isa { kPortable, kAvx2, kAvx512 };
inline constexpr Isa kBestFirst[] = {Isa::kAvx512, Isa::kAvx2, Isa::kPortable};

/// "portable", "avx2", "avx512".
std::string_view Name(Isa isa);
/// Whether this machine runs the kernels built for it.
bool IsSupported(Isa isa);

/// TOUCHSTONE_ISA in the environment, where it names one that the machine runs, otherwise the best
/// that it runs; read once. All give the same bits. Thread-safe.
Isa ChosenIsa();

/// Empty where TOUCHSTONE_ISA is unset or can be obeyed; otherwise one line that says what is wrong
/// with it and what can be chosen. Programs refuse to start on it. Thread-safe.
std::string ValidateIsa();

}  // namespace touchstone::reference

// The tail of softplus, tau(a) = log(1 + e^-a) for a >= 0, in float64 with a certified error.
#pragma once

#include <cstddef>

namespace touchstone::reference {

enum class Isa;

/// For each i: decay[i] = e^-a and tail[i] = log(1 + e^-a) with a = |x[i]|, x[i] finite.
///
/// Error, for every fp32 |x| <= kLargestArgument: relative error of tail at most kTailRelativeError
/// (derivation in softplus_tail.md, certified by enumeration in softplus_tail_full_test.cpp), of
/// decay at most kDecayRelativeError. Beyond kLargestArgument both are the values at
/// kLargestArgument, which are upper bounds. The same bits on every instruction set and for any
/// split into calls. Runs on ChosenIsa(). Thread-safe.
void SoftplusTail(const float* x, double* decay, double* tail, size_t count);

inline constexpr double kLargestArgument = 300.0;
inline constexpr double kTailRelativeError = 6.0 * 0x1p-53;
inline constexpr double kDecayRelativeError = 3.0 * 0x1p-53;

namespace internal {
using SoftplusTailFunction = void (*)(const float*, double*, double*, size_t);
void SoftplusTailPortable(const float* x, double* decay, double* tail, size_t count);
#if defined(__x86_64__)
void SoftplusTailAvx2(const float* x, double* decay, double* tail, size_t count);
void SoftplusTailAvx512(const float* x, double* decay, double* tail, size_t count);
#endif
/// Null where this machine cannot run it.
SoftplusTailFunction SoftplusTailFor(Isa isa);
}  // namespace internal

}  // namespace touchstone::reference

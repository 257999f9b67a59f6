// Rounding of multi-precision values to the output formats.
#pragma once

#include <mpfr.h>

#include <cstdint>

#include "reference/float_format.h"

namespace touchstone::reference {

/// `value`, or a number infinitesimally above (tail > 0) or below (tail < 0) it, rounded once to
/// nearest even. With tail 0 a zero gives +0; otherwise the sign of a zero result is the number's.
/// Overflow gives infinity, NaN the canonical NaN. `value` may have any precision. Thread-safe.
uint32_t RoundToBits(const FloatFormat& format, mpfr_srcptr value, int tail);

/// The largest double that is not above, and the smallest that is not below `value`.
double RoundDown(mpfr_srcptr value);
double RoundUp(mpfr_srcptr value);

}  // namespace touchstone::reference

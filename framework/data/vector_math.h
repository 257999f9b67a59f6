// Logarithm, exponential, sine and cosine with the same bits on every machine: SLEEF's finz
// functions (at most 1.0 ULP), which compute with fused multiply-add in one fixed order whatever
// the width of the vectors is.
#pragma once

#include <cstddef>

namespace touchstone::data {

/// Four doubles at a time, or one at a time; both give the same bits. Arguments and results may be
/// the same array. All need a machine with fused multiply-add (x86-64-v3).
struct VectorMath {
  void (*log)(const double* x, double* result, size_t count);
  void (*exp)(const double* x, double* result, size_t count);
  void (*sincos)(const double* x, double* sine, double* cosine, size_t count);
};

extern const VectorMath kVectorMathScalar;
extern const VectorMath kVectorMathAvx2;

/// The fastest one this machine can run.
const VectorMath& BestVectorMath();

}  // namespace touchstone::data

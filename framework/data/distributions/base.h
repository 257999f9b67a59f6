// Generators that several distributions are built from.
#pragma once

#include <memory>

#include "framework/data/generator.h"
#include "framework/data/value_range.h"

namespace touchstone::data {

/// low + u * (high - low), held inside [low, high]; integer types: every integer of the range with
/// equal probability. The bounds must be ones that CheckBounds accepts.
std::unique_ptr<Generator> MakeUniform(tensor::DType dtype, double low, double high,
                                       const StreamKey& key);

/// mean + stddev * z with z normal; integer types: rounded, held inside the type's range.
std::unique_ptr<Generator> MakeNormal(tensor::DType dtype, double mean, double stddev,
                                      const StreamKey& key);

/// No normal deviate is larger: z = sqrt(-2 log u) with u >= 2^-53 is at most sqrt(106 ln 2)
/// < 8.58.
inline constexpr double kLargestDeviate = 8.58;

/// Finite mean, finite stddev >= 0, and (float types) no element that could overflow when it is
/// multiplied by `factor`.
void CheckNormal(const DataSpec& spec, tensor::DType dtype, double mean, double stddev,
                 double factor, Errors& errors);

}  // namespace touchstone::data

// Patterns and constants as the bytes of a tensor.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "framework/sweep/patterns.h"

namespace touchstone::sweep {

/// Patterns first, first + 1, ... as elements; `bytes` holds a whole number of them.
void FillPatterns(const Patterns& patterns, uint64_t first, std::span<std::byte> bytes);

/// The same pattern in every element of `element_bytes` (2 or 4).
void FillConstant(uint32_t bits, size_t element_bytes, std::span<std::byte> bytes);

}  // namespace touchstone::sweep

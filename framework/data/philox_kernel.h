// Bulk Philox4x32-10: the portable loop and its vector twins, which give the same words.
#pragma once

#include <cstddef>
#include <cstdint>

namespace touchstone::data {

/// Writes `blocks` blocks of four words for the counters {first_block, first_block + 1, ...}, each
/// with `purpose` as third counter word and 0 as fourth.
using PhiloxKernel = void (*)(uint64_t key, uint32_t purpose, uint64_t first_block, size_t blocks,
                              uint32_t* words);

void PhiloxPortable(uint64_t key, uint32_t purpose, uint64_t first_block, size_t blocks,
                    uint32_t* words);

/// Needs a machine with AVX2.
void PhiloxAvx2(uint64_t key, uint32_t purpose, uint64_t first_block, size_t blocks,
                uint32_t* words);

/// Needs a machine with AVX-512F.
void PhiloxAvx512(uint64_t key, uint32_t purpose, uint64_t first_block, size_t blocks,
                  uint32_t* words);

/// The fastest one this machine can run.
PhiloxKernel BestPhiloxKernel();

}  // namespace touchstone::data

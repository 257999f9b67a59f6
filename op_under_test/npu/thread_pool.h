// How many host threads run the blocks of a launch, and in which order the blocks are taken.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "op_under_test/npu/internal.h"

namespace npusim {

/// Calls job(i) once for each i in [0, count) on up to `thread_count` threads; returns when all
/// have returned. Jobs must not throw. On oneTBB, or on std::thread when built with the thread
/// sanitizer, which cannot see into Debian's oneTBB.
NPUSIM_INTERNAL void ParallelFor(uint32_t count, int thread_count,
                                 const std::function<void(uint32_t)>& job);

/// 0, 1, ..., count - 1, permuted by the seed when there is one.
NPUSIM_INTERNAL std::vector<uint32_t> BlockOrder(uint32_t count, std::optional<uint64_t> seed);

/// How long each of `count` cores dawdles before its block, in turns of the processor given away:
/// none for most, 10 or 30 for some, as the seed has it; nothing without a seed.
NPUSIM_INTERNAL std::vector<uint32_t> CoreDelays(uint32_t count, std::optional<uint64_t> seed);

}  // namespace npusim

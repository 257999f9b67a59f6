// How much host memory a run may use, and how much a case will.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "framework/diagnostics/error.h"
#include "framework/suite/case.h"

namespace touchstone::run {

/// The part of the available memory that a run takes unless it is told otherwise: the rest is for
/// the reports, the page cache and whatever else the machine does.
inline constexpr double kDefaultBudgetShare = 0.8;

/// Bytes that programs can still get: what the kernel holds available, but not more than the limit
/// of this process's control group.
uint64_t AvailableMemory();

/// An estimate from above of the memory that the processes of one case use at their peak on the
/// simulated device, in bytes: storages on the host and on the device, the first run's output, and
/// a workspace in which every input that is not dense is copied, every input of another type than
/// fp32 is widened, and a result that is not returned as it is computed is kept in fp32. The
/// largest number where the sum overflows; little more than nothing for a layout that cannot be
/// stored.
uint64_t MemoryNeed(const suite::Case& source);

/// "1536", "64KiB", "1.5 GiB" (KiB, MiB, GiB, TiB; powers of 1024). Error (usage): anything else,
/// less than 1 byte, or more than 2^62.
Result<uint64_t> ParseBytes(std::string_view text);

/// "1.5 GiB": three digits at most, rounded up; "12 bytes".
std::string BytesText(uint64_t bytes);

}  // namespace touchstone::run

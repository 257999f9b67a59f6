// Limits that suites and command lines share.
#pragma once

#include <cstdint>

namespace touchstone::suite {

/// The largest `repeat`, of a case and of a run.
inline constexpr int64_t kMaxRepeat = 100'000;

}  // namespace touchstone::suite

// Sums of intervals in eight lanes: a step below exact sums, at the speed of memory.
//
// Element i of a tile goes to lane i mod 8, whatever the instruction set, so a tile's sums are the
// same bits on every machine.
#pragma once

#include <cstddef>

namespace touchstone::reference {

enum class Isa;

/// Running sums over one tile of intervals [lower, upper] and of as many bounds. For up to
/// kLargestTile elements, u = 2^-53: the lanes of `sum` and `error` together are the sum of the
/// lower ends to within 2^-86 of the sum of their magnitudes, since `error` collects what each
/// addition rounds off (TwoSum; Knuth 1969, Dekker 1971: off by 512 u of the sum of 512 errors of
/// at most u of a partial sum). The lanes of magnitude, width and bound are plain sums, of |lower|,
/// upper - lower and the bounds: off by at most 2^-43 relative, their own addition included.
struct LaneSums {
  static constexpr size_t kLanes = 8;
  alignas(64) double sum[kLanes] = {};
  alignas(64) double error[kLanes] = {};
  alignas(64) double magnitude[kLanes] = {};  ///< left at 0 by AddPositive
  alignas(64) double width[kLanes] = {};
  alignas(64) double bound[kLanes] = {};
  bool has_negative = false;  ///< some lower end is
  bool has_positive = false;  ///< some upper end is
};

struct LaneSumKernel {
  static constexpr size_t kLargestTile = 4096;
  /// Intervals with finite ends of any sign. `count` is a multiple of 8 but in the last call.
  void (*add)(const double* lower, const double* upper, size_t count, LaneSums& sums);
  /// The same where no end is negative.
  void (*add_positive)(const double* lower, const double* upper, size_t count, LaneSums& sums);
  void (*add_bounds)(const double* bounds, size_t count, LaneSums& sums);
};

/// Null where this machine cannot run it.
const LaneSumKernel* LaneSumKernelFor(Isa isa);
/// That of ChosenIsa().
const LaneSumKernel& ChosenLaneSumKernel();

namespace internal {
extern const LaneSumKernel kLaneSumsPortable;
#if defined(__x86_64__)
extern const LaneSumKernel kLaneSumsAvx2;
extern const LaneSumKernel kLaneSumsAvx512;
#endif
}  // namespace internal

}  // namespace touchstone::reference

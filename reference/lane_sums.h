// Sums of enclosures and bounds in units of a grid (grid_sum.h), at the speed of memory. All are
// sums of integers: the same on every instruction set, in any order.
#pragma once

#include <cstddef>
#include <cstdint>

namespace touchstone::reference {

enum class Isa;

/// Units of 2^e and, of what those leave, of 2^(e - 50), for the exponent e that was given; void
/// where the largest magnitude needs a larger one.
struct UnitSums {
  int64_t coarse = 0, fine = 0;
};

struct EndSums {
  UnitSums lower, upper;
  UnitSums magnitude;     ///< of |lower|; left at 0 by add_positive, where it is that of `lower`
  int largest_field = 0;  ///< exponent field of the largest magnitude of an end; 2047: not finite
  bool has_negative = false;  ///< some lower end is
  bool has_positive = false;  ///< some upper end is
};

struct BoundSums {
  UnitSums sum;
  int largest_field = 0;  ///< 2047: some bound is infinite
};

struct LaneSumKernel {
  static constexpr size_t kLargestRun = 4096;
  /// Intervals with ends of any sign, up to kLargestRun of them.
  EndSums (*add)(const double* lower, const double* upper, size_t count, int exponent);
  /// The same where no end is negative.
  EndSums (*add_positive)(const double* lower, const double* upper, size_t count, int exponent);
  /// Numbers of 0 or more, infinite ones included.
  BoundSums (*add_bounds)(const double* bounds, size_t count, int exponent);
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

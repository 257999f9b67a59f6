// Certified sums and means of losses, and what a device may make of them.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include "reference/bce_with_logits/ladder.h"
#include "reference/bce_with_logits/rounding_bound.h"
#include "reference/bce_with_logits/stated_arithmetic.h"
#include "reference/float_format.h"

namespace touchstone::reference::bce_with_logits {

/// Elements by number, read in runs; so that no tensor need be widened or broadcast as a whole.
class ElementSource {
 public:
  virtual ~ElementSource() = default;
  virtual uint64_t size() const = 0;
  virtual bool has_weight() const = 0;
  virtual bool has_pos_weight() const = 0;
  /// Fills spans of one length with elements from `first` on; those of absent inputs are empty.
  /// Called from several threads.
  virtual void Read(uint64_t first, std::span<float> self, std::span<float> target,
                    std::span<float> weight, std::span<float> pos_weight) const = 0;
  /// The same elements where they lie in memory as they are, or nothing. Thread-safe.
  virtual std::optional<LossArguments> View(uint64_t /*first*/, size_t /*count*/) const {
    return std::nullopt;
  }
};

enum class ReductionKind : uint8_t { kSum, kMean };

struct ReductionOptions {
  ReductionKind kind = ReductionKind::kSum;
  FloatFormat format = kFp32;  ///< of the output
  StatedArithmetic arithmetic;
  SummationOrder summation;
  bool wants_benchmark = true;
};

struct ReductionResult {
  /// Enclosure, correct rounding. Empty: sum 0, mean NaN. Elements whose limit is infinite
  /// (limit.h) make the result infinite, of both signs or without a limit they make it NaN. The
  /// rounding of more than kLargestCertifiedSum elements may stay undecided.
  Certified value;
  double absolute_sum_lower = 0;  ///< bounds of the sum of |l|; 0 with special elements
  double absolute_sum_upper = 0;
  double condition_number = 0;  ///< sum |l| / |sum l|; infinite where sum l may be 0
  ValueClass stated_class = ValueClass::kFinite;  ///< stated order, fp32, then the output format
  /// Same-precision result, as the value of its output pattern; NaN where it was not wanted.
  double benchmark = std::numeric_limits<double>::quiet_NaN();
  double rounding_bound = 0;  ///< ReductionBound in the options' order
  double serial_bound = 0;    ///< ReductionBound of one running sum
  /// Where the bound does not apply but the stated order still yields a number: that number and how
  /// far an honest chip may be from it, before the last rounding (stated_range.h). NaN elsewhere.
  double stated_value = std::numeric_limits<double>::quiet_NaN();
  double stated_bound = 0;
  double stated_serial_bound = 0;  ///< stated_bound of one running sum; infinite: no bound applies
  bool climbed = false;  ///< float64 enclosures did not suffice
};

/// Runs on oneTBB. Neither the order of the elements nor the number of threads changes a bit of the
/// value, its enclosure, the magnitudes and the bounds; the benchmark, and the class where a partial
/// sum may overflow, are those of one order.
ReductionResult ReduceLoss(const ElementSource& source, const ReductionOptions& options);

}  // namespace touchstone::reference::bce_with_logits

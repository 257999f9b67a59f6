// Which classes an element may have, decided before any arithmetic on it.
#pragma once

#include "framework/judge/block.h"
#include "framework/judge/judge.h"

namespace touchstone::judge {

/// The format, policy and chip that decide what class is right. Immutable and thread-safe.
class ClassPolicy {
 public:
  ClassPolicy(const tensor::FloatFormat& format, SpecialValues special_values,
              const soc::SocInfo* soc);

  /// Classes of all values that the enclosure [lower, upper] can round to. Empty for an enclosure
  /// that is none (lower > upper, or only one end NaN).
  ClassSet LimitClasses(double lower, double upper) const;

  /// The class of the bits is one of these, an infinity as the chip writes it.
  bool FitsLimit(uint32_t actual_bits, double lower, double upper) const {
    return Fits(actual_bits, LimitClasses(lower, upper));
  }

  /// What the policy admits for an element.
  ClassSet Expected(double lower, double upper, tensor::ElementClass stated) const;

  enum class Decision {
    kCompare,  ///< finite, as expected, with a finite enclosure to compare with
    kMismatch,
    kMatch,  ///< right by its class alone
    kOpen,   ///< the reference leaves the class or the value open
  };
  Decision Decide(uint32_t actual_bits, double lower, double upper,
                  tensor::ElementClass stated) const;

  /// A zero where the exact value lies below the smallest normal number of a chip that flushes.
  bool IsFlushed(uint32_t actual_bits, double lower, double upper) const;

  /// The bit pattern that stands for a non-finite class on this chip: on a saturating one the
  /// largest finite number in place of an infinity.
  uint32_t Pattern(tensor::ElementClass element_class) const;

  const tensor::FloatFormat& format() const { return format_; }
  SpecialValues special_values() const { return special_values_; }
  /// The chip has no infinities.
  bool saturates() const { return saturates_; }
  double largest_finite() const { return largest_finite_; }
  /// Magnitudes that overflow when rounded: at least the largest finite number plus half an ulp.
  double overflow_threshold() const { return overflow_threshold_; }
  /// Below this magnitude a zero result is the chip's flushing of subnormals; 0: it keeps them.
  double flush_threshold() const { return flush_threshold_; }

 private:
  bool Fits(uint32_t actual_bits, ClassSet expected) const;

  const tensor::FloatFormat& format_;
  SpecialValues special_values_;
  bool saturates_;
  double largest_finite_;
  double overflow_threshold_;
  double flush_threshold_;
};

/// "finite", "+inf or NaN", ...
std::string Describe(ClassSet classes);

}  // namespace touchstone::judge

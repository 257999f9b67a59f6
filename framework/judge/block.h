// A short run of output elements, classified, with everything the metrics and rules are made from.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "framework/judge/expected.h"
#include "framework/tensor/float_format.h"

namespace touchstone::judge {

inline constexpr size_t kBlockSize = 256;

/// A set of element classes.
struct ClassSet {
  uint8_t mask = 0;

  void Insert(tensor::ElementClass element_class) {
    mask = static_cast<uint8_t>(mask | 1u << static_cast<unsigned>(element_class));
  }
  bool Has(tensor::ElementClass element_class) const {
    return (mask >> static_cast<unsigned>(element_class) & 1u) != 0;
  }
  int size() const { return __builtin_popcount(mask); }
};

/// Why an element takes no part in arithmetic.
enum class SpecialKind : uint8_t {
  kUnwritten,
  kClassMismatch,
  kClassMatch,  ///< infinite or NaN as expected, or saturated or flushed as the SoC does
  kOpen,        ///< the reference leaves the class, or the value to compare with, open
};

struct SpecialElement {
  uint64_t index;
  SpecialKind kind;
  ClassSet expected;
  uint32_t actual_bits;
  double lower, upper;
  double bound;
  double serial_bound;
  double benchmark;
};

/// Arrays of `count` comparable elements: written, finite where a finite value is expected, with a
/// finite enclosure. All other elements of the run are in `specials`.
struct Block {
  size_t count = 0;
  uint64_t first_index = 0;  ///< row-major number of the run's first element
  const uint16_t* offsets =
      nullptr;  ///< place of each comparable element in the run; null: all of it
  const uint32_t* bits = nullptr;
  const double* lower = nullptr;
  const double* upper = nullptr;
  const uint32_t* rounded_bits = nullptr;
  const uint8_t* decided = nullptr;
  const double* benchmark = nullptr;
  const double* bound = nullptr;
  const double* serial_bound = nullptr;

  // Derived. The exact value lies within middle +- radius.
  std::array<double, kBlockSize> actual;
  std::array<double, kBlockSize> middle;
  std::array<double, kBlockSize> radius;
  std::array<double, kBlockSize> error;      ///< |actual - middle|
  std::array<double, kBlockSize> ulp;        ///< ulp(middle) in the output format
  std::array<double, kBlockSize> error_ulp;  ///< (actual - middle) / ulp, signed
  std::array<double, kBlockSize> error_ulp_magnitude;
  double max_error_ulp = 0;

  std::vector<SpecialElement> specials;

  uint64_t IndexOf(size_t i) const { return first_index + (offsets == nullptr ? i : offsets[i]); }
};

}  // namespace touchstone::judge

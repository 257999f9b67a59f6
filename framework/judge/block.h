// A short run of output elements, classified, with everything the metrics and rules are made from.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "framework/judge/block_pass.h"
#include "framework/judge/expected.h"
#include "framework/tensor/float_format.h"

namespace touchstone::judge {

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

/// What only some rules, and only some blocks, are looked at for.
struct ErrorArrays {
  std::array<double, kBlockSize> actual;
  std::array<double, kBlockSize> radius;     ///< the exact value lies within exact +- radius
  std::array<double, kBlockSize> error;      ///< |actual - exact|
  std::array<double, kBlockSize> ulp;        ///< ulp(exact) in the output format
  std::array<double, kBlockSize> error_ulp;  ///< error / ulp
};

/// Arrays of `count` comparable elements: written, finite where a finite value is expected, with a
/// finite enclosure. All other elements of the run are in `specials`.
struct Block {
  size_t count = 0;
  uint64_t first_index = 0;  ///< row-major number of the run's first element
  const uint16_t* offsets =
      nullptr;  ///< place of each comparable element in the run; null: all of it
  const tensor::FloatFormat* format = nullptr;
  const uint32_t* bits = nullptr;
  const double* lower = nullptr;
  const double* upper = nullptr;
  const uint32_t* rounded_bits = nullptr;
  const uint8_t* decided = nullptr;
  bool all_decided = false;  ///< certain only if true
  const double* benchmark = nullptr;
  const double* bound = nullptr;
  const double* serial_bound = nullptr;
  BlockPassResult pass;  ///< with the middle of each enclosure
  std::vector<SpecialElement> specials;

  uint64_t IndexOf(size_t i) const { return first_index + (offsets == nullptr ? i : offsets[i]); }
  /// Made when first asked for. Not thread-safe.
  const ErrorArrays& errors() const {
    if (!has_errors) DeriveErrors();
    return error_arrays;
  }
  void DeriveErrors() const;

  mutable bool has_errors = false;
  mutable ErrorArrays error_arrays;
};

/// Values of finite bit patterns.
void DecodeFinite(const tensor::FloatFormat& format, const uint32_t* bits, size_t count,
                  double* values);

}  // namespace touchstone::judge

// What the places and values of bad elements have in common: a hint at the cause.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "framework/tensor/float_format.h"
#include "framework/tensor/layout.h"

namespace touchstone::judge {

/// Collects the bad elements of one output; mergeable in any order with the same result.
class BadElements {
 public:
  enum class Kind : uint8_t { kValue, kClass, kUnwritten };

  void Add(uint64_t index, Kind kind, uint32_t actual_bits, uint32_t expected_bits);
  void Merge(const BadElements& other);
  uint64_t count() const { return count_; }

  /// "104 bad elements, 896 to 999: the tail of the output; all are 0". "" for fewer than three:
  /// they make no pattern. `core_count` 0: unknown.
  std::string Describe(const tensor::Dims& shape, int core_count,
                       const tensor::FloatFormat& format) const;

 private:
  struct Sample {
    uint64_t index;
    Kind kind;
    uint32_t actual_bits, expected_bits;
  };
  static constexpr uint64_t kFewest = 3;
  static constexpr uint64_t kFewestOfPeriod = 16;
  static constexpr size_t kSamples = 32;  ///< of the lowest indices

  std::string Places(const tensor::Dims& shape, uint64_t elements, int core_count) const;
  std::string Periods(uint64_t elements) const;
  std::string Values(const tensor::FloatFormat& format) const;

  uint64_t count_ = 0, unwritten_ = 0, wrong_class_ = 0;
  uint64_t first_ = 0, last_ = 0;
  uint64_t step_ = 0;  ///< greatest common divisor of all distances
  uint64_t bits_in_all_ = ~uint64_t{0}, bits_in_any_ = 0;  ///< of the indices
  std::vector<Sample> samples_;
};

}  // namespace touchstone::judge

// Proven answers to "is this element within its tolerance", whatever the exact value turns out to
// be.
#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "framework/judge/block.h"
#include "framework/judge/broken_list.h"
#include "framework/judge/element_math.h"

namespace touchstone::judge {

/// Which expectation an element is compared with.
enum class Golden {
  kExact,    ///< the enclosure of the exact value
  kRounded,  ///< the exact value rounded once to the output format
};

struct Enclosure {
  double lower, upper;
};
/// What element `i` is compared with. A rounding that the reference left open gives both ends.
Enclosure GoldenOf(const Block& block, size_t i, Golden golden, const tensor::FloatFormat& format);

enum class Outcome : uint8_t {
  kWithin,  ///< for every value of the enclosure
  kBeyond,  ///< for every value of the enclosure
  kOpen,    ///< depends on where in the enclosure the exact value lies
};

inline constexpr uint64_t kNoElement = std::numeric_limits<uint64_t>::max();

/// How many elements a tolerance admits; mergeable in any order.
struct ToleranceCounts {
  uint64_t within = 0;
  uint64_t beyond = 0;
  uint64_t open = 0;
  uint64_t first_beyond = kNoElement;
  uint64_t first_open = kNoElement;
  BrokenList broken;  ///< the worst of those beyond

  void Count(Outcome outcome, uint64_t index);
  void Merge(const ToleranceCounts& other);
};

/// |actual - golden| <= absolute + relative |golden|; `strict`: < in place of <=.
struct LinearTolerance {
  double absolute = 0;
  double relative = 0;
  bool strict = false;

  Outcome Check(double actual, Enclosure golden) const;
  void CountBlock(const Block& block, Golden golden, const tensor::FloatFormat& format,
                  ToleranceCounts& counts) const;
};

/// |actual - golden| <= max_ulp * ulp(golden) in the output format.
struct UlpTolerance {
  double max_ulp = 0;

  Outcome Check(double actual, Enclosure golden, const UlpScale& scale) const;
  void CountBlock(const Block& block, const UlpScale& scale, const tensor::FloatFormat& format,
                  ToleranceCounts& counts) const;
};

}  // namespace touchstone::judge

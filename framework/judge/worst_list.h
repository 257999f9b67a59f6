// The elements that went furthest wrong, kept in an order that does not depend on how they came.
#pragma once

#include <vector>

#include "framework/judge/block.h"
#include "framework/judge/broken_list.h"
#include "framework/judge/element_classes.h"
#include "framework/judge/verdict.h"
#include "framework/tensor/layout.h"

namespace touchstone::judge {

/// Unwritten elements and class mismatches first, then by error in ulp, ties by index. Elements
/// without any error are not listed.
class WorstList {
 public:
  WorstList(const ClassPolicy& policy, size_t capacity) : policy_(policy), capacity_(capacity) {}

  void Add(const Block& block);
  void Merge(const WorstList& other);
  WorstElement Describe(const BrokenElement& broken, const tensor::Dims& shape) const;
  std::vector<WorstElement> Finish(const tensor::Dims& shape) const;

 private:
  struct Candidate {
    bool special;      ///< described by its class, not by its error
    double error_ulp;  ///< magnitude; 0 for specials
    uint64_t index;
    SpecialKind kind;
    ClassSet expected;
    uint32_t actual_bits;
    uint32_t expected_bits;
    double exact;  ///< middle of the enclosure
    double bound;  ///< the rounding bound
  };

  static bool Before(const Candidate& a, const Candidate& b);
  void Insert(const Candidate& candidate);
  Candidate FromSpecial(const SpecialElement& element) const;
  WorstElement Describe(const Candidate& candidate, const tensor::Dims& shape) const;

  const ClassPolicy& policy_;
  size_t capacity_;
  std::vector<Candidate> candidates_;  // sorted, at most capacity_
};

}  // namespace touchstone::judge

#include "framework/judge/worst_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "framework/judge/relative_error.h"
#include "framework/judge/verdict_text.h"

namespace touchstone::judge {

namespace {

// To four digits: nobody reads more of a bound.
double RoundedUp(double bound) {
  double factor = 1000;
  while (factor > 1 && bound * factor >= 10000) factor /= 10;
  return std::ceil(bound * factor) / factor;
}

}  // namespace

bool WorstList::Before(const Candidate& a, const Candidate& b) {
  if (a.special != b.special) return a.special;
  if (a.error_ulp != b.error_ulp) return a.error_ulp > b.error_ulp;
  return a.index < b.index;
}

void WorstList::Insert(const Candidate& candidate) {
  if (candidates_.size() == capacity_) {
    if (capacity_ == 0 || !Before(candidate, candidates_.back())) return;
    candidates_.pop_back();
  }
  candidates_.insert(std::upper_bound(candidates_.begin(), candidates_.end(), candidate, Before),
                     candidate);
}

WorstList::Candidate WorstList::FromSpecial(const SpecialElement& element) const {
  uint32_t expected_bits = 0;
  const double exact = element.lower + 0.5 * (element.upper - element.lower);
  if (element.expected.Has(tensor::ElementClass::kFinite) && !std::isnan(exact)) {
    expected_bits = tensor::Round(policy_.format(), exact);
  } else {
    for (const tensor::ElementClass element_class :
         {tensor::ElementClass::kNan, tensor::ElementClass::kNegativeInfinity,
          tensor::ElementClass::kPositiveInfinity}) {
      if (element.expected.Has(element_class)) expected_bits = policy_.Pattern(element_class);
    }
  }
  return {true,
          0,
          element.index,
          element.kind,
          element.expected,
          element.actual_bits,
          expected_bits,
          std::isnan(exact) ? element.lower : exact,
          element.bound};
}

void WorstList::Add(const Block& block) {
  for (const SpecialElement& element : block.specials) {
    if (element.kind != SpecialKind::kClassMatch) Insert(FromSpecial(element));
  }
  const double largest = block.pass.max_error_ulp;
  if (largest == 0 || capacity_ == 0) return;
  if (candidates_.size() == capacity_) {
    const Candidate& last = candidates_.back();
    if (last.special || largest < last.error_ulp) return;
    if (largest == last.error_ulp && block.first_index > last.index) return;  // ties go by index
  }
  const ErrorArrays& errors = block.errors();
  for (size_t i = 0; i < block.count; ++i) {
    const double error_ulp = errors.error_ulp[i];
    if (error_ulp == 0) continue;
    if (candidates_.size() == capacity_ && error_ulp < candidates_.back().error_ulp) continue;
    const uint32_t expected_bits = block.decided[i] != 0
                                       ? block.rounded_bits[i]
                                       : tensor::Round(policy_.format(), block.pass.exact[i]);
    Insert({false,
            error_ulp,
            block.IndexOf(i),
            SpecialKind::kOpen,
            {},
            block.bits[i],
            expected_bits,
            block.pass.exact[i],
            block.bound[i]});
  }
}

void WorstList::Merge(const WorstList& other) {
  for (const Candidate& candidate : other.candidates_) Insert(candidate);
}

WorstElement WorstList::Describe(const Candidate& candidate, const tensor::Dims& shape) const {
  const tensor::FloatFormat& format = policy_.format();
  WorstElement element;
  element.index = candidate.index;
  element.coordinates = Coordinates(candidate.index, shape);
  element.actual_bits = candidate.actual_bits;
  element.expected_bits = candidate.expected_bits;
  element.actual = tensor::Decode(format, candidate.actual_bits);
  element.expected = candidate.exact;
  element.bound_ulp = std::numeric_limits<double>::infinity();
  if (!candidate.special || (std::isfinite(element.actual) && std::isfinite(candidate.exact))) {
    element.absolute_error = std::fabs(element.actual - candidate.exact);
    element.relative_error =
        element.absolute_error / (std::fabs(candidate.exact) + kRelativeErrorOffset);
    const double ulp = tensor::Ulp(format, candidate.exact);
    element.error_ulp = element.absolute_error / ulp;
    element.bound_ulp = RoundedUp(candidate.bound / ulp + 0.5);
  }
  if (!candidate.special) return element;
  switch (candidate.kind) {
    case SpecialKind::kUnwritten:
      element.note = "unwritten";
      break;
    case SpecialKind::kClassMismatch: {
      ClassSet actual;
      actual.Insert(tensor::ClassOf(format, candidate.actual_bits));
      element.note = fmt::format("class: expected {}, got {}", judge::Describe(candidate.expected),
                                 judge::Describe(actual));
      break;
    }
    case SpecialKind::kOpen:
      element.note = "the reference leaves class or value open";
      break;
    case SpecialKind::kClassMatch:
      break;
  }
  return element;
}

WorstElement WorstList::Describe(const BrokenElement& broken, const tensor::Dims& shape) const {
  return Describe(Candidate{false,
                            0,
                            broken.index,
                            SpecialKind::kOpen,
                            {},
                            broken.actual_bits,
                            broken.expected_bits,
                            broken.exact,
                            broken.bound},
                  shape);
}

std::vector<WorstElement> WorstList::Finish(const tensor::Dims& shape) const {
  std::vector<WorstElement> elements;
  for (const Candidate& candidate : candidates_) elements.push_back(Describe(candidate, shape));
  return elements;
}

}  // namespace touchstone::judge

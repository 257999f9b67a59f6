#include "framework/judge/broken_list.h"

#include <algorithm>

namespace touchstone::judge {

void BrokenList::Add(const BrokenElement& element) {
  const auto before = [](const BrokenElement& a, const BrokenElement& b) {
    return a.measure != b.measure ? a.measure > b.measure : a.index < b.index;
  };
  if (elements_.size() == kCapacity) {
    if (!before(element, elements_.back())) return;
    elements_.pop_back();
  }
  elements_.insert(std::upper_bound(elements_.begin(), elements_.end(), element, before), element);
}

void BrokenList::Merge(const BrokenList& other) {
  for (const BrokenElement& element : other.elements_) Add(element);
}

BrokenElement BrokenAt(const Block& block, size_t i, double measure,
                       const tensor::FloatFormat& format) {
  const uint32_t expected =
      block.decided[i] != 0 ? block.rounded_bits[i] : tensor::Round(format, block.pass.exact[i]);
  return {measure,  block.IndexOf(i),      block.bits[i],
          expected, block.pass.exact[i], block.bound[i]};
}

}  // namespace touchstone::judge

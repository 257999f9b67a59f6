// Elements in memory as an ElementSource.
#pragma once

#include <algorithm>

#include "reference/bce_with_logits/reduction.h"

namespace touchstone::reference::bce_with_logits {

class SpanSource final : public ElementSource {
 public:
  /// The spans must outlive the source.
  explicit SpanSource(const LossArguments& arguments) : arguments_(arguments) {}

  uint64_t size() const override { return arguments_.size(); }
  bool has_weight() const override { return !arguments_.weight.empty(); }
  bool has_pos_weight() const override { return !arguments_.pos_weight.empty(); }
  void Read(uint64_t first, std::span<float> self, std::span<float> target, std::span<float> weight,
            std::span<float> pos_weight) const override {
    const LossArguments part = arguments_.Part(first, self.size());
    std::ranges::copy(part.self, self.begin());
    std::ranges::copy(part.target, target.begin());
    std::ranges::copy(part.weight, weight.begin());
    std::ranges::copy(part.pos_weight, pos_weight.begin());
  }

  std::optional<LossArguments> View(uint64_t first, size_t count) const override {
    return arguments_.Part(first, count);
  }

 private:
  LossArguments arguments_;
};

}  // namespace touchstone::reference::bce_with_logits

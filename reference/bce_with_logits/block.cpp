#include "reference/bce_with_logits/block.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "reference/softplus_tail.h"

namespace touchstone::reference::bce_with_logits {
namespace {

const float* DataOrNull(std::span<const float> values) {
  return values.empty() ? nullptr : values.data();
}

bool AllFinite(const internal::KernelPatterns& patterns) {
  constexpr uint32_t kInfinity = 0x7F800000;
  return std::max({patterns.x, patterns.y, patterns.w, patterns.p}) < kInfinity;
}

}  // namespace

LossBlock::LossBlock(const LossArguments& arguments)
    : given(arguments), count(arguments.size()), finite(arguments) {
  internal::KernelPatterns patterns = Patterns();
  all_finite = AllFinite(patterns);
  if (!all_finite) {
    ReplaceSpecials();
    patterns = Patterns();
  }
  largest = {std::bit_cast<float>(patterns.x), std::bit_cast<float>(patterns.y),
             given.weight.empty() ? 1.0f : std::bit_cast<float>(patterns.w),
             given.pos_weight.empty() ? 1.0f : std::bit_cast<float>(patterns.p)};
  negative_weights = patterns.has_negative_w;
  mixed_signs = patterns.has_signs || largest.y > 1;
  SoftplusTail(finite.self.data(), decay, tail, count);
}

internal::KernelArguments LossBlock::ForKernel() const {
  return {finite.self.data(), finite.target.data(), DataOrNull(finite.weight),
          DataOrNull(finite.pos_weight), count};
}

internal::KernelPatterns LossBlock::Patterns() const {
  return internal::ChosenBlockKernel().patterns(ForKernel());
}

void LossBlock::ReplaceSpecials() {
  const auto copy = [](std::span<const float> from, float* to) -> std::span<const float> {
    std::ranges::copy(from, to);
    return {to, from.size()};
  };
  finite = {copy(given.self, replaced_[0]), copy(given.target, replaced_[1]),
            copy(given.weight, replaced_[2]), copy(given.pos_weight, replaced_[3])};
  for (size_t i = 0; i < count; ++i) {
    const LossElement element = given[i];
    if (IsFinite(element)) continue;
    specials.push_back({i, LimitOf(element)});
    if (!std::isfinite(element.x)) replaced_[0][i] = 0;
    replaced_[1][i] = 0;
    replaced_[2][i] = 1;
    replaced_[3][i] = 1;
  }
}

}  // namespace touchstone::reference::bce_with_logits

#include "reference/bce_with_logits/block.h"

#include <algorithm>
#include <cmath>

#include "reference/softplus_tail.h"

namespace touchstone::reference::bce_with_logits {
namespace {

void CopyOrOnes(std::span<const float> from, float* to, size_t count) {
  if (from.empty()) {
    std::fill_n(to, count, 1.0f);
  } else {
    std::copy_n(from.begin(), count, to);
  }
}

}  // namespace

LossBlock::LossBlock(const LossArguments& arguments) : given(arguments), count(arguments.size()) {
  CopyOrOnes(given.self, x, count);
  CopyOrOnes(given.target, y, count);
  CopyOrOnes(given.weight, w, count);
  CopyOrOnes(given.pos_weight, p, count);
  // Zero times a finite number is zero; times infinity or NaN it is NaN, and stays NaN in the sum.
  float probe = 0;
  for (size_t i = 0; i < count; ++i) {
    probe += (x[i] * 0.0f + y[i] * 0.0f) + (w[i] * 0.0f + p[i] * 0.0f);
  }
  all_finite = !std::isnan(probe);
  if (!all_finite) {
    for (size_t i = 0; i < count; ++i) {
      const LossElement element = Element(i);
      const Limit result = LimitOf(element);
      limit[i] = result.kind;
      LossElement finite = result.finite;
      if (result.kind != LimitKind::kFinite) {
        finite = {std::isfinite(element.x) ? element.x : 0.0f, 0, 0, 1};
      }
      x[i] = finite.x;
      y[i] = finite.y;
      w[i] = finite.w;
      p[i] = finite.p;
    }
  }
  SoftplusTail(x, decay, tail, count);
}

}  // namespace touchstone::reference::bce_with_logits

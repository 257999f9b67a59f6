#include "reference/bce_with_logits/enclosure.h"

#include <limits>

namespace touchstone::reference::bce_with_logits {
namespace {

void EncloseLimit(const Limit& limit, double& lower, double& upper) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  switch (limit.kind) {
    case LimitKind::kFinite: {
      const LossElement& e = limit.finite;
      const LossBlock single({{&e.x, 1}, {&e.y, 1}, {&e.w, 1}, {&e.p, 1}});
      EncloseBlock(single, {&lower, 1}, {&upper, 1});
      return;
    }
    case LimitKind::kPositiveInfinity:
      lower = upper = kInfinity;
      return;
    case LimitKind::kNegativeInfinity:
      lower = upper = -kInfinity;
      return;
    case LimitKind::kNone:
      lower = upper = std::numeric_limits<double>::quiet_NaN();
      return;
  }
}

}  // namespace

void EncloseBlock(const LossBlock& block, std::span<double> lower, std::span<double> upper) {
  internal::ChosenBlockKernel().enclose(block.ForKernel(), block.mixed_signs, block.tail,
                                        lower.data(), upper.data());
  for (const SpecialElement& special : block.specials) {
    EncloseLimit(special.limit, lower[special.index], upper[special.index]);
  }
}

}  // namespace touchstone::reference::bce_with_logits

#include "op_under_test/ops/bce_with_logits/op_kernel/loss_variants.h"

#include "op_under_test/ops/bce_with_logits/op_kernel/reg_base_loss.h"
#include "op_under_test/ops/bce_with_logits/op_kernel/tbe_loss.h"

namespace npusim::bce_with_logits {
namespace {

// [has weight][has pos_weight]
constexpr LossFunction kRegBaseVariants[2][2] = {
    {RegBaseLoss<false, false>, RegBaseLoss<false, true>},
    {RegBaseLoss<true, false>, RegBaseLoss<true, true>}};
constexpr LossFunction kTbeVariants[2][2] = {{TbeLoss<false, false>, TbeLoss<false, true>},
                                             {TbeLoss<true, false>, TbeLoss<true, true>}};

}  // namespace

LossFunction SelectLossFunction(bool is_reg_base, bool has_weight, bool has_pos_weight) {
  return (is_reg_base ? kRegBaseVariants : kTbeVariants)[has_weight][has_pos_weight];
}

}  // namespace npusim::bce_with_logits

// Every instance of the fused arithmetic: a weight that is left out does what ones do, in both
// orders. On the older chips phase 1 always passes a pos_weight, so only here their two instances
// without one are run.
#include "op_under_test/ops/bce_with_logits/op_kernel/loss_variants.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

namespace npusim::bce_with_logits {
namespace {

using Floats = std::vector<float>;

constexpr float kInf = std::numeric_limits<float>::infinity();
const Floats kLogits = {-kInf, -200, -20.5F, -1, -0.0F, 0, 0.3F, 2, 17, 90.25F, kInf, NAN};
const Floats kLabels = {0, 1, 0.25F, 0.5F, 1, 0, 0.75F, -2, 3, 0, 0, 1};

// With an empty vector for a weight that is left out.
std::vector<uint32_t> Loss(bool is_reg_base, const Floats& weight, const Floats& pos_weight) {
  Floats loss(kLogits.size());
  Floats scratch[3];
  for (Floats& buffer : scratch) buffer.resize(kLogits.size());
  const LossTile tile{loss,   kLogits,    kLabels,
                      weight, pos_weight, {scratch[0], scratch[1], scratch[2]}};
  SelectLossFunction(is_reg_base, !weight.empty(), !pos_weight.empty())(
      VectorUnit({}, Isa::kPortable), tile);
  std::vector<uint32_t> bits;
  for (const float value : loss) bits.push_back(std::bit_cast<uint32_t>(value));
  return bits;
}

TEST(LossVariants, AnAbsentWeightIsOnes) {
  const Floats ones(kLogits.size(), 1.0F);
  const Floats twos(kLogits.size(), 2.0F);
  for (const bool is_reg_base : {false, true}) {
    SCOPED_TRACE(is_reg_base);
    EXPECT_EQ(Loss(is_reg_base, {}, {}), Loss(is_reg_base, ones, ones));
    EXPECT_EQ(Loss(is_reg_base, {}, twos), Loss(is_reg_base, ones, twos));
    EXPECT_EQ(Loss(is_reg_base, twos, {}), Loss(is_reg_base, twos, ones));
    EXPECT_NE(Loss(is_reg_base, twos, {}), Loss(is_reg_base, {}, {}));
    EXPECT_NE(Loss(is_reg_base, {}, twos), Loss(is_reg_base, {}, {}));
  }
}

}  // namespace
}  // namespace npusim::bce_with_logits

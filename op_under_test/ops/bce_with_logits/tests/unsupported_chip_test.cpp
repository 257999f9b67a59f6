// A chip whose product the operator's page does not support.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "op_under_test/ops/bce_with_logits/tests/operator_call.h"

namespace npusim_tests {
namespace {

TEST(UnsupportedChipTest, PhaseOneSaysSo) {
  ASSERT_EQ(setenv("NPUSIM_SOC", "Ascend310B1", 1), 0);
  TestStream();
  ASSERT_STREQ(aclrtGetSocName(), "Ascend310B1");
  CallSpec call;
  call.self = call.target = call.out = TensorSpec{{4}, {0.5}};
  const CallResult result = Call(call);
  EXPECT_EQ(result.phase1, 561103);
  EXPECT_THAT(result.message, testing::HasSubstr("product not supported"));
  // Whatever else is wrong with the call.
  call.self.reset();
  EXPECT_THAT(Call(call).message, testing::HasSubstr("product not supported"));
  EXPECT_EQ(aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize(nullptr, nullptr, nullptr, nullptr, 0,
                                                              nullptr, nullptr, nullptr),
            161001);
}

}  // namespace
}  // namespace npusim_tests

// The certificate of kTailRelativeError: every fp32 |x| that a logit can have, none left out.
#include <gtest/gtest.h>

#include <iostream>
#include <limits>

#include "reference/softplus_tail_error.h"

namespace touchstone::reference {
namespace {

void Certify(float first, float last) {
  const TailError error = MeasureTailError(SoftplusTail, first, last, 1);
  testing::Test::RecordProperty("numbers", static_cast<int>(error.count));
  EXPECT_LT(error.tail, kTailRelativeError * 0x1p53) << std::hexfloat << error.worst_x;
  EXPECT_LT(error.decay, kDecayRelativeError * 0x1p53);
  std::cout << error.count << " numbers, largest error " << error.tail << " u at " << std::hexfloat
            << error.worst_x << std::defaultfloat << ", of the exponential " << error.decay
            << " u\n";
}

TEST(SoftplusTailCertificate, EveryNumberFrom2ToMinus30) { Certify(0x1p-30f, 300.0f); }

TEST(SoftplusTailCertificate, EveryNumberFrom2ToMinus56) { Certify(0x1p-56f, 0x1p-30f); }

// Below 2^-56 the reduced argument is -a itself and 1 + (r + r^2 P) rounds to 1 for every one of
// them: all results are those at zero, whose exact value differs from log(2) by less than 2^-56.
TEST(SoftplusTailCertificate, SmallerNumbersAreZero) {
  const float x[] = {0.0f, std::numeric_limits<float>::denorm_min(), 0x1p-100f, 0x1.fffffep-57f};
  double decay[4], tail[4];
  SoftplusTail(x, decay, tail, 4);
  for (int i = 1; i < 4; ++i) {
    EXPECT_EQ(decay[i], 1.0);
    EXPECT_EQ(tail[i], tail[0]);
  }
  Certify(std::numeric_limits<float>::denorm_min(), 0x1p-140f);
}

}  // namespace
}  // namespace touchstone::reference

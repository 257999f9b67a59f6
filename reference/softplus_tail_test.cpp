#include "reference/softplus_tail.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "reference/isa.h"
#include "reference/softplus_tail_error.h"

namespace touchstone::reference {
namespace {

constexpr double kTailLimit = kTailRelativeError * 0x1p53;
constexpr double kDecayLimit = kDecayRelativeError * 0x1p53;

TEST(SoftplusTail, ErrorStaysBelowItsCertificateOnASample) {
  // Strides are odd, so that all low bits occur; the full run enumerates every number.
  const TailError usual = MeasureTailError(SoftplusTail, 0x1p-30f, 300.0f, 1021);
  const TailError tiny =
      MeasureTailError(SoftplusTail, std::numeric_limits<float>::denorm_min(), 0x1p-30f, 30011);
  for (const TailError& error : {usual, tiny}) {
    EXPECT_GT(error.count, 20000u);
    EXPECT_LT(error.tail, kTailLimit) << std::hexfloat << error.worst_x;
    EXPECT_LT(error.decay, kDecayLimit);
  }
  // The certificate is no more than twice what is needed.
  EXPECT_GT(usual.tail, kTailLimit / 2);
}

TEST(SoftplusTail, EveryInstructionSetGivesTheSameBits) {
  std::vector<float> x;
  for (uint32_t bits = 0; bits < 0x7F800000; bits += 4099) x.push_back(std::bit_cast<float>(bits));
  for (uint32_t bits = 0x80000000; bits < 0xFF800000; bits += 65537) {
    x.push_back(std::bit_cast<float>(bits));
  }
  std::vector<double> decay(x.size()), tail(x.size());
  internal::SoftplusTailPortable(x.data(), decay.data(), tail.data(), x.size());
  int compared = 0;
  for (const Isa isa : {Isa::kAvx2, Isa::kAvx512}) {
    const auto function = internal::SoftplusTailFor(isa);
    if (function == nullptr) continue;
    std::vector<double> other_decay(x.size()), other_tail(x.size());
    function(x.data(), other_decay.data(), other_tail.data(), x.size());
    EXPECT_EQ(std::memcmp(decay.data(), other_decay.data(), decay.size() * sizeof(double)), 0);
    EXPECT_EQ(std::memcmp(tail.data(), other_tail.data(), tail.size() * sizeof(double)), 0);
    ++compared;
  }
  if (compared == 0) GTEST_SKIP() << "this machine runs the portable kernel only";
}

TEST(SoftplusTail, LargeArgumentsGiveAnUpperBound) {
  const float x[] = {299.0f, 301.0f, 1e10f, std::numeric_limits<float>::max(), -800.0f};
  double decay[5], tail[5];
  SoftplusTail(x, decay, tail, 5);
  for (int i = 1; i < 5; ++i) {
    EXPECT_GE(tail[i], std::exp(-300.0) * (1 - kTailRelativeError));
    EXPECT_LT(tail[i], tail[0]);
  }
}

}  // namespace
}  // namespace touchstone::reference

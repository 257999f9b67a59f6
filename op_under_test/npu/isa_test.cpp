// The implementations of exp and log give the same bits.
#include "op_under_test/npu/isa.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "op_under_test/npu/vector_unit.h"

namespace npusim {
namespace {

class EveryIsa : public testing::TestWithParam<Isa> {
 protected:
  void SetUp() override {
    if (!MachineSupports(GetParam())) GTEST_SKIP() << "this machine lacks the instructions";
  }
};

void ExpectSameBits(const std::vector<float>& in, Isa isa, VectorMode mode) {
  const VectorUnit expected_unit(mode, Isa::kPortable);
  const VectorUnit unit(mode, isa);
  std::vector<float> expected(in.size());
  std::vector<float> actual(in.size());
  for (const auto operation : {&VectorUnit::Exp, &VectorUnit::Log}) {
    (expected_unit.*operation)(expected, in);
    (unit.*operation)(actual, in);
    if (!in.empty() &&
        std::memcmp(expected.data(), actual.data(), in.size() * sizeof(float)) == 0) {
      continue;
    }
    for (size_t i = 0; i < in.size(); ++i) {
      ASSERT_EQ(std::bit_cast<uint32_t>(expected[i]), std::bit_cast<uint32_t>(actual[i]))
          << std::hex << "argument " << std::bit_cast<uint32_t>(in[i]);
    }
  }
}

TEST_P(EveryIsa, SameBitsAcrossAllPatterns) {
  // An odd step visits every exponent, both signs, subnormals, infinities and NaN payloads.
  constexpr uint64_t kStep = 4099;
  std::vector<float> in;
  for (uint64_t bits = 0; bits < uint64_t{1} << 32; bits += kStep) {
    in.push_back(std::bit_cast<float>(static_cast<uint32_t>(bits)));
  }
  ExpectSameBits(in, GetParam(), {});
  ExpectSameBits(in, GetParam(), {.flushes_subnormals = true, .saturates = true});
}

TEST_P(EveryIsa, SameBitsNearTheEdges) {
  std::vector<float> in;
  for (const uint32_t edge : {0x00000000U, 0x00800000U, 0x3F800000U, 0x42B17218U, 0x42CFF1B5U,
                              0x7F7FFFFFU, 0x7F800000U, 0x7FC00000U, 0x80000000U, 0x80800000U,
                              0xC2AEAC50U, 0xC2CFF1B5U, 0xFF7FFFFFU, 0xFF800000U, 0xFFC00000U}) {
    for (uint32_t i = 0; i < 4096; ++i) in.push_back(std::bit_cast<float>(edge + i - 2048));
  }
  ExpectSameBits(in, GetParam(), {});
}

TEST_P(EveryIsa, SameBitsForEverySize) {
  for (size_t size = 0; size < 70; ++size) {
    std::vector<float> in(size);
    for (size_t i = 0; i < size; ++i) in[i] = 0.25F + static_cast<float>(i);
    ExpectSameBits(in, GetParam(), {});
  }
}

INSTANTIATE_TEST_SUITE_P(Isa, EveryIsa, testing::Values(Isa::kAvx2, Isa::kAvx512),
                         [](const auto& info) {
                           return std::string(info.param == Isa::kAvx2 ? "Avx2" : "Avx512");
                         });

TEST(IsaChoice, BestIsSupported) { EXPECT_TRUE(MachineSupports(BestIsa())); }

}  // namespace
}  // namespace npusim

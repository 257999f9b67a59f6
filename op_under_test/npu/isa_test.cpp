// The implementations of the vector unit give the same bits.
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

// Values at the edges of every format and between them, each with each.
class Pairs {
 public:
  Pairs() {
    std::vector<uint32_t> values;
    for (const uint32_t edge : {0x00000000U, 0x00800000U, 0x33000000U, 0x33800000U, 0x387FC000U,
                                0x38800000U, 0x3F800000U, 0x477FE000U, 0x477FF000U, 0x47800000U,
                                0x7F7F7FFFU, 0x7F800000U, 0x7FC00000U, 0x7F800001U}) {
      for (const uint32_t sign : {0U, 0x80000000U}) {
        for (uint32_t i = 0; i < 3; ++i) values.push_back((edge + i - 1) ^ sign);
      }
    }
    uint64_t state = 1;
    for (int i = 0; i < 60; ++i) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      values.push_back(static_cast<uint32_t>(state >> 32));
    }
    for (const uint32_t left : values) {
      for (const uint32_t right : values) {
        a.push_back(std::bit_cast<float>(left));
        b.push_back(std::bit_cast<float>(right));
      }
    }
  }

  std::vector<float> a, b;
};

std::vector<uint32_t> Bits(const std::vector<float>& values) {
  std::vector<uint32_t> bits(values.size());
  std::memcpy(bits.data(), values.data(), values.size() * sizeof(float));
  return bits;
}

TEST_P(EveryIsa, SameBitsOfSimpleOperations) {
  const Pairs pairs;
  const size_t count = pairs.a.size();
  for (const VectorMode mode : {VectorMode{false, false}, VectorMode{false, true},
                                VectorMode{true, false}, VectorMode{true, true}}) {
    const VectorUnit portable(mode, Isa::kPortable);
    const VectorUnit unit(mode, GetParam());
    std::vector<float> expected(count);
    std::vector<float> actual(count);
    for (const auto operation : {&VectorUnit::Add, &VectorUnit::Sub, &VectorUnit::Mul,
                                 &VectorUnit::Div, &VectorUnit::Max, &VectorUnit::Min}) {
      (portable.*operation)(expected, pairs.a, pairs.b);
      (unit.*operation)(actual, pairs.a, pairs.b);
      EXPECT_EQ(Bits(expected), Bits(actual));
    }
    for (const auto operation : {&VectorUnit::Adds, &VectorUnit::Muls, &VectorUnit::Maxs,
                                 &VectorUnit::Mins}) {
      (portable.*operation)(expected, pairs.a, -0.75F);
      (unit.*operation)(actual, pairs.a, -0.75F);
      EXPECT_EQ(Bits(expected), Bits(actual));
    }
    for (const auto operation : {&VectorUnit::Abs, &VectorUnit::Neg,
                                 &VectorUnit::CastFp32ToFp32}) {
      (portable.*operation)(expected, pairs.a);
      (unit.*operation)(actual, pairs.a);
      EXPECT_EQ(Bits(expected), Bits(actual));
    }
    for (size_t size = 0; size < 300; ++size) {
      std::vector<float> left(pairs.b.begin(), pairs.b.begin() + static_cast<ptrdiff_t>(size));
      std::vector<float> right = left;
      EXPECT_EQ(std::bit_cast<uint32_t>(portable.ReduceSum(left)),
                std::bit_cast<uint32_t>(unit.ReduceSum(right)));
    }
  }
}

TEST_P(EveryIsa, SameBitsOfConversions) {
  const Pairs pairs;
  std::vector<uint16_t> halves(1 << 16);
  for (size_t i = 0; i < halves.size(); ++i) halves[i] = static_cast<uint16_t>(i);
  for (const VectorMode mode : {VectorMode{false, false}, VectorMode{true, true}}) {
    const VectorUnit portable(mode, Isa::kPortable);
    const VectorUnit unit(mode, GetParam());
    std::vector<float> expected(halves.size());
    std::vector<float> actual(halves.size());
    for (const auto operation : {&VectorUnit::CastFp16ToFp32, &VectorUnit::CastBf16ToFp32}) {
      (portable.*operation)(expected, halves);
      (unit.*operation)(actual, halves);
      EXPECT_EQ(Bits(expected), Bits(actual));
    }
    std::vector<uint16_t> expected_halves(pairs.b.size());
    std::vector<uint16_t> actual_halves(pairs.b.size());
    for (const auto operation : {&VectorUnit::CastFp32ToFp16, &VectorUnit::CastFp32ToBf16}) {
      (portable.*operation)(expected_halves, pairs.b);
      (unit.*operation)(actual_halves, pairs.b);
      EXPECT_EQ(expected_halves, actual_halves);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Isa, EveryIsa, testing::Values(Isa::kAvx2, Isa::kAvx512),
                         [](const auto& info) {
                           return std::string(info.param == Isa::kAvx2 ? "Avx2" : "Avx512");
                         });

TEST(IsaChoice, BestIsSupported) { EXPECT_TRUE(MachineSupports(BestIsa())); }

}  // namespace
}  // namespace npusim

#include "framework/sweep/patterns.h"

#include <gtest/gtest.h>

#include <cmath>

namespace touchstone::sweep {
namespace {

using tensor::DType;
using tensor::FormatOf;

TEST(Patterns, NumbersEveryStridethPattern) {
  const Patterns all(FormatOf(DType::kFp32), 1);
  EXPECT_EQ(all.count(), uint64_t{1} << 32);
  EXPECT_EQ(all.BitsAt(all.count() - 1), 0xFFFFFFFFu);
  const Patterns some(FormatOf(DType::kBf16), 7);
  EXPECT_EQ(some.count(), 9363u);  // 65536 / 7, rounded up
  EXPECT_EQ(some.BitsAt(9362), 65534u);
}

TEST(Patterns, GroupsAreSignExponentAndClass) {
  const Patterns fp32(FormatOf(DType::kFp32), 1);
  const PatternGroup one = fp32.GroupOf(0x3FABCDEF);
  EXPECT_EQ(one.first_bits, 0x3F800000u);
  EXPECT_EQ(one.last_bits, 0x3FFFFFFFu);
  EXPECT_EQ(one.exponent, 0);
  EXPECT_FALSE(one.negative);
  EXPECT_EQ(fp32.GroupOf(0).kind, PatternKind::kSubnormal);
  EXPECT_EQ(fp32.GroupOf(0x7F800000).kind, PatternKind::kInfinity);
  EXPECT_EQ(fp32.GroupOf(0xFF800001).kind, PatternKind::kNan);
  EXPECT_TRUE(fp32.GroupOf(0xFF800001).negative);
  EXPECT_EQ(fp32.GroupOf(0xFFFFFFFF).first_bits, 0xFF800001u);
}

// Every pattern lies in exactly one run, whose group says the truth about it.
TEST(Patterns, RunsCoverEverything) {
  for (const DType dtype : {DType::kFp16, DType::kBf16}) {
    const tensor::FloatFormat& format = FormatOf(dtype);
    for (const uint64_t stride : {1, 3, 1000, 40000}) {
      const Patterns patterns(format, stride);
      uint64_t next = 0;
      for (uint64_t chunk = 0; chunk < patterns.count(); chunk += 1000) {
        const uint64_t size = std::min<uint64_t>(1000, patterns.count() - chunk);
        patterns.ForEachRun(chunk, size,
                            [&](const PatternGroup& group, uint64_t first, uint64_t count) {
                              ASSERT_EQ(first, next);
                              ASSERT_GT(count, 0u);
                              next = first + count;
                              for (uint64_t i = first; i < first + count; ++i) {
                                const uint32_t bits = patterns.BitsAt(i);
                                ASSERT_GE(bits, group.first_bits);
                                ASSERT_LE(bits, group.last_bits);
                                const double value = tensor::Decode(format, bits);
                                ASSERT_EQ(group.kind == PatternKind::kNan, std::isnan(value));
                                ASSERT_EQ(group.kind == PatternKind::kInfinity, std::isinf(value));
                                ASSERT_EQ(group.negative, (bits & format.sign_bit) != 0);
                                if (group.kind == PatternKind::kNormal) {
                                  ASSERT_EQ(group.exponent, std::ilogb(value));
                                } else if (group.kind == PatternKind::kSubnormal) {
                                  ASSERT_LT(std::fabs(value), std::ldexp(1, group.exponent));
                                }
                              }
                            });
      }
      EXPECT_EQ(next, patterns.count());
    }
  }
}

}  // namespace
}  // namespace touchstone::sweep

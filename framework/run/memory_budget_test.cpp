#include "framework/run/memory_budget.h"

#include <gtest/gtest.h>

#include <limits>

#include "framework/run/test_suites.h"

namespace touchstone::run {
namespace {

uint64_t Need(const std::string& text) {
  const suite::LoadedSuites suites = testing::LoadCases({text});
  return suites.cases.size() == 1 ? MemoryNeed(suites.cases[0]) : 0;
}

std::string Tensors(const std::string& tensor, const std::string& reduction) {
  return "  - name: c\n    inputs: {self: " + tensor + ", target: " + tensor +
         "}\n    attrs: {reduction: " + reduction + "}\n";
}

constexpr uint64_t kMiB = uint64_t{1} << 20;

TEST(MemoryNeed, CountsTensorsOnBothSidesAndTheWorkspace) {
  const uint64_t small = Need(Tensors("{shape: [4], dtype: fp32}", "none"));
  EXPECT_LT(small, 100 * kMiB);
  // Three tensors of 1 GiB, twice.
  const uint64_t dense = Need(Tensors("{shape: [268435456], dtype: fp32}", "none"));
  EXPECT_EQ(dense - small, 6 * 1024 * kMiB - 6 * 16);
  // Two inputs of 2 GiB, twice, and the losses of 4 GiB.
  const uint64_t halves = Need(Tensors("{shape: [1073741824], dtype: fp16}", "mean"));
  EXPECT_GE(halves, 12 * 1024 * kMiB);
  EXPECT_LE(halves, 13 * 1024 * kMiB);
  const uint64_t strided = Need(Tensors("{shape: [268435456], dtype: fp32, strides: [2]}", "none"));
  EXPECT_GE(strided, dense + 6 * 1024 * kMiB);
}

TEST(MemoryNeed, ExpandedInputsCostTheirLossesOnly) {
  const uint64_t need =
      Need(Tensors("{shape: [2147483649], dtype: fp32, strides: [0], storage_shape: [1]}", "mean"));
  EXPECT_GE(need, 8 * 1024 * kMiB);
  EXPECT_LE(need, 9 * 1024 * kMiB);
}

TEST(MemoryNeed, HoldsAtTheLargestNumber) {
  const uint64_t need = Need(Tensors(
      "{shape: [9223372036854775807], dtype: fp32, strides: [0], storage_shape: [1]}", "mean"));
  EXPECT_EQ(need, std::numeric_limits<uint64_t>::max());
}

TEST(ParseBytes, TakesPlainBytesAndUnits) {
  EXPECT_EQ(*ParseBytes("1536"), 1536u);
  EXPECT_EQ(*ParseBytes("64KiB"), 65536u);
  EXPECT_EQ(*ParseBytes("1.5 GiB"), 1536 * kMiB);
  EXPECT_EQ(*ParseBytes("2MiB"), 2 * kMiB);
  EXPECT_EQ(*ParseBytes("1TiB"), kMiB * kMiB);
}

TEST(ParseBytes, RefusesEverythingElseInOneLine) {
  for (const char* text : {"", "x", "-1", "0", "1.5", "1GB", "1 gib", "1GiB2", "1e3", "nan", "inf",
                           "0x10", " 1", "1  GiB", "99999999999999999999"}) {
    const auto parsed = ParseBytes(text);
    ASSERT_FALSE(parsed.ok()) << text;
    EXPECT_EQ(parsed.error().kind, ErrorKind::kUsage);
    EXPECT_EQ(parsed.error().message,
              std::string("--memory-budget takes bytes, as in 1536, 64MiB or 1.5GiB, not '") +
                  text + "'");
  }
}

TEST(BytesText, IsShortAndNeverTooLow) {
  EXPECT_EQ(BytesText(12), "12 bytes");
  EXPECT_EQ(BytesText(1536), "1.5 KiB");
  EXPECT_EQ(BytesText(1024 * kMiB + 1), "1.01 GiB");
  EXPECT_EQ(BytesText(17 * 1024 * kMiB + 600 * kMiB), "17.6 GiB");
}

TEST(AvailableMemory, IsWhatThisMachineHas) {
  EXPECT_GT(AvailableMemory(), 100 * kMiB);
  EXPECT_LT(AvailableMemory(), uint64_t{1} << 50);
}

}  // namespace
}  // namespace touchstone::run

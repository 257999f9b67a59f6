// Losses whose exact values were computed elsewhere, bit for bit.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "reference/bce_with_logits/loss.h"

namespace touchstone::reference::bce_with_logits {
namespace {

struct Vector {
  const char* format;
  uint32_t x, y, w, p, expected;
};

const FloatFormat& FormatNamed(const std::string& name) {
  if (name == "fp32") return kFp32;
  if (name == "fp16") return kFp16;
  EXPECT_EQ(name, "bf16");
  return kBf16;
}

struct Answer {
  uint32_t bits;
  double lower, upper;
  bool decided;
};

Answer Evaluate(const FloatFormat& format, uint32_t x, uint32_t y, uint32_t w, uint32_t p) {
  const float arguments[4] = {
      static_cast<float>(ValueOfBits(format, x)), static_cast<float>(ValueOfBits(format, y)),
      static_cast<float>(ValueOfBits(format, w)), static_cast<float>(ValueOfBits(format, p))};
  Answer answer{};
  uint8_t decided = 0;
  EvaluateLoss({{arguments, 1}, {arguments + 1, 1}, {arguments + 2, 1}, {arguments + 3, 1}}, format,
               {{&answer.lower, 1}, {&answer.upper, 1}, {&answer.bits, 1}, {&decided, 1}});
  answer.decided = decided != 0;
  return answer;
}

// Stable losses with known 22-digit values: branch edges, tails, saturation, subnormal results,
// double-rounding traps. All inputs have the output's format.
constexpr Vector kVectors[] = {
    {"fp32", 0xC16E9BAE, 0x3F800000, 0x3F800000, 0x40400000, 0x4232F4C3},
    {"fp16", 0x63D0, 0x0000, 0x3C00, 0x3C00, 0x63D0},
    {"bf16", 0x0000, 0x0000, 0x3F80, 0x3F80, 0x3F31},
    {"fp16", 0x0000, 0x0000, 0x3C00, 0x3C00, 0x398C},
    {"bf16", 0x432A, 0x3F80, 0x3F80, 0x3F80, 0x0000},
    {"bf16", 0x432C, 0x3F80, 0x3F80, 0x3F80, 0x0000},
    {"bf16", 0x4330, 0x3F80, 0x3F80, 0x3F80, 0x0000},
    {"bf16", 0x4380, 0x3F80, 0x3F80, 0x3F80, 0x0000},
    {"bf16", 0x4385, 0x3F80, 0x3F80, 0x3F80, 0x0000},
    {"fp32", 0xC0810000, 0x3F800000, 0x3F800000, 0x3F800000, 0x40819026},
    {"fp32", 0xC0800000, 0x3F800000, 0x3F800000, 0x3F800000, 0x408094AF},
    {"fp32", 0xC07E0000, 0x3F800000, 0x3F800000, 0x3F800000, 0x407F32B8},
    {"fp32", 0x40800000, 0x3F800000, 0x3F800000, 0x3F800000, 0x3C94AF28},
    {"fp32", 0xC1200000, 0x3F800000, 0x3F800000, 0x3F800000, 0x41200030},
    {"fp32", 0xC1F00000, 0x3F800000, 0x3F800000, 0x3F800000, 0x41F00000},
    {"fp32", 0x00000000, 0x3F800000, 0x3F800000, 0x3F800000, 0x3F317218},
    {"fp32", 0x41A00000, 0x3F800000, 0x3F800000, 0x3F800000, 0x310DA433},
    {"fp32", 0xC1A00000, 0x00000000, 0x3F800000, 0x3F800000, 0x310DA433},
    {"fp32", 0x42200000, 0x3F800000, 0x3F800000, 0x3F800000, 0x229CBC92},
    {"fp32", 0xC2200000, 0x00000000, 0x3F800000, 0x3F800000, 0x229CBC92},
    {"fp32", 0x41456D5D, 0x3F800000, 0x3F800000, 0x3F800000, 0x3692DC11},
    {"fp32", 0xC1456D5D, 0x00000000, 0x3F800000, 0x3F800000, 0x3692DC11},
    {"fp16", 0xC7D9, 0x3C00, 0x3C00, 0x3C00, 0x47D9},
    {"fp16", 0x4755, 0x0000, 0x3C00, 0x3C00, 0x4755},
    {"fp16", 0x5240, 0x0000, 0x3C00, 0x3C00, 0x5240},
    {"fp16", 0xD240, 0x3C00, 0x3C00, 0x3C00, 0x5240},
    {"fp16", 0x4900, 0x0000, 0x3C00, 0x3C00, 0x4900},
    {"fp16", 0x4980, 0x0000, 0x3C00, 0x3C00, 0x4980},
    {"fp16", 0x4A00, 0x0000, 0x3C00, 0x3C00, 0x4A00},
    {"fp16", 0x5580, 0x0000, 0x3C00, 0x3C00, 0x5580},
    {"fp16", 0x63D0, 0x0000, 0x3C00, 0x3C00, 0x63D0},
    {"fp32", 0x3F800000, 0x00000000, 0x41200000, 0x3F800000, 0x41521F33},
    {"fp32", 0x3F800000, 0x00000000, 0x3F800000, 0x3F800000, 0x3FA818F5},
    {"fp32", 0x3F000000, 0x3F800000, 0x3F800000, 0x3F800000, 0x3EF2BA38},
    {"fp32", 0xBF000000, 0x3F800000, 0x3F800000, 0x40000000, 0x3FF95D1C},
    {"fp32", 0x40000000, 0x3F800000, 0x3F800000, 0x40400000, 0x3EC2F620},
    {"fp32", 0xC1900000, 0x00000000, 0x3F800000, 0x3F800000, 0x3282D314},
    {"fp32", 0x42B00000, 0x00000000, 0x3F800000, 0x3F800000, 0x42B00000},
    {"fp32", 0xC2B00000, 0x00000000, 0x3F800000, 0x3F800000, 0x0041EDC4},
    {"fp32", 0x42B20000, 0x00000000, 0x3F800000, 0x3F800000, 0x42B20000},
    {"fp32", 0xC2B20000, 0x00000000, 0x3F800000, 0x3F800000, 0x001840FC},
    {"fp32", 0x3F800000, 0x00000000, 0x3F800000, 0x3F800000, 0x3FA818F5},
    {"fp16", 0x8430, 0x0000, 0x3C00, 0x3C00, 0x398B},
    {"fp16", 0x0430, 0x3C00, 0x3C00, 0x3C00, 0x398B},
    {"fp16", 0x4B80, 0x0000, 0x5058, 0x3C00, 0x6013},
    {"fp32", 0x41200000, 0x3F800000, 0x3F800000, 0x3F800000, 0x383E6AB2},
    {"bf16", 0x4120, 0x3F80, 0x3F80, 0x3F80, 0x383E},
};

TEST(ExactVectors, ComeOutBitForBit) {
  for (const Vector& v : kVectors) {
    const Answer answer = Evaluate(FormatNamed(v.format), v.x, v.y, v.w, v.p);
    EXPECT_TRUE(answer.decided);
    EXPECT_EQ(answer.bits, v.expected) << v.format << std::hex << " x=0x" << v.x << " y=0x" << v.y
                                       << " w=0x" << v.w << " p=0x" << v.p;
  }
}

// Reads the vectors with their decimal values from a file beside the project, when there is one.
TEST(ExactVectors, FileAgreesAndEnclosuresHoldTheDecimals) {
  std::ifstream file(TOUCHSTONE_SOURCE_DIR "/../shared/cases/exact_vectors.tsv");
  if (!file) GTEST_SKIP() << "no ../shared/cases/exact_vectors.tsv beside the project";
  std::string line;
  std::getline(file, line);
  int count = 0;
  while (std::getline(file, line)) {
    std::istringstream fields(line);
    std::string id, format, x, y, w, p, expected, decimal;
    ASSERT_TRUE(fields >> id >> format >> x >> y >> w >> p >> expected >> decimal) << line;
    const auto bits = [](const std::string& text) {
      return static_cast<uint32_t>(std::stoul(text, nullptr, 16));
    };
    const Answer answer = Evaluate(FormatNamed(format), bits(x), bits(y), bits(w), bits(p));
    EXPECT_TRUE(answer.decided) << line;
    EXPECT_EQ(answer.bits, bits(expected)) << line;
    // 22 digits are more than a double holds: the enclosure must reach the nearest double.
    const double value = std::stod(decimal);
    EXPECT_LE(answer.lower, std::nextafter(value, INFINITY)) << line;
    EXPECT_GE(answer.upper, std::nextafter(value, -INFINITY)) << line;
    ++count;
  }
  EXPECT_GE(count, 47);
}

}  // namespace
}  // namespace touchstone::reference::bce_with_logits

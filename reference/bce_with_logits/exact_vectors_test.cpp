// Losses whose exact values were computed elsewhere, bit for bit.
#include "reference/bce_with_logits/exact_vectors.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "reference/bce_with_logits/loss.h"

namespace touchstone::reference::bce_with_logits {
namespace {

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

TEST(ExactVectors, ComeOutBitForBit) {
  for (const ExactVector& v : kExactVectors) {
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

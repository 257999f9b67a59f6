#include "tools/repro/cpp_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tools/repro/test_cases.h"

namespace touchstone::repro {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

record::CaseRecord Recorded(std::string reason) {
  record::CaseRecord recorded;
  recorded.status = record::CaseStatus::kFail;
  recorded.soc = "Ascend910B1";
  recorded.reason = std::move(reason);
  return recorded;
}

const char kHalf[] =
    "    inputs:\n"
    "      self: {shape: [3], dtype: fp16, data: {values: [0, .inf, 1]}}\n"
    "      target: {shape: [3], dtype: fp16, data: {values: [1, 0, 0.5]}}\n"
    "    attrs: {reduction: none}\n";

TEST(CppProgram, EmbedsInputsAndExpectedResultsAsBits) {
  const auto text = WriteCppProgram(CaseFrom(kHalf), Recorded("off"));
  ASSERT_TRUE(text.ok()) << text.error().ToString();
  EXPECT_THAT(*text, HasSubstr("#include \"aclnnop/aclnn_binary_cross_entropy_with_logits.h\""));
  EXPECT_THAT(*text, HasSubstr("std::vector<uint16_t>{0x0000, 0x7C00, 0x3C00}"));
  EXPECT_THAT(*text, HasSubstr("{kBits, 0x398C},"));  // ln 2 in fp16
  EXPECT_THAT(*text, HasSubstr("self.handle, target.handle, nullptr, nullptr, int64_t{0}, "
                               "out.handle, &workspace_bytes, &executor)"));
  EXPECT_THAT(*text, Not(HasSubstr("@")));
}

TEST(CppProgram, SaysWhatItCannotWrite) {
  suite::Case one = CaseFrom(kHalf);
  one.protocol.reuse_executor = true;
  EXPECT_TRUE(WriteCppProgram(one, Recorded("off")).ok());
  one.protocol.two_devices = true;
  const auto text = WriteCppProgram(one, Recorded("off"));
  ASSERT_FALSE(text.ok());
  EXPECT_THAT(text.error().message, HasSubstr("'protocol: two_devices' cannot be written"));
}

TEST(CppProgram, HostileTextStaysInItsComment) {
  suite::Case one = CaseFrom(kHalf);
  one.id = "s/*/ \\\nint main() { return 0; }";
  const auto text = WriteCppProgram(one, Recorded("a\nb\r\\"));
  ASSERT_TRUE(text.ok());
  for (size_t line = 0; line < 3; ++line) {
    size_t start = 0;
    for (size_t i = 0; i < line; ++i) start = text->find('\n', start) + 1;
    const size_t end = text->find('\n', start);
    EXPECT_EQ(text->substr(start, 2), "//");
    EXPECT_NE(text->at(end - 1), '\\');
  }
}

TEST(CppProgram, RefusesWhatItCannotEmbed) {
  const suite::Case large = Weighted(2000, 1000);
  const auto text = WriteCppProgram(large, Recorded(""));
  ASSERT_FALSE(text.ok());
  EXPECT_THAT(text.error().message, HasSubstr("too many to embed"));
}

}  // namespace
}  // namespace touchstone::repro

// The suite that import-atk writes means what the ATK file meant.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "framework/suite/test_support.h"

namespace touchstone::suite {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

// Everything but the place and where a standard was asked for.
std::string Meaning(Case one) {
  one.where = {};
  one.axes.clear();
  for (judge::StandardRequest& request : one.standards) request.provenance = "suite";
  return WriteSuite({one});
}

void ExpectRoundTrip(const std::vector<Case>& cases) {
  const std::string text = WriteReadableSuite(cases, {"A comment", "of two lines\nand a break"});
  const auto back = CasesOf(text, "imported.yaml");
  ASSERT_EQ(back.size(), cases.size());
  for (size_t i = 0; i < cases.size(); ++i) EXPECT_EQ(Meaning(back[i]), Meaning(cases[i]));
}

size_t RoundTripFolder(const fs::path& folder) {
  size_t count = 0;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    const auto loaded = LoadSuites({entry.path().string()});
    EXPECT_TRUE(loaded.ok()) << entry.path();
    if (!loaded.ok() || loaded->cases.empty()) continue;
    ExpectRoundTrip(loaded->cases);
    count += loaded->cases.size();
  }
  return count;
}

TEST(ReadableWriter, ShippedAtkSamplesComeBack) {
  EXPECT_GT(RoundTripFolder(fs::path(TOUCHSTONE_SOURCE_DIR) / "framework/suite/testdata"), 0u);
}

TEST(ReadableWriter, RealAtkFilesComeBack) {
  const fs::path folder = fs::path(TOUCHSTONE_SOURCE_DIR) / "../shared/data/atk";
  if (!fs::exists(folder)) GTEST_SKIP() << "no real ATK files beside the checkout";
  EXPECT_GE(RoundTripFolder(folder), 141u);
}

TEST(ReadableWriter, EverySettingComesBack) {
  ExpectRoundTrip(CasesOf(SuiteWithCase(
      "name: 'a \"quoted\" $$5 \\ näme'\n"
      "inputs:\n"
      "  self: {shape: [2, 3], dtype: fp16, strides: [-3, 1], offset: 3, format: NCHW,\n"
      "         data: [.inf, -.inf, .nan, 1e3, 0x1p-3, 0]}\n"
      "  target: null\n"
      "  weight: {shape: [], dtype: fp32, data: {uniform: [-0.1, 1e-5]}}\n"
      "  pos_weight: {shape: [3], dtype: fp32, view: reversed, data: soft_labels}\n"
      "outputs: {out: {strides: [16, 2], shape: [5, 8], storage_shape: [80], dtype: fp16}}\n"
      "attrs: {reduction: 7}\nseed: 18446744073709551615\ntags: [yes-tag, '1e3', '$$b', 'no']\n"
      "standards: [eco-v1, {eco-v3: {rtol: 1e-3}}]\nspecial_values: limit\nsoc: Ascend310P3\n"
      "contract: source\nrepeat: 9\ndeterminism: true\ntimeout_s: 1.5\ndata_key: k\n"
      "protocol: [reuse_executor]\n"
      "expect: {status: 561103, message: 'a: b # c', known_issue: because}")));
}

TEST(ReadableWriter, IsBlockStyleWithoutWhatIsAssumed) {
  const auto cases = CasesOf(SuiteWithCase("name: n\n" + kInputs + kAttrs + "tags: [t]"));
  const std::string text = WriteReadableSuite(cases, {"Hello"});
  EXPECT_THAT(text, testing::StartsWith("# Hello\nsuite: s\noperator: "
                                        "aclnnBinaryCrossEntropyWithLogits\ntags: [t]\ncases:\n"
                                        "  - name: \"n\"\n    inputs:\n      self:\n        dtype: "
                                        "fp32\n        shape: [4, 5]\n"));
  EXPECT_THAT(text, HasSubstr("    attrs:\n      reduction: none\n"));
  EXPECT_THAT(text, Not(HasSubstr("outputs")));
  EXPECT_THAT(text, Not(HasSubstr("seed")));
  EXPECT_THAT(text, Not(HasSubstr("data_key")));
}

}  // namespace
}  // namespace touchstone::suite

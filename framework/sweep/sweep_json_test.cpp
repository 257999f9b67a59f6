// What is written, and that the shipped JSON Schema accepts exactly that.
#include "framework/sweep/sweep_json.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "framework/sweep/fake_device.h"
#include "framework/sweep/sweep_text.h"

namespace touchstone::sweep {
namespace {

using nlohmann::json;
using Adapter = valijson::adapters::NlohmannJsonAdapter;

class SweepJson : public ::testing::Test {
 protected:
  SweepJson() {
    std::ifstream file(TOUCHSTONE_SOURCE_DIR "/framework/sweep/sweep.schema.json");
    const json text = json::parse(file);
    valijson::SchemaParser(valijson::SchemaParser::kDraft7).populateSchema(Adapter(text), schema_);
  }

  bool Accepts(const json& document) const {
    valijson::Validator validator;
    return validator.validate(schema_, Adapter(document), nullptr);
  }

  static std::string Text(const Doctor& doctor) {
    return ToJson(*SweepFake(TestPlan(), {}, doctor), {"1.2.3", {{"libopapi.so", "00ff"}}});
  }

  valijson::Schema schema_;
};

const Doctor kBroken = [](ChunkResult& chunk, std::vector<uint16_t>& output,
                          std::vector<uint8_t>&) {
  if (chunk.first != 0) return;
  output[1] ^= 0x40;
  output[2] = 0x7E00;
  chunk.differing = 1;
  chunk.first_differing = 5;
  chunk.problems = {"leak"};
};

TEST_F(SweepJson, SaysWhatWasFound) {
  const json good = json::parse(Text(nullptr));
  EXPECT_EQ(good["schema"], "touchstone.sweep/1");
  EXPECT_EQ(good["passed"], true);
  EXPECT_EQ(good["swept"]["complete"], true);
  EXPECT_EQ(good["swept"]["patterns"], 65536);
  EXPECT_EQ(good["constants"][0]["bits"], "0x3A00");
  EXPECT_EQ(good["runs"]["first_differing_bits"], nullptr);
  uint64_t elements = 0, binned = 0;
  for (const json& group : good["groups"]) elements += group["elements"].get<uint64_t>();
  for (const json& bin : good["result"]["ulp_histogram"]) binned += bin["elements"].get<uint64_t>();
  EXPECT_EQ(elements, 65536u);
  EXPECT_EQ(binned, good["result"]["compared_as_numbers"].get<uint64_t>());
  EXPECT_EQ(good["library_digests"]["libopapi.so"], "00ff");

  const json bad = json::parse(Text(kBroken));
  EXPECT_EQ(bad["passed"], false);
  EXPECT_EQ(bad["rounding_bound"]["state"], "fail");
  EXPECT_EQ(bad["rounding_bound"]["elements_beyond"], 2);
  EXPECT_EQ(bad["runs"]["first_differing_bits"], "0x0005");
  EXPECT_EQ(bad["problems"][0]["problem"], "leak");
  EXPECT_EQ(bad["worst"][0]["bits"], "0x0002");
  EXPECT_EQ(bad["worst"][0]["actual"], "NaN");
}

TEST_F(SweepJson, TheSchemaAcceptsWhatIsWritten) {
  EXPECT_TRUE(Accepts(json::parse(Text(nullptr))));
  EXPECT_TRUE(Accepts(json::parse(Text(kBroken))));
}

TEST_F(SweepJson, TheSchemaRefusesEveryMissingAndEveryUnknownKey) {
  const json sample = json::parse(Text(kBroken));
  size_t keys = 0;
  const json flat = sample.flatten();
  for (const auto& [path, value] : flat.items()) {
    const json::json_pointer pointer(path);
    const json::json_pointer parent = pointer.parent_pointer();
    // Digests are named by file; of equal list entries one of each kind is enough.
    if (!sample.at(parent).is_object()) continue;
    if (path.starts_with("/library_digests/")) continue;
    if (path.starts_with("/groups/") && !path.starts_with("/groups/1/")) continue;
    if (path.starts_with("/worst/") && !path.starts_with("/worst/0/")) continue;
    ++keys;
    json less = sample;
    less.at(parent).erase(pointer.back());
    EXPECT_FALSE(Accepts(less)) << path;
    json more = sample;
    more.at(parent)["unheard_of"] = 1;
    EXPECT_FALSE(Accepts(more)) << path;
    json other = sample;
    other.at(pointer) = json::array({1});
    EXPECT_FALSE(Accepts(other)) << path;
  }
  EXPECT_GT(keys, 70u);
}

TEST(SweepText, NamesBinsAndGroups) {
  EXPECT_EQ(BinText(0), "0");
  EXPECT_EQ(BinText(1), "(0, 0.5]");
  EXPECT_EQ(BinText(2), "(0.5, 1]");
  EXPECT_EQ(BinText(3), "(1, 2]");
  EXPECT_EQ(BinText(4), "(2, 4]");
  const Patterns fp16(tensor::FormatOf(tensor::DType::kFp16), 1);
  EXPECT_EQ(GroupText(fp16.GroupOf(0x0001)), "[0, 2^-14)");
  EXPECT_EQ(GroupText(fp16.GroupOf(0xBC00)), "-[2^0, 2^1)");
  EXPECT_EQ(GroupText(fp16.GroupOf(0x7C00)), "infinity");
  EXPECT_EQ(GroupText(fp16.GroupOf(0xFC01)), "-NaN");
}

TEST(SweepText, AMarkdownPageHoldsEveryGroup) {
  const auto result = SweepFake(TestPlan(), {}, nullptr);
  const std::string page = Markdown(*result);
  for (const GroupResult& group : result->groups) {
    EXPECT_NE(page.find("| " + GroupText(group.group) + " |"), std::string::npos);
  }
}

}  // namespace
}  // namespace touchstone::sweep

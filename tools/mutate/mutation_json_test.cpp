#include "tools/mutate/mutation_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "tools/mutate/sample_results.h"
#include "tools/mutate/scratch_directory.h"

namespace touchstone::mutate {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Adapter = valijson::adapters::NlohmannJsonAdapter;

std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

std::string ErrorOf(const std::string& text) {
  const auto results = ResultsFromJson(text, "mutation.json");
  return results ? "" : results.error().ToString();
}

TEST(MutationJson, RoundTripsEveryField) {
  const std::string text = ToJson(SampleResults());
  const auto again = ResultsFromJson(text, "mutation.json");
  ASSERT_TRUE(again) << again.error().ToString();
  EXPECT_EQ(ToJson(*again), text);
  EXPECT_EQ(again->mutants[2].outcomes[0].first.front(), "bce/smoke/first[n=1]");
  EXPECT_EQ(again->mutants[3].outcomes[1].changed_outputs, 2u);
}

bool Accepts(const json& document) {
  std::ifstream file(TOUCHSTONE_SOURCE_DIR "/tools/mutate/mutation.schema.json");
  const json text = json::parse(file);
  valijson::Schema schema;
  valijson::SchemaParser(valijson::SchemaParser::kDraft7).populateSchema(Adapter(text), schema);
  return valijson::Validator().validate(schema, Adapter(document), nullptr);
}

TEST(MutationJson, TheSchemaAcceptsWhatIsWrittenAndNoOtherKeys) {
  const json sample = json::parse(ToJson(SampleResults()));
  EXPECT_TRUE(Accepts(sample));
  for (const char* place : {"", "/mutants/2", "/mutants/2/outcomes/0"}) {
    const json::json_pointer at(place);
    for (const auto& [key, value] : sample.at(at).items()) {
      json broken = sample;
      broken.at(at).erase(key);
      EXPECT_FALSE(Accepts(broken)) << place << " without " << key;
      EXPECT_NE(ErrorOf(broken.dump()), "") << place << " without " << key;
    }
    json surplus = sample;
    surplus.at(at)["surplus"] = 1;
    EXPECT_FALSE(Accepts(surplus)) << place;
    EXPECT_THAT(ErrorOf(surplus.dump()), HasSubstr("surplus' is not a known key")) << place;
  }
}

TEST(MutationJson, RefusesWhatIsNotAWholeResult) {
  const std::string text = ToJson(SampleResults());
  EXPECT_THAT(ErrorOf(""), HasSubstr("empty"));
  EXPECT_THAT(ErrorOf(text.substr(0, text.size() / 2)), HasSubstr("truncated"));
  EXPECT_THAT(ErrorOf(Replaced(text, "mutation/1", "mutation/2")),
              HasSubstr(R"(the schema is "touchstone.mutation/2", but)"));
  EXPECT_THAT(ErrorOf(Replaced(text, R"("state":"killed")", R"("state":"kiled")")),
              HasSubstr("is no state of a mutant: \"kiled\""));
  EXPECT_THAT(ErrorOf(Replaced(text, R"("state":"killed")", R"("state":"survived")")),
              HasSubstr("mutant 'op_under_test/killed' is called survived, but 3 cases noticed it"));
  EXPECT_THAT(ErrorOf(Replaced(text, R"("noticed":3)", R"("noticed":4)")),
              HasSubstr("counts 3 cases, not 4"));
  EXPECT_THAT(ErrorOf(Replaced(text, "op_under_test/equal", "op_under_test/killed")),
              HasSubstr("two mutants have the id 'op_under_test/killed'"));
}

}  // namespace
}  // namespace touchstone::mutate

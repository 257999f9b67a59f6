// The shipped JSON Schema and the writer must agree: what one writes, the other accepts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "framework/record/record_fields.h"
#include "framework/record/record_json.h"
#include "framework/record/sample_record.h"

namespace touchstone::record {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using Adapter = valijson::adapters::NlohmannJsonAdapter;

class RunSchema : public ::testing::Test {
 protected:
  RunSchema() {
    std::ifstream file(TOUCHSTONE_SOURCE_DIR "/framework/record/run.schema.json");
    const json text = json::parse(file);
    valijson::SchemaParser(valijson::SchemaParser::kDraft7).populateSchema(Adapter(text), schema_);
  }

  std::string Problems(const json& document) {
    valijson::Validator validator;
    valijson::ValidationResults results;
    if (validator.validate(schema_, Adapter(document), &results)) return "";
    std::string problems;
    valijson::ValidationResults::Error error;
    while (results.popError(error)) {
      for (const std::string& part : error.context) problems += part;
      problems += ": " + error.description + "\n";
    }
    return problems;
  }

  valijson::Schema schema_;
};

TEST_F(RunSchema, AcceptsWhatIsWritten) {
  EXPECT_EQ(Problems(json::parse(ToJson(SampleRecord()))), "");
  EXPECT_EQ(Problems(json::parse(ToJson(RunRecord{}))), "");
}

TEST_F(RunSchema, RefusesEveryMissingAndEveryUnknownKey) {
  const json sample = json::parse(ToJson(SampleRecord()));
  size_t objects = 0;
  const json flat = sample.flatten();
  for (const auto& [path, value] : flat.items()) {
    const json::json_pointer pointer(path);
    const json::json_pointer parent_pointer = pointer.parent_pointer();
    const json& parent = sample.at(parent_pointer);
    // Free-form maps have no fixed keys; list entries have none at all.
    const std::string owner = parent_pointer.empty() ? "" : parent_pointer.back();
    if (!parent.is_object() || owner == "facts" || owner == "limits" || owner == "values" ||
        owner == "axes" || owner == "attributes" || owner == "library_digests" ||
        owner == "inputs") {
      continue;
    }
    if (++objects % 7 != 0) continue;  // a seventh of them covers every kind of object
    json broken = sample;
    broken.at(parent_pointer).erase(pointer.back());
    EXPECT_NE(Problems(broken), "") << path;
    broken = sample;
    broken.at(parent_pointer)["surplus"] = 1;
    EXPECT_NE(Problems(broken), "") << path;
  }
  EXPECT_GT(objects, 100u);
}

// Collects what record_fields.h lists.
struct Keys {
  std::vector<std::string> keys;
  template <typename T>
  void operator()(const char* key, const T&, Must = Must::kNothingMore) {
    keys.emplace_back(key);
  }
  void BitsOf(const std::string&) {}
  void Bits(const char* key, uint32_t) { keys.emplace_back(key); }
  void Check(const char*, bool, const char*) {}
};

template <typename Part>
void ExpectListed(const json& schema, std::vector<std::string> more = {}, const Part& part = {}) {
  Keys listed;
  VisitFields(listed, part);
  listed.keys.insert(listed.keys.end(), more.begin(), more.end());
  EXPECT_EQ(schema["required"].get<std::vector<std::string>>(), listed.keys);
  std::set<std::string> properties;
  for (const auto& [key, value] : schema["properties"].items()) properties.insert(key);
  EXPECT_EQ(properties, std::set<std::string>(listed.keys.begin(), listed.keys.end()));
  EXPECT_EQ(schema["additionalProperties"], false);
}

TEST_F(RunSchema, ListsTheSameFieldsAsTheRecord) {
  std::ifstream file(TOUCHSTONE_SOURCE_DIR "/framework/record/run.schema.json");
  const json text = json::parse(file);
  const json& parts = text["definitions"];
  ExpectListed<RunRecord>(text, {"cases"});
  ExpectListed<DeviceIdentity>(parts["device"]);
  ExpectListed<SuiteRecord>(parts["suite"]);
  ExpectListed<Summary>(parts["summary"]);
  ExpectListed<MutationRecord>(parts["mutation"]);
  ExpectListed<MutantRecord>(parts["mutant"]);
  ExpectListed<CaseRecord>(parts["case"]);
  TensorRecord given;
  given.presence = "given";
  ExpectListed<TensorRecord>(parts["given_tensor"], {}, given);
  ExpectListed<TensorRecord>(parts["other_tensor"]);
  ExpectListed<judge::Metrics>(parts["metrics"]);
  ExpectListed<judge::Verdict>(parts["verdict"]);
  ExpectListed<judge::WorstElement>(parts["worst"]);
  ExpectListed<DeterminismRecord>(parts["case"]["properties"]["determinism"]);
  ExpectListed<GuardRecord>(parts["case"]["properties"]["guards"]);
}

// Whatever is put in the place of whatever value, the schema refuses nothing that the reader takes,
// and the reader refuses more only where parts contradict each other.
TEST_F(RunSchema, AgreesWithTheReaderOnWrongValues) {
  RunRecord run = SampleRecord();
  std::erase_if(run.cases, [](const CaseRecord& one) { return one.status != CaseStatus::kFail; });
  run.cases[0].worst.resize(1);
  MakeConsistent(run);
  const json sample = json::parse(ToJson(run));
  const json flat = sample.flatten();
  size_t refused = 0;
  for (const auto& [path, value] : flat.items()) {
    for (const json& wrong : {json(nullptr), json(-1), json("zz"), json("-Infinity"),
                              json("a\nb"), json(json::array({-1}))}) {
      json broken = sample;
      broken.at(json::json_pointer(path)) = wrong;
      const bool accepted = Problems(broken).empty();
      const Result<RunRecord> read = RunFromJson(broken.dump(), "r");
      refused += accepted ? 0 : 1;
      if (read.ok()) {
        EXPECT_TRUE(accepted) << path << " = " << wrong;
      }
      if (read.ok() || !accepted) continue;
      EXPECT_THAT(read.error().message,
                  ::testing::AnyOf(HasSubstr("more than the"), HasSubstr("is no element of"),
                                   HasSubstr("does not match the cases"), HasSubstr("incomplete"),
                                   HasSubstr("contradicts the state"), HasSubstr("is no bit pattern")))
          << path << " = " << wrong;
    }
  }
  EXPECT_GT(refused, 300u);
}

TEST_F(RunSchema, RefusesUnknownStatusAndBareNull) {
  json broken = json::parse(ToJson(SampleRecord()));
  broken["cases"][0]["status"] = "passed";
  EXPECT_NE(Problems(broken), "");
  broken = json::parse(ToJson(SampleRecord()));
  broken["summary"]["seconds"] = nullptr;
  EXPECT_NE(Problems(broken), "");
}

}  // namespace
}  // namespace touchstone::record

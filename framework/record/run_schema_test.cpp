// The shipped JSON Schema and the writer must agree: what one writes, the other accepts.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "framework/record/record_json.h"
#include "framework/record/sample_record.h"

namespace touchstone::record {
namespace {

using nlohmann::json;
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

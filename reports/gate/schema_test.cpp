// The shipped JSON Schemas and the readers must agree: what one takes, the other accepts.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "reports/gate/gate_test_support.h"
#include "reports/gate/policy.h"

namespace touchstone::gate {
namespace {

using nlohmann::json;
using Adapter = valijson::adapters::NlohmannJsonAdapter;

json SchemaText(const std::string& name) {
  std::ifstream file(TOUCHSTONE_SOURCE_DIR "/reports/schema/" + name + ".schema.json");
  return json::parse(file);
}

bool Accepts(const std::string& name, const json& document) {
  const json text = SchemaText(name);
  valijson::Schema schema;
  valijson::SchemaParser(valijson::SchemaParser::kDraft7).populateSchema(Adapter(text), schema);
  valijson::Validator validator;
  return validator.validate(schema, Adapter(document), nullptr);
}

// Both the reader and the schema.
void ExpectBoth(const json& policy, bool accepted) {
  EXPECT_EQ(Accepts("policy", policy), accepted) << policy;
  EXPECT_EQ(PolicyFromYaml(policy.dump(), "p.json").ok(), accepted) << policy;
}

json Waiver() {
  return {{"cases", "s/*"},
          {"kind", "digest_change"},
          {"owner", "kim"},
          {"reason", "new exp"},
          {"expires", "2027-01-31"}};
}

TEST(PolicySchema, AgreesWithTheReader) {
  ExpectBoth(json::object(), true);
  ExpectBoth({{"waivers", json::array({Waiver()})}}, true);
  ExpectBoth({{"metrics", {{"duration_ms", {{"relative", 3}}}}}}, true);
  ExpectBoth({{"severities", {{"digest_change", "information"}}}}, true);
  ExpectBoth({{"severities", {{"foreign_record", "information"}}}}, false);
  ExpectBoth({{"severities", {{"digest_change", "waived"}}}}, false);
  ExpectBoth({{"metrics", {{"max_error_ulp", {{"relative", -1}}}}}}, false);
  ExpectBoth({{"metrics", {{"max_ulp", {{"relative", 1}}}}}}, false);
  ExpectBoth({{"surplus", 1}}, false);
  const json whole = Waiver();
  for (const auto& [key, value] : whole.items()) {
    json lacking = Waiver(), empty = Waiver(), surplus = Waiver();
    lacking.erase(key);
    empty[key] = "";
    surplus["surplus"] = value;
    ExpectBoth({{"waivers", json::array({lacking})}}, false);
    ExpectBoth({{"waivers", json::array({empty})}}, false);
    ExpectBoth({{"waivers", json::array({surplus})}}, false);
  }
}

TEST(PolicySchema, KnowsEveryMetricAndEveryKind) {
  const json schema = SchemaText("policy");
  std::set<std::string> kinds, metrics = {std::string(kDuration)};
  for (const FindingInfo& info : AllFindingKinds()) {
    if (info.adjustable) kinds.emplace(info.name);
  }
  for (const GateMetric& metric : AllGateMetrics()) metrics.emplace(metric.name);
  const auto keys = [](const json& object) {
    std::set<std::string> names;
    for (const auto& [key, value] : object.items()) names.insert(key);
    return names;
  };
  EXPECT_EQ(keys(schema["properties"]["metrics"]["properties"]), metrics);
  EXPECT_EQ(keys(schema["properties"]["severities"]["properties"]), kinds);
  EXPECT_EQ(schema["definitions"]["kind"]["enum"].get<std::set<std::string>>(), kinds);
}

TEST(BaselineSchema, AgreesWithTheReader) {
  record::RunRecord run = SmallRun();
  run.cases[0].metrics.reset();
  run.cases[1].metrics->max_relative_error = HUGE_VAL;
  const json good = json::parse(WriteBaseline(*MakeBaseline(run)));
  const auto both = [](const json& baseline, bool accepted) {
    EXPECT_EQ(Accepts("baseline", baseline), accepted) << baseline;
    EXPECT_EQ(BaselineFromJson(baseline.dump(), "b.json").ok(), accepted) << baseline;
  };
  both(good, true);
  for (const auto& [key, value] : good.items()) {
    json lacking = good;
    lacking.erase(key);
    both(lacking, false);
  }
  const auto broken = [&](auto change) {
    json copy = good;
    change(copy);
    both(copy, false);
  };
  broken([](json& b) { b["surplus"] = 1; });
  broken([](json& b) { b["schema"] = "touchstone.run/1"; });
  broken([](json& b) { b["schema"] = "touchstone.baseline/1"; });
  broken([](json& b) { b["templates"] = json::array(); });
  broken([](json& b) { b["templates"][0]["cases"] = json::array(); });
  broken([](json& b) { b["templates"][0].erase("cases"); });
  broken([](json& b) { b["templates"][0]["template"] = 1; });
  broken([](json& b) { b["templates"][0]["surplus"] = 1; });
  const auto in_row = [&](auto change) {
    broken([&](json& b) { change(b["templates"][0]["cases"][0]); });
  };
  in_row([](json& row) { row[0] = 1; });
  in_row([](json& row) { row[1] = "passed"; });
  in_row([](json& row) { row[3] = "NaN"; });
  in_row([](json& row) { row.erase(3); });
  broken([](json& b) { b["suites"]["s"].erase("digest"); });
  broken([](json& b) { b["suites"]["s"]["duration_ms"] = -1; });
  broken([](json& b) { b["coverage"]["dtype"] = nullptr; });
  broken([](json& b) { std::swap(b["columns"][3], b["columns"][4]); });
}

}  // namespace
}  // namespace touchstone::gate

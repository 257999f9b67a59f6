#include "framework/suite/atk_import.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <map>

#include "framework/suite/atk_case.h"
#include "framework/suite/atk_range.h"
#include "framework/suite/json_reader.h"
#include "framework/suite/test_support.h"

namespace touchstone::suite {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string kFolder = std::string(TOUCHSTONE_SOURCE_DIR) + "/framework/suite/testdata/";

LoadedSuites Load(const std::string& path) {
  auto loaded = LoadSuites({path});
  if (loaded.ok()) return std::move(*loaded);
  for (const Error& error : loaded.errors()) ADD_FAILURE() << error.ToString();
  return {};
}

TEST(AtkImport, RunnableCases) {
  const LoadedSuites loaded = Load(kFolder + "bce.json");
  EXPECT_THAT(IdsOf(loaded.cases),
              ElementsAre("bce/0", "bce/1", "bce/2", "bce/3", "bce/4", "bce/5", "bce/6"));
  EXPECT_EQ(loaded.files[0].name, "bce");
  EXPECT_EQ(loaded.files[0].case_count, 7u);
  EXPECT_TRUE(loaded.not_runnable.empty());

  const Case& mean = loaded.cases[0];
  EXPECT_EQ(mean.suite, "bce");
  EXPECT_EQ(mean.data_key, "bce/0");
  EXPECT_EQ(mean.where.line, 2);
  EXPECT_THAT(mean.tags, ElementsAre("atk", "boundary"));
  EXPECT_EQ(mean.inputs.at("weight").layout.shape, (tensor::Dims{2, 3}));
  EXPECT_EQ(mean.inputs.at("self").layout.dtype, tensor::DType::kFp16);
  EXPECT_EQ(mean.inputs.at("self").data.distribution, "uniform");
  EXPECT_EQ(std::get<double>(mean.inputs.at("self").data.parameters.at("low")), -1);
  EXPECT_EQ(mean.inputs.at("pos_weight").data.distribution, "constant");
  EXPECT_EQ(std::get<int64_t>(mean.attributes.at("reduction")), 1);
  EXPECT_EQ(mean.outputs.at("out").layout.shape, (tensor::Dims{1}));
  ASSERT_EQ(mean.standards.size(), 1u);
  EXPECT_EQ(mean.standards[0].name, "eco-v1");
  EXPECT_EQ(mean.standards[0].provenance, "atk single_bm (inferred)");
  EXPECT_TRUE(mean.standards[0].overrides.empty());

  const Case& none = loaded.cases[1];
  EXPECT_EQ(none.outputs.at("out").layout.shape, (tensor::Dims{4}));
  EXPECT_EQ(none.inputs.at("weight").presence, Presence::kAbsent);      // no shape
  EXPECT_EQ(none.inputs.at("pos_weight").presence, Presence::kAbsent);  // not listed
  EXPECT_EQ(none.inputs.at("target").layout.format, tensor::Format::kNcl);
  // The override for the output's dtype counts, the one for another dtype does not.
  EXPECT_THAT(none.standards[0].overrides, ElementsAre(testing::Pair("threshold", 0x1p-10)));
  EXPECT_EQ(none.seed, 77u);
}

TEST(AtkImport, RangesBecomeData) {
  const LoadedSuites loaded = Load(kFolder + "bce.json");
  const Case& specials = loaded.cases.at(2);
  const auto values = [&](const char* name) {
    const auto& spec = specials.inputs.at(name).data;
    EXPECT_EQ(spec.distribution, "values");
    std::vector<std::string> texts;
    for (const auto& literal : std::get<std::vector<data::Literal>>(spec.parameters.at("values"))) {
      texts.push_back(literal.text);
    }
    return texts;
  };
  EXPECT_THAT(values("self"), ElementsAre("-.inf", ".inf"));
  EXPECT_THAT(values("target"), ElementsAre(".nan"));
  EXPECT_EQ(specials.standards[0].name, "bitwise");

  const Case& normal = loaded.cases.at(3);
  const auto& drawn = normal.inputs.at("self").data;
  EXPECT_EQ(drawn.distribution, "normal");
  const double mean = std::get<double>(drawn.parameters.at("mean"));
  EXPECT_GE(mean, -1);
  EXPECT_LT(mean, 1);
  EXPECT_EQ(drawn, Load(kFolder + "bce.json").cases.at(3).inputs.at("self").data);
  EXPECT_EQ(std::get<double>(normal.inputs.at("target").data.parameters.at("value")), 0.9);
  EXPECT_EQ(normal.inputs.at("weight").data.distribution, "uniform");  // "default"
  EXPECT_EQ(normal.standards[0].name, "commercial-L0-floor");
  EXPECT_EQ(normal.standards[0].overrides.at("mare_ratio"), 5);
}

TEST(AtkImport, ErrorsPositionsAndWords) {
  const LoadedSuites loaded = Load(kFolder + "bce.json");
  EXPECT_FALSE(loaded.cases.at(4).expect.ok);
  EXPECT_EQ(loaded.cases.at(4).expect.message, "must match the size");
  // Inputs without names stand for the arguments at their places; a word for the reduction.
  EXPECT_EQ(loaded.cases.at(5).inputs.at("target").layout.shape, (tensor::Dims{0, 2}));
  EXPECT_EQ(std::get<int64_t>(loaded.cases.at(5).attributes.at("reduction")), 2);
  EXPECT_EQ(loaded.cases.at(5).standards, judge::DefaultStandards());
  ASSERT_EQ(loaded.warnings.size(), 2u);
  EXPECT_THAT(loaded.warnings[0].message, HasSubstr("outlier_values of 'self' are not applied"));
}

TEST(AtkImport, OtherOperatorsAreListedWithTheReason) {
  const LoadedSuites loaded = Load(kFolder + "other_operators.json");
  EXPECT_TRUE(loaded.cases.empty());
  ASSERT_EQ(loaded.not_runnable.size(), 4u);
  EXPECT_EQ(loaded.not_runnable[0].id, "other_operators/10");
  EXPECT_EQ(loaded.not_runnable[0].reason, "operator 'ScatterList' is not registered");
  EXPECT_EQ(loaded.not_runnable[1].reason, "operator 'ApplyAdamD' is not registered");
  EXPECT_EQ(loaded.not_runnable[0].where.line, 1);
  EXPECT_EQ(loaded.not_runnable[1].where.line, 9);
  EXPECT_EQ(loaded.files[0].case_count, 4u);
  // What could not be read of a case that is not run anyway is said, and is no error.
  ASSERT_EQ(loaded.warnings.size(), 2u);
  EXPECT_THAT(loaded.warnings[0].message,
              HasSubstr("unknown input field 'range_value'; did you mean "
                        "'range_values'?"));
  EXPECT_THAT(loaded.warnings[1].message, HasSubstr("range_values of an unknown form"));
}

std::string BceCase(const std::string& self, const std::string& acc = "\"single_bm\"",
                    const std::string& reduction = "0") {
  return "[{\"id\": 1, \"aclnn_name\": \"BinaryCrossEntropyWithLogits\", \"name\": \"x\",\n"
         "\"standard\": {\"acc\": " +
         acc +
         ", \"perf\": \"not_key\"},\n\"inputs\": [\n{\"name\": \"self\", \"type\": \"tensor\", " +
         self +
         "},\n{\"name\": \"target\", \"type\": \"tensor\", \"dtype\": \"fp32\", \"shape\": [4], "
         "\"range_values\": [0, 1]},\n"
         "{\"name\": \"reduction\", \"type\": \"attr\", \"dtype\": \"int\", \"shape\": null, "
         "\"range_values\": " +
         reduction + "}]}]";
}
const std::string kSelf = "\"dtype\": \"fp32\", \"shape\": [4], \"range_values\": [-1, 1]";
std::vector<std::string> AtkErrors(const std::string& text) { return ErrorsOf(text, "a.json"); }

TEST(AtkImport, WhatARunnableCaseGetsWrongIsAnErrorWithItsPlace) {
  EXPECT_THAT(AtkErrors(BceCase(kSelf)), ElementsAre());
  EXPECT_THAT(AtkErrors(BceCase(kSelf, "\"no_such\"")),
              ElementsAre(HasSubstr("2:21: unknown ATK standard 'no_such'; valid are: single_bm")));
  EXPECT_THAT(AtkErrors(BceCase(kSelf, "{\"single_bm\": {\"fp32_ebb\": 1}}")),
              ElementsAre("2:35: parameter 'fp32_ebb' of ATK's single_bm has no counterpart in "
                          "eco-v1; did you mean 'fp32_eb'?"));
  EXPECT_THAT(AtkErrors(BceCase(kSelf, "{\"single_bm\": {\"fp32_thd\": \"much\"}}")),
              ElementsAre("2:48: standard.acc.single_bm.fp32_thd must be a number, not 'much'"));
  EXPECT_THAT(AtkErrors(BceCase("\"dtype\": \"fp31\", \"shape\": [4], \"range_values\": [0, 1]")),
              ElementsAre(HasSubstr("4:1: self: ")));
  EXPECT_THAT(AtkErrors(BceCase("\"dtype\": \"fp32\", \"shape\": [-4], \"range_values\": [0, 1]")),
              ElementsAre("4:62: shape must be a list of extents, not '[-4]'"));
  EXPECT_THAT(AtkErrors(BceCase("\"dtype\": \"fp32\", \"shape\": null, \"range_values\": [0, 1]")),
              ElementsAre("4:1: 'self' has no shape"));
  EXPECT_THAT(AtkErrors(BceCase("\"dtype\": \"fp32\", \"shape\": [4], \"range_values\": \"wide\"")),
              ElementsAre("4:83: 'self' is a tensor, but its range_values are 'wide'"));
  EXPECT_THAT(AtkErrors(BceCase("\"dtype\": \"fp32\", \"shape\": [4], \"range_values\": [2, 1]")),
              ElementsAre(HasSubstr("4:1: self: ")));
  EXPECT_THAT(AtkErrors(BceCase(kSelf + ", \"shapes\": 1")),
              ElementsAre("4:92: unknown input field 'shapes'; did you mean 'shape'?"));
  EXPECT_THAT(AtkErrors(BceCase(kSelf, "\"equal\"", "1.5")),
              ElementsAre(HasSubstr("reduction must be one of none, mean, sum or an integer, not "
                                    "'1.5'")));
  EXPECT_THAT(AtkErrors(BceCase(kSelf, "\"equal\"", "null")),
              ElementsAre("6:1: 'reduction' has no range_values"));
  EXPECT_THAT(AtkErrors("[]"), ElementsAre("1:1: the file lists no case"));
  EXPECT_THAT(AtkErrors("[{\"id\": 1,]"), ElementsAre(HasSubstr("1:11: not valid JSON: ")));
}

// single_bm judges by eco-v1's table alone; an error balance named beside it is reported.
TEST(AtkImport, AnErrorBalanceIsAStandardOfItsOwn) {
  const auto standards = [](const std::string& acc) {
    return CasesOf(BceCase(kSelf, acc), "a.json").at(0).standards;
  };
  const auto own =
      standards("{\"single_bm\": {\"fp32_eb\": \"2**-12\", \"fp16_eb\": 1, \"fp32_error\": 0.5}}");
  ASSERT_EQ(own.size(), 2u);
  EXPECT_EQ(own[0].name, "eco-v1");
  EXPECT_THAT(own[0].overrides, ElementsAre(testing::Pair("threshold", 0.5)));
  EXPECT_EQ(own[1].name, "error-balance");
  EXPECT_THAT(own[1].overrides, ElementsAre(testing::Pair("max_error_balance", 0x1p-12)));
  EXPECT_EQ(own[1].provenance, "atk single_bm (inferred)");
  EXPECT_EQ(standards("{\"single_bm\": {\"fp16_eb\": 1}}").size(), 1u) << "not the output's dtype";
  EXPECT_THAT(AtkErrors(BceCase(kSelf, "{\"single_bm\": {\"fp32_eb\": -1}}")),
              ElementsAre(HasSubstr("'max_error_balance' of standard 'error-balance' is -1")));
}

TEST(AtkImport, AnArgumentTwiceOrUnknown) {
  std::string text = BceCase(kSelf);
  text.replace(text.find("\"target\""), 8, "\"self\"  ");
  EXPECT_THAT(AtkErrors(text), testing::Contains("5:1: 'self' is given twice"));
  text.replace(text.rfind("\"self\"  "), 8, "\"targit\"");
  EXPECT_THAT(AtkErrors(text), testing::Contains(HasSubstr("has no argument 'targit'; did you mean "
                                                           "'target'?")));
}

// ---- Real case files, when they are there
// --------------------------------------------------------

const std::filesystem::path kRealFiles =
    std::filesystem::path(TOUCHSTONE_SOURCE_DIR) / "../shared/data/atk";

TEST(AtkRealFiles, All141CasesOfTheOperatorCanBeRun) {
  const auto path = kRealFiles / "atk_aclnnBinaryCrossEntropyWithLogits.part.json";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "no real ATK files beside the checkout";
  const LoadedSuites loaded = Load(path.string());
  ASSERT_EQ(loaded.cases.size(), 141u);
  EXPECT_TRUE(loaded.not_runnable.empty());
  EXPECT_TRUE(loaded.warnings.empty());
  EXPECT_EQ(loaded.cases[0].id, "atk_aclnnBinaryCrossEntropyWithLogits.part/2");
  std::map<std::string_view, int> dtypes;
  std::map<int64_t, int> reductions;
  for (const Case& one : loaded.cases) {
    ++dtypes[tensor::Name(one.inputs.at("self").layout.dtype)];
    ++reductions[std::get<int64_t>(one.attributes.at("reduction"))];
    EXPECT_EQ(one.inputs.at("weight").presence, Presence::kGiven);
    EXPECT_EQ(one.standards.at(0).name, "eco-v1");
    EXPECT_EQ(one.standards.at(0).provenance, "atk single_bm (inferred)");
  }
  EXPECT_EQ(dtypes["fp16"], 42);
  EXPECT_EQ(dtypes["bf16"], 54);
  EXPECT_EQ(dtypes["fp32"], 45);
  EXPECT_THAT(reductions,
              ElementsAre(testing::Pair(0, 41), testing::Pair(1, 52), testing::Pair(2, 48)));
}

// Imported, written as a suite for people and loaded again, the cases are the same but for where they
// stand and the provenance of standards.
void ExpectRoundTrip(const LoadedSuites& loaded) {
  const auto back = CasesOf(WriteReadableSuite(loaded.cases, {}));
  ASSERT_EQ(IdsOf(back), IdsOf(loaded.cases));
  for (size_t i = 0; i < back.size(); ++i) {
    const Case& a = loaded.cases[i];
    const Case& b = back[i];
    EXPECT_TRUE(a.inputs == b.inputs) << a.id;
    EXPECT_TRUE(a.outputs == b.outputs) << a.id;
    EXPECT_TRUE(a.attributes == b.attributes) << a.id;
    EXPECT_EQ(a.op, b.op);
    EXPECT_EQ(a.seed, b.seed);
    EXPECT_EQ(a.data_key, b.data_key);
    EXPECT_EQ(a.tags, b.tags);
    EXPECT_EQ(a.expect, b.expect) << a.id;
    ASSERT_EQ(a.standards.size(), b.standards.size());
    for (size_t k = 0; k < a.standards.size(); ++k) {
      EXPECT_EQ(a.standards[k].name, b.standards[k].name);
      EXPECT_EQ(a.standards[k].overrides, b.standards[k].overrides);
    }
  }
}

TEST(AtkImport, TheWrittenSuiteMeansTheSame) { ExpectRoundTrip(Load(kFolder + "bce.json")); }

TEST(AtkRealFiles, TheWrittenSuiteMeansTheSame) {
  const auto path = kRealFiles / "atk_aclnnBinaryCrossEntropyWithLogits.part.json";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "no real ATK files beside the checkout";
  ExpectRoundTrip(Load(path.string()));
}

// What each form in the published files becomes; a range that is none of these would be counted as
// a list or a text.
TEST(AtkRealFiles, EveryKindOfRangeIsKnown) {
  if (!std::filesystem::exists(kRealFiles)) GTEST_SKIP() << "no real ATK files beside the checkout";
  std::map<AtkRange::Kind, int> tensors, attributes;
  int lists = 0, outliers = 0;
  std::vector<AtkSlip> slips;
  std::function<void(const AtkInput&)> count = [&](const AtkInput& input) {
    lists += input.members.empty() ? 0 : 1;
    for (const AtkInput& member : input.members) count(member);
    if (!input.members.empty()) return;
    outliers += input.outlier_values ? 1 : 0;
    ++(input.type.starts_with("tensor") ? tensors : attributes)[input.range.kind];
  };
  for (const auto& entry : std::filesystem::directory_iterator(kRealFiles)) {
    const auto text = ReadWholeFile(entry.path().string(), kMaxJsonBytes);
    ASSERT_TRUE(text.ok());
    const auto source = std::make_shared<const SourceText>(entry.path().string(), *text);
    Document document(source);
    Problems problems(*source);
    ReadJson(document, problems);
    for (const Node* node : document.root()->items) {
      for (const AtkInput& input : ReadAtkCase(*node, slips).inputs) count(input);
    }
  }
  using Kind = AtkRange::Kind;
  EXPECT_EQ(lists, 32);
  EXPECT_GT(tensors[Kind::kUniform], 1000);
  EXPECT_EQ(tensors[Kind::kNormal], 33);
  EXPECT_EQ(tensors[Kind::kSpecials], 5);
  EXPECT_EQ(tensors[Kind::kList], 0);
  EXPECT_EQ(tensors[Kind::kText], 0);
  EXPECT_EQ(tensors[Kind::kFlag], 0);
  EXPECT_EQ(attributes[Kind::kText], 16);
  EXPECT_EQ(attributes[Kind::kFlag], 10);
  EXPECT_GT(attributes[Kind::kConstant], 300);
  EXPECT_EQ(attributes[Kind::kNormal], 0);
  EXPECT_EQ(outliers, 0);
}

TEST(AtkRealFiles, EveryFormIsReadWhole) {
  if (!std::filesystem::exists(kRealFiles)) GTEST_SKIP() << "no real ATK files beside the checkout";
  size_t cases = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kRealFiles)) {
    const auto text = ReadWholeFile(entry.path().string(), kMaxJsonBytes);
    ASSERT_TRUE(text.ok());
    const auto source = std::make_shared<const SourceText>(entry.path().string(), *text);
    Document document(source);
    Problems problems(*source);
    ReadJson(document, problems);
    ASSERT_FALSE(problems.any()) << entry.path();
    std::vector<AtkSlip> slips;
    for (const Node* node : document.root()->items) {
      const AtkCase atk = ReadAtkCase(*node, slips);
      EXPECT_FALSE(atk.id.empty());
      EXPECT_FALSE(atk.operator_name.empty());
      EXPECT_FALSE(atk.standards.empty());
      EXPECT_EQ(atk.inputs.size(), node->Find("inputs")->items.size());
      ++cases;
    }
    for (const AtkSlip& slip : slips) {
      ADD_FAILURE() << source->Locate(slip.offset).line << ": " << slip.message;
    }
    const LoadedSuites loaded = Load(entry.path().string());
    EXPECT_EQ(loaded.cases.size() + loaded.not_runnable.size(), document.root()->items.size());
  }
  EXPECT_EQ(cases, 334u);
}

}  // namespace
}  // namespace touchstone::suite

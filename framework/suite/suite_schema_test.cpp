// The JSON Schema that editors use and the loader must agree, on every shipped suite and on bad
// ones.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "framework/data/generator.h"
#include "framework/judge/rule.h"
#include "framework/judge/standard.h"
#include "framework/soc/soc.h"
#include "framework/suite/case_expander.h"
#include "framework/suite/expectation_fields.h"
#include "framework/suite/scalar.h"
#include "framework/suite/source_text.h"
#include "framework/suite/test_support.h"
#include "framework/suite/yaml_reader.h"
#include "framework/tensor/dtype.h"
#include "framework/tensor/named_views.h"

namespace touchstone::suite {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using Adapter = valijson::adapters::NlohmannJsonAdapter;

// What a YAML 1.2 editor sees, with the loader's own rule for which plain words are doubtful.
json ScalarJson(const Node& node) {
  if (node.quoted) return node.text;
  if (const auto integer = ParseInteger(node.text); integer.ok()) return integer.value;
  if (const auto integer = ParseUnsigned(node.text); integer.ok()) return integer.value;
  if (const auto number = ParseNumber(node.text); number.ok() && std::isfinite(number.value)) {
    return number.value;
  }
  if (LooksBoolean(node.text)) return true;
  return node.text;
}

json ToJson(const Node& node) {
  if (node.is_null()) return nullptr;
  if (node.is_scalar()) return ScalarJson(node);
  if (node.is_list()) {
    json list = json::array();
    for (const Node* item : node.items) list.push_back(ToJson(*item));
    return list;
  }
  json map = json::object();
  for (const Entry& entry : node.entries) map[entry.key] = ToJson(*entry.value);
  return map;
}

class SuiteSchema : public testing::Test {
 protected:
  void SetUp() override {
    std::ifstream(std::string(TOUCHSTONE_SOURCE_DIR) + "/framework/suite/suite.schema.json") >>
        document_;
    valijson::SchemaParser(valijson::SchemaParser::kDraft7)
        .populateSchema(Adapter(document_), schema_);
  }

  bool Accepts(const std::string& text, std::string* why = nullptr) {
    const auto source = std::make_shared<const SourceText>("s.yaml", text);
    Document document(source);
    Problems problems(*source);
    ReadYaml(document, problems);
    EXPECT_FALSE(problems.any()) << text;
    const json value = ToJson(*document.root());
    valijson::Validator validator;
    valijson::ValidationResults results;
    const bool good = validator.validate(schema_, Adapter(value), &results);
    valijson::ValidationResults::Error error;
    while (why != nullptr && results.popError(error)) {
      for (const std::string& part : error.context) *why += part;
      *why += ": " + error.description + "\n";
    }
    return good;
  }

  std::set<std::string> Words(const std::string& pointer) {
    std::set<std::string> words;
    for (const json& word : document_.at(json::json_pointer(pointer))) words.insert(word);
    return words;
  }
  std::set<std::string> Keys(const std::string& pointer) {
    std::set<std::string> words;
    for (const auto& [key, value] : document_.at(json::json_pointer(pointer)).items()) {
      words.insert(key);
    }
    return words;
  }

  json document_;
  valijson::Schema schema_;
};

TEST_F(SuiteSchema, AcceptsEveryShippedSuite) {
  const auto loaded = LoadSuites({std::string(TOUCHSTONE_SOURCE_DIR) + "/cases"});
  ASSERT_TRUE(loaded.ok());
  for (const SuiteFile& file : loaded->files) {
    std::string why;
    EXPECT_TRUE(Accepts(*ReadWholeFile(file.path, kMaxYamlBytes), &why)) << file.path << "\n"
                                                                         << why;
  }
  EXPECT_GE(loaded->files.size(), 15u);
}

TEST_F(SuiteSchema, ItsWordsAreThoseOfTheRegistries) {
  std::set<std::string> dtypes, views, distributions, socs;
  for (const std::string& name : tensor::DTypeNames()) dtypes.insert(name);
  for (const auto& view : tensor::AllNamedViews()) views.emplace(view.name);
  for (const auto& one : data::AllDistributions()) distributions.insert(one.name);
  for (const auto& one : soc::AllSocs()) socs.emplace(one.name);
  const std::string tensor = "/definitions/input/anyOf/0/properties/";
  EXPECT_EQ(Words(tensor + "dtype/anyOf/0/enum"), dtypes);
  EXPECT_EQ(Words(tensor + "view/anyOf/0/enum"), views);
  const auto formats = tensor::FormatNames();
  EXPECT_EQ(Words(tensor + "format/anyOf/0/enum"),
            std::set<std::string>(formats.begin(), formats.end()));
  EXPECT_EQ(Words("/definitions/data/anyOf/3/enum"), distributions);
  EXPECT_EQ(Keys("/definitions/data/anyOf/4/properties"), distributions);
  EXPECT_EQ(Words("/definitions/soc/anyOf/0/enum"), socs);
  std::set<std::string> rules, presets;
  for (const judge::RuleKind* rule : judge::AllRules()) rules.emplace(rule->name());
  for (const judge::StandardInfo& one : judge::AllStandards()) {
    if (judge::DeterminismRuns(one.name)) presets.insert(one.name);
  }
  EXPECT_EQ(Words("/definitions/own_standard/properties/rule/enum"), rules);
  EXPECT_EQ(Words("/definitions/determinism/anyOf/1/enum"), presets);
  std::set<std::string> deviations;
  for (const ProtocolDeviation& deviation : ProtocolDeviations()) deviations.insert(deviation.name);
  EXPECT_EQ(Words("/definitions/deviation/anyOf/0/enum"), deviations);
  EXPECT_EQ(Keys("/definitions/case/properties/protocol/anyOf/2/properties"), deviations);
  EXPECT_EQ(Keys("/definitions/defaults/properties/protocol/anyOf/2/properties"), deviations);
  const auto& keys = CaseKeys(false);
  EXPECT_EQ(Keys("/definitions/case/properties"), std::set<std::string>(keys.begin(), keys.end()));
  const auto& defaults = DefaultsKeys();
  EXPECT_EQ(Keys("/definitions/defaults/properties"),
            std::set<std::string>(defaults.begin(), defaults.end()));
  std::set<std::string> inputs, outputs, attributes;
  for (const operators::OperatorDescription* op : operators::AllOperators()) {
    for (const operators::Argument& argument : op->arguments) {
      const bool is_input = argument.kind == operators::ArgumentKind::kTensor ||
                            argument.kind == operators::ArgumentKind::kOptionalTensor;
      const bool is_output = argument.kind == operators::ArgumentKind::kOutputTensor;
      (is_input ? inputs : is_output ? outputs : attributes).insert(argument.name);
    }
  }
  EXPECT_EQ(Keys("/definitions/inputs/properties"), inputs);
  EXPECT_EQ(Keys("/definitions/outputs/properties"), outputs);
  EXPECT_EQ(Keys("/definitions/attrs/properties"), attributes);
}

std::string With(const std::string& line) {
  return SuiteWithCase("name: n\n" + kInputs + kAttrs + line);
}
std::string WithSelf(const std::string& self) {
  return SuiteWithCase("name: n\ninputs: {self: " + self +
                       ", target: {shape: [4], dtype: fp32}}\n" + kAttrs);
}

// A suite with a standard of its own, which its case asks for.
std::string WithStandard(const std::string& standard) {
  return "suite: s\noperator: aclnnBinaryCrossEntropyWithLogits\nown_standards: [" + standard +
         "]\ncases:\n  - name: n\n    " +
         "inputs: {self: {shape: [4], dtype: fp32}, target: {shape: [4], dtype: fp32}}\n    " +
         kAttrs + "    standards: [mine]\n";
}

TEST_F(SuiteSchema, AcceptsWhatTheLoaderAccepts) {
  for (const std::string& text :
       {With(""),
        With("determinism: commercial-L2"),
        With("expect: {output_bits: 0x3F800000}"),
        With("expect: {output_values: .nan}"),
        With("expect: {output_digest: 0123456789abcdef}"),
        With("expect: [{soc: [Ascend910A, Ascend310P3], status: any_error}, {contract: source, "
             "known_issue: x}, {status: ok}]"),
        WithStandard("{name: mine, version: 1, citation: c, summary: s, rule: ulp, golden: exact, "
                     "numbers: {fp32: {max_ulp: 2}}}"),
        WithStandard("{name: mine, version: 1, citation: c, summary: s, rule: threshold, golden: "
                     "exact, gating: false, numbers: {fp32: {threshold: 2^-13, max_multiple: 10}}}"),
        With("seed: 9223372036854775807"),
        With("standards: [eco-v1, {eco-v3: {rtol: 1e-3}}]"),
        With("expect: 161002"),
        With("expect: {message: x}"),
        With("expect: any_error"),
        With("protocol: null_executor"),
        With("protocol: {reuse_executor: true}"),
        With("tags: [a, 1e3]"),
        With("timeout_s: 0.5"),
        With("matrix: {a: [p, q]}\ntags: [$a]"),
        With("pairwise: {a: [p, q], b: [1, 2]}\nwhere: a == p or b == 1\ntags: [$a, $b]"),
        With("matrix: {a: [p, q]}\nsample: {count: 1}\ntags: [$a]"),
        With("zip: [{a: [p]}, {b: [q]}]\ntags: [$a, $b]"),
        WithSelf("{shape: [4], dtype: fp32, data: 0.5}"),
        WithSelf("{shape: [4], dtype: fp32, data: [.inf, -.inf, .nan, 1e3]}"),
        WithSelf("{shape: [4], dtype: fp32, data: .nan}"),
        WithSelf("{shape: [4], dtype: fp32, data: {uniform: {low: -1, high: 1}}}"),
        WithSelf("{shape: [4], dtype: fp32, strides: [-1], offset: 3}"),
        WithSelf("{shape: [4], dtype: fp32, view: reversed, format: NCHW}"),
        WithSelf("null")}) {
    std::string why;
    EXPECT_TRUE(ErrorsOf(text).empty()) << text << ErrorsOf(text).front();
    EXPECT_TRUE(Accepts(text, &why)) << text << why;
  }
}

TEST_F(SuiteSchema, RefusesWhatTheLoaderRefuses) {
  for (const std::string& text :
       {std::string("suite: s\n"),
        std::string("cases: []\n"),
        With("redution: sum"),
        With("seed: x"),
        With("seed: -1"),
        With("seed: 1.5"),
        With("seed: '1'"),
        With("repeat: 1"),
        With("repeat: true"),
        With("determinism: 1"),
        With("determinism: commercial-L3"),
        With("determinism: eco-v3"),
        With("expect: []"),
        With("expect: [ok]"),
        With("expect: [{}]"),
        With("expect: [{soc: Ascend910Z, status: ok}, {status: ok}]"),
        With("expect: [{soc: [], status: ok}, {status: ok}]"),
        With("expect: [{contract: both, status: ok}, {status: ok}]"),
        With("expect: {soc: Ascend910A}"),
        With("expect: {output_bits: []}"),
        With("expect: {output_bits: -1}"),
        With("expect: {output_bits: 1.5}"),
        With("expect: {output_bits: 1, output_values: 1}"),
        With("expect: {output_values: one}"),
        With("expect: {output_digest: 0123}"),
        WithStandard("mine"),
        WithStandard("{name: mine}"),
        WithStandard("{name: mine, version: 1, citation: c, summary: s, rule: ulps, golden: exact, "
                     "numbers: {fp32: {max_ulp: 2}}}"),
        WithStandard("{name: mine, version: 1, citation: c, summary: s, rule: ulp, golden: right, "
                     "numbers: {fp32: {max_ulp: 2}}}"),
        WithStandard("{name: mine, version: 1, citation: c, summary: s, rule: ulp, golden: exact, "
                     "numbers: {fp23: {max_ulp: 2}}}"),
        WithStandard("{name: mine, version: 1, citation: c, summary: s, rule: ulp, golden: exact, "
                     "numbers: {fp32: {max_ulp: -2}}}"),
        WithStandard("{nmae: mine, version: 1, citation: c, summary: s, rule: ulp, golden: exact, "
                     "numbers: {fp32: {max_ulp: 2}}}"),
        With("timeout_s: 0"),
        With("timeout_s: -1"),
        With("tags: a"),
        With("tags: [yes]"),
        With("contract: sauce"),
        With("soc: Ascend910Z"),
        With("special_values: limits"),
        With("standards: []"),
        With("standards: eco-v3"),
        With("standards: [{eco-v3: {rtol: -1}}]"),
        With("standards: [{eco-v3: {rtol: x}}]"),
        With("standards: [{a: {}, b: {}}]"),
        With("expect: okay"),
        With("expect: -1"),
        With("expect: {}"),
        With("expect: {state: ok}"),
        With("expect: {strict: Executor}"),
        With("protocol: null_execuutor"),
        With("protocol: {reuse_executor: 1}"),
        With("matrix: {}"),
        With("matrix: {a: []}"),
        With("matrix: {a: x}"),
        With("matrix: {1a: [x]}"),
        With("matrix: [a]"),
        With("zip: 1"),
        With("pairwise: {}"),
        With("exclude: {a: b}"),
        With("exclude: [{}]"),
        With("where: {a: b}"),
        With("where: []"),
        With("sample: 5"),
        With("sample: {}"),
        With("sample: {count: 0}"),
        With("sample: {count: 1, sede: 2}"),
        With("inputs2: {}"),
        WithSelf("{shape: [4], dtype: fp61}"),
        WithSelf("{shape: 4, dtype: fp32}"),
        WithSelf("{shape: [-4], dtype: fp32}"),
        WithSelf("{shape: [4.5], dtype: fp32}"),
        WithSelf("{shape: ['4'], dtype: fp32}"),
        WithSelf("{shape: [yes], dtype: fp32}"),
        WithSelf("{shape: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1], dtype: fp32}"),
        WithSelf("{shape: [4], dtype: fp32, offset: -1}"),
        WithSelf("{shape: [4], dtype: fp32, view: mirrored}"),
        WithSelf("{shape: [4], dtype: fp32, format: NHCW}"),
        WithSelf("{shape: [4], dtype: fp32, data: unifrom}"),
        WithSelf("{shape: [4], dtype: fp32, data: {unifrom: [0, 1]}}"),
        WithSelf("{shape: [4], dtype: fp32, data: {uniform: [0, 1], normal: [0, 1]}}"),
        WithSelf("{shape: [4], dtype: fp32, data: ['1']}"),
        WithSelf("{shape: [4], dtype: fp32, data: [inf]}"),
        WithSelf("{shape: [4], dtype: fp32, dat: 1}"),
        WithSelf("nothing"),
        WithSelf("[4]"),
        SuiteWithCase("name: n\n" + kInputs + "attrs: {reduction: Mean}"),
        SuiteWithCase("name: n\n" + kInputs + "attrs: {reduction: 1.0}"),
        SuiteWithCase("name: n\n" + kInputs + "attrs: {reduction: '1'}"),
        SuiteWithCase("name: n\n" + kInputs + "attrs: {reduction: true}"),
        SuiteWithCase("name: n\n" + kInputs + "attrs: {redution: sum}"),
        SuiteWithCase("name: n\ninputs: {slef: null}\n" + kAttrs),
        SuiteWithCase(kInputs + kAttrs)}) {
    EXPECT_FALSE(ErrorsOf(text).empty()) << text;
    EXPECT_FALSE(Accepts(text)) << text;
  }
}

// A schema sees one value at a time; these need the loader.
TEST_F(SuiteSchema, WhatOnlyTheLoaderSees) {
  for (const std::string& text :
       {With("tags: [$a]"), With("matrix: {a: [p, p]}\ntags: [$a]"), With("standards: [eco-v99]"),
        WithSelf("{shape: [4], dtype: fp16, data: 1e5}"), WithSelf("absent"),
        WithSelf("{shape: [4], dtype: fp32, strides: [1, 1]}"), WithSelf("{shape: [4]}"),
        With("expect: [{contract: source, status: ok}]"),
        With("expect: [{status: ok}, {contract: source, status: 161002}]"),
        With("expect: {output_bits: [1, 2]}"), With("expect: {output_bits: 0x100000000}"),
        With("outputs: {out: {shape: [4, 5], dtype: fp32, strides: [0, 1]}}"),
        WithStandard("{name: ulp, version: 1, citation: c, summary: s, rule: ulp, golden: exact, "
                     "numbers: {fp32: {max_ulp: 2}}}")}) {
    EXPECT_FALSE(ErrorsOf(text).empty()) << text;
    EXPECT_TRUE(Accepts(text)) << text;
  }
}

}  // namespace
}  // namespace touchstone::suite

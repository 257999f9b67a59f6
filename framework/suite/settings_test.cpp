// Keys of a case besides tensors and axes: types, ranges and words, each with its message.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "framework/suite/expectation_fields.h"
#include "framework/suite/test_support.h"

namespace touchstone::suite {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string With(const std::string& line) {
  return SuiteWithCase("name: n\n" + kInputs + kAttrs + line);
}
Case One(const std::string& line) {
  auto cases = CasesOf(With(line));
  return cases.size() == 1 ? cases[0] : Case{};
}
std::vector<std::string> Errors(const std::string& line) { return ErrorsOf(With(line)); }

TEST(Settings, AllOfThem) {
  const Case one =
      One("seed: 18446744073709551615\nspecial_values: either\nsoc: Ascend310P3\ncontract: source\n"
          "repeat: 5\ndeterminism: true\ntimeout_s: 1e1\ntags: [a, 1e3]\ndata_key: 25921e05\n"
          "standards: [eco-v1, {eco-v3: {rtol: 1e-3}}]\nprotocol: [null_executor]");
  EXPECT_EQ(one.seed, std::numeric_limits<uint64_t>::max());
  EXPECT_EQ(one.special_values, judge::SpecialValues::kEither);
  EXPECT_EQ(one.soc, "Ascend310P3");
  EXPECT_EQ(one.contract, "source");
  EXPECT_EQ(one.repeat, 5);
  EXPECT_TRUE(one.determinism);
  EXPECT_EQ(one.timeout_seconds, 10);
  EXPECT_THAT(one.tags, ElementsAre("a", "1e3"));
  EXPECT_EQ(one.data_key, "25921e05");  // text stays text, though a reader may see a number
  ASSERT_EQ(one.standards.size(), 2u);
  EXPECT_EQ(one.standards[0].name, "eco-v1");
  EXPECT_EQ(one.standards[0].provenance, "suite");
  EXPECT_EQ(one.standards[1].overrides.at("rtol"), 1e-3);
  EXPECT_TRUE(one.protocol.null_executor);
  EXPECT_FALSE(one.protocol.reuse_executor);
}

TEST(Settings, NamesStayText) {
  EXPECT_EQ(CasesOf(SuiteWithCase("name: 1e3\n" + kInputs + kAttrs)).at(0).id, "s/1e3");
  EXPECT_THAT(ErrorsOf(SuiteWithCase("name: \"a\\nb\"\n" + kInputs + kAttrs)),
              ElementsAre("4:11: cases[0].name must be one line of text, not 'a b'"));
}

TEST(Settings, WrongTypes) {
  EXPECT_THAT(Errors("seed: -1"),
              ElementsAre("7:11: cases[0].seed must be an integer of 0 or more, not '-1': it is "
                          "outside 0 to 18446744073709551615"));
  EXPECT_THAT(Errors("seed: 1.0"),
              ElementsAre("7:11: cases[0].seed must be an integer of 0 or more, not '1.0'"));
  EXPECT_THAT(Errors("seed: '7'"), ElementsAre("7:11: cases[0].seed must be an integer of 0 or "
                                               "more, not '7': quotes make it text"));
  EXPECT_THAT(
      Errors("seed: 010"),
      ElementsAre("7:11: cases[0].seed must be an integer of 0 or more, not '010': a leading "
                  "zero means octal to some YAML readers; write it without"));
  EXPECT_THAT(Errors("seed:"),
              ElementsAre(HasSubstr("cases[0].seed must be an integer of 0 or more, not null")));
  EXPECT_THAT(
      Errors("determinism: yes"),
      ElementsAre("7:18: cases[0].determinism must be true or false, not 'yes': YAML readers "
                  "disagree on it; write true or false"));
  EXPECT_THAT(Errors("determinism: 'true'"),
              ElementsAre("7:18: cases[0].determinism must be true or false, not 'true'"));
  EXPECT_THAT(Errors("repeat: 1"),
              ElementsAre("7:13: cases[0].repeat must be an integer from 2 to 100000, not '1'"));
  EXPECT_THAT(
      Errors("timeout_s: 0"),
      ElementsAre("7:16: cases[0].timeout_s must be a number of seconds above 0 and at most "
                  "604800, not '0'"));
  EXPECT_THAT(Errors("timeout_s: .inf"), testing::SizeIs(1));
  EXPECT_THAT(Errors("timeout_s: .nan"), testing::SizeIs(1));
  EXPECT_THAT(Errors("tags: a"),
              ElementsAre("7:11: cases[0].tags must be a list of words, not 'a'"));
  EXPECT_THAT(
      Errors("tags: [on]"),
      ElementsAre("7:12: cases[0].tags must be text, not 'on': it is a boolean to some YAML "
                  "readers; quote it"));
  EXPECT_THAT(Errors("data_key: ''"), ElementsAre("7:15: cases[0].data_key must be text, not ''"));
  EXPECT_THAT(Errors("special_values: limits"),
              ElementsAre("7:21: cases[0].special_values: unknown value 'limits'; did you mean "
                          "'limit'?"));
  EXPECT_THAT(Errors("contract: [source]"),
              ElementsAre("7:15: cases[0].contract must be text, not '[source]'"));
  EXPECT_THAT(Errors("soc: Ascend910B9"), ElementsAre(HasSubstr("7:10: cases[0].soc: ")));
}

TEST(Settings, StandardsMustExistAndBeFinite) {
  EXPECT_THAT(Errors("standards: [eco-v9]"),
              ElementsAre(HasSubstr("7:17: cases[0].standards[0]: ")));
  EXPECT_THAT(Errors("standards: []"),
              ElementsAre("7:16: cases[0].standards must be a list of at least one standard, not "
                          "'[]'"));
  EXPECT_THAT(Errors("standards: eco-v3"),
              ElementsAre("7:16: cases[0].standards must be a list of at least one standard, not "
                          "'eco-v3'"));
  EXPECT_THAT(
      Errors("standards: [{eco-v3: {rtol: .inf}}, {eco-v1: {threshold: .nan}},\n"
             "  {ulp: {max_ulp: -1}}]"),
      ElementsAre("7:33: cases[0].standards[0].eco-v3.rtol must be a finite number of 0 or "
                  "more, not '.inf'",
                  "7:62: cases[0].standards[1].eco-v1.threshold must be a finite number of 0 "
                  "or more, not '.nan'",
                  HasSubstr("must be a finite number of 0 or more, not '-1'")));
  EXPECT_THAT(Errors("standards: [{eco-v3: {rtoll: 1}}]"), ElementsAre(HasSubstr("rtoll")));
  EXPECT_THAT(Errors("standards: [eco-v3, eco-v3]"),
              ElementsAre("7:25: cases[0].standards names 'eco-v3' again"));
  EXPECT_THAT(Errors("standards: [{eco-v3: 1}]"),
              ElementsAre("7:26: cases[0].standards[0].eco-v3 must be a map from parameter to "
                          "number, not '1'"));
  // The long form is for resolved cases: a suite cannot invent a provenance.
  EXPECT_THAT(Errors("standards: [{standard: eco-v3, provenance: x}]"), testing::SizeIs(1));
}

TEST(Settings, Expectations) {
  EXPECT_EQ(One("expect: ok").expect, Expectation{});
  EXPECT_EQ(One("expect: 0").expect, Expectation{});
  const Expectation by_name = One("expect: ACLNN_ERR_PARAM_INVALID").expect;
  EXPECT_FALSE(by_name.ok);
  EXPECT_EQ(by_name.status, 161002);
  EXPECT_EQ(One("expect: 561103").expect.status, 561103);
  EXPECT_EQ(One("expect: any_error").expect.ok, false);
  EXPECT_EQ(One("expect: any_error").expect.status, std::nullopt);
  const Expectation whole =
      One("expect: {status: 161001, message: \"[self]\", strict: leak, known_issue: slow}").expect;
  EXPECT_EQ(whole.status, 161001);
  EXPECT_EQ(whole.message, "[self]");
  EXPECT_EQ(whole.strict_report, "leak");
  EXPECT_EQ(whole.known_issue, "slow");
  EXPECT_FALSE(One("expect: {message: x}").expect.ok);
  EXPECT_TRUE(One("expect: {known_issue: why}").expect.ok);

  EXPECT_THAT(Errors("expect: ACLNN_ERR_PARAM_INVALD"),
              ElementsAre("7:13: cases[0].expect: unknown status 'ACLNN_ERR_PARAM_INVALD'; did you "
                          "mean 'ACLNN_ERR_PARAM_INVALID'?"));
  EXPECT_THAT(Errors("expect: crash and burn"),
              ElementsAre("7:13: cases[0].expect: unknown status 'crash and burn'; valid are: ok, "
                          "any_error, a status name such as ACLNN_ERR_PARAM_INVALID, a status "
                          "number"));
  EXPECT_THAT(
      Errors("expect: -5"),
      ElementsAre("7:13: cases[0].expect must be an integer from 0 to 2147483647, not '-5'"));
  EXPECT_THAT(Errors("expect: {status: ok, message: x}"),
              ElementsAre("7:35: cases[0].expect.message checks the text of an error, but the "
                          "expected status is ok"));
  EXPECT_THAT(Errors("expect: [ok]"), testing::SizeIs(1));
  EXPECT_THAT(Errors("expect: {}"), testing::SizeIs(1));
  EXPECT_THAT(
      Errors("expect: {strict: Executor}"),
      ElementsAre("7:22: cases[0].expect.strict must be the kind of a strict report, such as "
                  "executor_reuse, not 'Executor'"));
}

TEST(Settings, DeterminismPresets) {
  const Case one = One("determinism: commercial-L0");
  EXPECT_TRUE(one.determinism);
  EXPECT_EQ(one.repeat, 50);
  EXPECT_EQ(One("determinism: commercial-L2").repeat, 1000);
  EXPECT_EQ(One("repeat: 60\ndeterminism: commercial-L0").repeat, 60);
  EXPECT_THAT(Errors("determinism: commercial-L4"),
              ElementsAre(HasSubstr("7:18: cases[0].determinism: unknown value 'commercial-L4'; did "
                                    "you mean 'commercial-L")));
  EXPECT_THAT(Errors("determinism: eco-v3"), ElementsAre(HasSubstr("unknown value 'eco-v3'")));
}

TEST(Settings, ProtocolDeviations) {
  EXPECT_TRUE(One("protocol: reuse_executor").protocol.reuse_executor);
  EXPECT_TRUE(One("protocol: {null_workspace: true}").protocol.null_workspace);
  EXPECT_FALSE(One("protocol: {null_workspace: false}").protocol.null_workspace);
  EXPECT_THAT(
      Errors("protocol: [reuse_executer]"),
      ElementsAre("7:16: cases[0].protocol: unknown deviation 'reuse_executer'; did you mean "
                  "'reuse_executor'?"));
  EXPECT_THAT(Errors("protocol: {null_workspace: on}"), testing::SizeIs(1));
  for (const ProtocolDeviation& deviation : ProtocolDeviations()) {
    Protocol expected;
    expected.*deviation.member = true;
    EXPECT_EQ(One(std::string("protocol: ") + deviation.name).protocol, expected);
  }
}

TEST(Settings, DefaultsGiveWayToTheCase) {
  const auto cases = CasesOf(
      "suite: s\noperator: aclnnBinaryCrossEntropyWithLogits\ntags: [top]\n"
      "defaults:\n"
      "  seed: 7\n  tags: [d]\n  attrs: {reduction: mean}\n"
      "  inputs:\n"
      "    self: {shape: [4], dtype: fp32, data: {constant: 2}}\n"
      "    target: {shape: [4], dtype: fp32}\n"
      "    weight: {shape: [1], dtype: fp32}\n"
      "cases:\n"
      "  - name: a\n"
      "  - name: b\n    seed: 8\n    tags: [own]\n    attrs: {reduction: sum}\n"
      "    inputs: {self: {dtype: fp16}, weight: absent}\n");
  ASSERT_EQ(cases.size(), 2u);
  EXPECT_EQ(cases[0].seed, 7u);
  EXPECT_THAT(cases[0].tags, ElementsAre("d", "top"));
  EXPECT_EQ(cases[0].inputs.at("weight").presence, Presence::kGiven);
  EXPECT_EQ(cases[1].seed, 8u);
  EXPECT_THAT(cases[1].tags, ElementsAre("own", "top"));
  EXPECT_EQ(std::get<int64_t>(cases[1].attributes.at("reduction")), 2);
  EXPECT_EQ(cases[1].inputs.at("self").layout.dtype, tensor::DType::kFp16);
  EXPECT_EQ(cases[1].inputs.at("self").layout.shape, (tensor::Dims{4}));
  EXPECT_EQ(cases[1].inputs.at("self").data, cases[0].inputs.at("self").data);
  EXPECT_EQ(cases[1].inputs.at("weight").presence, Presence::kAbsent);
  EXPECT_THAT(ErrorsOf("suite: s\noperator: aclnnBinaryCrossEntropyWithLogits\n"
                       "defaults: {matrix: {a: [1]}}\ncases: [{name: n}]\n"),
              testing::Contains(HasSubstr("3:12: unknown key 'defaults.matrix'")));
}

}  // namespace
}  // namespace touchstone::suite

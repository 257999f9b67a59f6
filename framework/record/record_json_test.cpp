#include "framework/record/record_json.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <locale>

#include "framework/record/sample_record.h"

namespace touchstone::record {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  if (at != std::string::npos) text.replace(at, from.size(), to);
  return text;
}

// The first error of reading `text`, or "" when it could be read.
std::string ErrorOf(const std::string& text) {
  const Result<RunRecord> run = RunFromJson(text, "run.json");
  return run ? "" : run.error().ToString();
}

TEST(RecordJson, RoundTripsEveryField) {
  const RunRecord run = SampleRecord();
  const std::string text = ToJson(run);
  const Result<RunRecord> again = RunFromJson(text, "run.json");
  ASSERT_TRUE(again) << again.error().ToString();
  EXPECT_EQ(ToJson(*again), text);
  ASSERT_EQ(again->cases.size(), run.cases.size());
  for (size_t i = 0; i < run.cases.size(); ++i) {
    const Result<CaseRecord> one = CaseFromJson(ToJson(run.cases[i]));
    ASSERT_TRUE(one) << one.error().ToString();
    EXPECT_EQ(ToJson(*one), ToJson(run.cases[i]));
    EXPECT_EQ(ToJson(run.cases[i]).find('\n'), std::string::npos);
  }
}

TEST(RecordJson, DoublesRoundTripBitForBit) {
  for (const double value : {0.1, 1e-9, 5e-324, 1.7976931348623157e308, -0.0, 2112.0,
                             0.30000000000000004, 6.02214076e23}) {
    CaseRecord one = SamplePass("x", "fp32", "none");
    one.metrics->max_error_ulp = value;
    one.metrics->mean_error_ulp = 0;
    const Result<CaseRecord> again = CaseFromJson(ToJson(one));
    ASSERT_TRUE(again);
    EXPECT_EQ(again->metrics->max_error_ulp, value);
    EXPECT_EQ(std::signbit(again->metrics->max_error_ulp), std::signbit(value));
  }
}

// G3-26: strict JSON, and no name is taken for a number.
TEST(RecordJson, NonFiniteNumbersAreStringsAndNamesStayUntouched) {
  CaseRecord one = SamplePass("BaNaNa Infinity", "fp32", "none");
  one.metrics->max_relative_error = std::numeric_limits<double>::infinity();
  one.metrics->mean_relative_error = std::numeric_limits<double>::quiet_NaN();
  one.metrics->mean_signed_error_ulp = -std::numeric_limits<double>::infinity();
  const std::string text = ToJson(one);
  EXPECT_THAT(text, HasSubstr(R"("id":"BaNaNa Infinity")"));
  EXPECT_THAT(text, HasSubstr(R"("mean_relative_error":"NaN","max_relative_error":"Infinity")"));
  EXPECT_THAT(text, HasSubstr(R"("mean_signed_error_ulp":"-Infinity")"));
  const Result<CaseRecord> again = CaseFromJson(text);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->id, one.id);
  EXPECT_TRUE(std::isnan(again->metrics->mean_relative_error));
  EXPECT_EQ(again->metrics->max_relative_error, std::numeric_limits<double>::infinity());
}

TEST(RecordJson, BytesThatAreNotUtf8BecomeVisible) {
  CaseRecord one = SamplePass("a\xFFz", "fp32", "none");
  one.axes["k\xFE"] = std::string("nul\0end", 7);
  const Result<CaseRecord> again = CaseFromJson(ToJson(one));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->id, "a\\xffz");
  EXPECT_EQ(again->axes.at("k\\xfe"), std::string("nul\0end", 7));
}

struct CommaForPoint : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

// G3-08.
TEST(RecordJson, IgnoresTheLocale) {
  const RunRecord run = SampleRecord();
  const std::string text = ToJson(run);
  const std::locale before = std::locale::global(std::locale(std::locale(), new CommaForPoint));
  const std::string other = ToJson(run);
  const Result<RunRecord> again = RunFromJson(text, "run.json");
  std::locale::global(before);
  EXPECT_EQ(other, text);
  ASSERT_TRUE(again);
  EXPECT_EQ(ToJson(*again), text);
}

TEST(RecordJson, EqualRunsDifferOnlyInTheirTimingFields) {
  RunRecord a = SampleRecord(), b = SampleRecord();
  b.started_at = "2031-01-01T00:00:00Z";
  b.summary.seconds = 99;
  for (CaseRecord& one : b.cases) one.duration_ms += 3;
  EXPECT_NE(ToJson(a), ToJson(b));
  EXPECT_EQ(ToJson(WithoutTiming(a)), ToJson(WithoutTiming(b)));
  b.cases[0].workspace_bytes += 1;
  EXPECT_NE(ToJson(WithoutTiming(a)), ToJson(WithoutTiming(b)));
}

TEST(RecordJson, RefusesWhatIsNotAWholeRecord) {
  const std::string text = ToJson(SampleRecord());
  EXPECT_THAT(ErrorOf(""), HasSubstr("run.json: the file is empty"));
  EXPECT_THAT(ErrorOf(" \n"), HasSubstr("empty"));
  EXPECT_THAT(ErrorOf("[]"), HasSubstr("must be an object"));
  EXPECT_THAT(ErrorOf("{}"), HasSubstr("'schema' is missing"));
  EXPECT_THAT(ErrorOf(text + "x"), HasSubstr("not valid JSON"));
  for (size_t size = 1; size < text.size() - 2; size += 97) {
    EXPECT_THAT(ErrorOf(text.substr(0, size)), HasSubstr("truncated")) << size;
  }
}

// What a killed writer or a full disk leaves: the record cut after any of its bytes.
TEST(RecordJson, RefusesARecordTornAtAnyByte) {
  RunRecord run = SampleRecord();
  run.cases.resize(1);
  MakeConsistent(run);
  const std::string text = ToJson(run);
  ASSERT_EQ(ErrorOf(text), "");
  for (size_t size = 0; size + 1 < text.size(); ++size) {  // the last byte is the line end
    ASSERT_NE(ErrorOf(text.substr(0, size)), "") << size;
  }
}

TEST(RecordJson, RefusesAnotherSchemaBeforeAnythingElse) {
  EXPECT_THAT(ErrorOf(Replaced(ToJson(SampleRecord()), "touchstone.run/1", "touchstone.run/2")),
              HasSubstr(R"(run.json:2:11: the schema is "touchstone.run/2", but that of a run record )"
                        R"(is "touchstone.run/1")"));
}

TEST(RecordJson, RefusesMissingUnknownAndDoubledKeys) {
  const std::string text = ToJson(SampleRecord());
  EXPECT_THAT(ErrorOf(Replaced(text, R"("workspace_bytes":16777216,)", "")),
              HasSubstr("'cases[0].workspace_bytes' is missing"));
  EXPECT_THAT(ErrorOf(Replaced(text, R"("status":"crash","reason")", R"("status":"crash","raeson")")),
              HasSubstr("'cases[0].rea"));
  EXPECT_THAT(ErrorOf(Replaced(text, R"("planned": 12,)", R"("planned": 12, "plannd": 1,)")),
              HasSubstr("'plannd' is not a known key; did you mean 'planned'?"));
  EXPECT_THAT(ErrorOf(Replaced(text, R"("planned": 12,)", R"("planned": 12, "planned": 12,)")),
              HasSubstr("run.json:9:16: the key 'planned' is there twice"));
}

TEST(RecordJson, RefusesWrongTypesAndNames) {
  const std::string text = ToJson(SampleRecord());
  EXPECT_THAT(ErrorOf(Replaced(text, R"("planned": 12)", R"("planned": null)")),
              HasSubstr("'planned' must be a non-negative integer"));
  EXPECT_THAT(ErrorOf(Replaced(text, R"("max_error_ulp":0.5)", R"("max_error_ulp":null)")),
              HasSubstr("max_error_ulp' must be a number"));
  EXPECT_THAT(ErrorOf(Replaced(text, R"("max_error_ulp":0.5)", R"("max_error_ulp":NaN)")),
              HasSubstr("not valid JSON"));
  EXPECT_THAT(ErrorOf(Replaced(text, R"("max_error_ulp":0.5)", R"("max_error_ulp":1e999)")),
              HasSubstr(": the number 1e999 is too large"));
  EXPECT_THAT(ErrorOf(Replaced(text, R"("status":"crash")", R"("status":"")")),
              HasSubstr("'cases[0].status' is \"\"; valid are: pass, fail"));
  EXPECT_THAT(ErrorOf(Replaced(text, R"("status":"crash")", R"("status":"pas")")),
              HasSubstr("did you mean 'pass'?"));
  EXPECT_THAT(
      ErrorOf(Replaced(text, R"("pass":true,"state":"pass")", R"("pass":false,"state":"pass")")),
      HasSubstr("contradicts the state"));
}

// G3-16: planned = pass + fail + ... must hold; a blank status is refused above.
TEST(RecordJson, RefusesASummaryThatDoesNotCountTheCases) {
  const std::string text = ToJson(SampleRecord());
  EXPECT_THAT(ErrorOf(Replaced(text, R"("failed":1)", R"("failed":0)")),
              HasSubstr("it states 0 failed, the cases hold 1"));
  EXPECT_THAT(ErrorOf(Replaced(text, R"("planned": 12)", R"("planned": 200)")),
              HasSubstr("200 cases were planned, 12 are there"));
}

// The one error of the record after `change`.
template <typename Change>
std::string ErrorAfter(Change change) {
  RunRecord run = SampleRecord();
  EXPECT_EQ(run.cases[8].status, CaseStatus::kPass);
  change(run.cases[8]);
  const Result<RunRecord> read = RunFromJson(ToJson(run), "run.json");
  if (read) return "";
  EXPECT_EQ(read.errors().size(), 1u) << read.errors()[1].ToString();
  EXPECT_THAT(read.error().ToString(), ::testing::MatchesRegex("run.json:[0-9]+:[0-9]+: .*"));
  return read.error().message;
}

TEST(RecordJson, RefusesNumbersThatCannotBe) {
  const auto of_metrics = [](auto member, auto value) {
    return ErrorAfter([&](CaseRecord& one) { (*one.metrics).*member = value; });
  };
  using judge::Metrics;
  EXPECT_EQ(of_metrics(&Metrics::max_error_ulp, -1),
            "'cases[8].metrics.max_error_ulp' must not be negative, but is -1");
  EXPECT_THAT(of_metrics(&Metrics::max_absolute_error, -HUGE_VAL), HasSubstr("but is -inf"));
  EXPECT_EQ(of_metrics(&Metrics::max_absolute_error, HUGE_VAL), "");
  EXPECT_EQ(of_metrics(&Metrics::mean_signed_error_ulp, -1), "");
  EXPECT_EQ(of_metrics(&Metrics::correctly_rounded, 2),
            "'cases[8].metrics.correctly_rounded' is 2, more than the 1 elements");
  EXPECT_EQ(of_metrics(&Metrics::mean_error_ulp, 0.75),
            "'cases[8].metrics.mean_error_ulp' is 0.75, more than the largest error, 0.5");
  EXPECT_THAT(of_metrics(&Metrics::ulp_histogram, std::vector<uint64_t>{1, 1}),
              HasSubstr("ulp_histogram' is 1, more than the 0 elements left"));
  EXPECT_THAT(ErrorAfter([](CaseRecord& one) { one.metrics->nan = one.metrics->positive_infinity = 1; }),
              HasSubstr("nan' is 2, more than the 1 elements, together with infinities"));
  EXPECT_THAT(ErrorAfter([](CaseRecord& one) { one.inputs[0].shape = {4, -1}; }),
              HasSubstr("'cases[8].inputs[0].shape' must not be negative, but is -1"));
  EXPECT_THAT(ErrorAfter([](CaseRecord& one) { one.worst[0].error_ulp = -0.5; }),
              HasSubstr("'cases[8].worst[0].error_ulp' must not be negative"));
  EXPECT_THAT(ErrorAfter([](CaseRecord& one) { one.determinism.runs = -2; }), HasSubstr("runs"));
  EXPECT_THAT(ErrorAfter([](CaseRecord& one) { one.duration_ms = std::nan(""); }),
              HasSubstr("duration_ms' must be finite"));
}

TEST(RecordJson, RefusesTextsThatCannotBe) {
  EXPECT_EQ(ErrorAfter([](CaseRecord& one) { one.id = ""; }), "'cases[8].id' must not be empty");
  EXPECT_THAT(ErrorAfter([](CaseRecord& one) { one.id = "z\nz"; }),
              HasSubstr("'cases[8].id' holds a line end or control character"));
  EXPECT_EQ(ErrorAfter([](CaseRecord& one) { one.output.digest = "zz"; }),
            "'cases[8].output.digest' is no digest of 16 or 32 hex digits: \"zz\"");
  const std::string text = ToJson(SampleRecord());
  EXPECT_THAT(ErrorOf(Replaced(text, "00112233445566778899aabbccddeeff", "0011")),
              HasSubstr("run.json:6:113: 'device.library_digests' of 'libascendcl.so' is no digest"));
}

TEST(RecordJson, RefusesPartsThatContradictEachOther) {
  EXPECT_EQ(ErrorAfter([](CaseRecord& one) { one.worst[0].coordinates = {0}; }),
            "'cases[8].worst[0].coordinates' is no element of the output's shape []");
  EXPECT_EQ(ErrorAfter([](CaseRecord& one) { one.worst[0].index = 1; }),
            "'cases[8].worst[0].index' is no element of the output's shape []");
  EXPECT_EQ(ErrorAfter([](CaseRecord& one) {
              one.verdicts[0].state = judge::VerdictState::kFail;
            }),
            "'cases[8].status' is pass, but the verdict of eco-v3 is fail");
}

TEST(RecordJson, MutationResultsAreOptionalButStrict) {
  RunRecord run = SampleRecord();
  run.mutation.reset();
  const Result<RunRecord> without = RunFromJson(ToJson(run), "run.json");
  ASSERT_TRUE(without);
  EXPECT_FALSE(without->mutation);
  const auto error_after = [](auto change) {
    RunRecord changed = SampleRecord();
    change(*changed.mutation);
    return ErrorOf(ToJson(changed));
  };
  EXPECT_THAT(error_after([](MutationRecord& m) { m.mutants[1].state = "dead"; }),
              HasSubstr("'mutation.mutants[1].state' must be killed, survived, equivalent or error"));
  EXPECT_THAT(error_after([](MutationRecord& m) { m.mutants[2].noticed_by.clear(); }),
              HasSubstr("'mutation.mutants[2].noticed_by' contradicts the state"));
  EXPECT_THAT(error_after([](MutationRecord& m) { m.mutants[1].id = m.mutants[0].id; }),
              HasSubstr("two mutants have the id 'judge/ulp'"));
  EXPECT_THAT(error_after([](MutationRecord& m) { m.digest = "12"; }), HasSubstr("is no digest"));
  const std::string text = ToJson(SampleRecord());
  EXPECT_THAT(ErrorOf(Replaced(text, R"("noticed_by":["smoke"])", R"("noticed":["smoke"])")),
              HasSubstr("noticed_by' is missing"));
}

TEST(RecordJson, BitPatternsHaveTheWidthOfTheirType) {
  for (const auto& [dtype, bits] :
       {std::pair{"fp32", "0x00000001"}, {"fp16", "0x0001"}, {"bf16", "0x0001"}}) {
    CaseRecord one = SamplePass("x", dtype, "none");
    one.worst[0].actual_bits = 1;
    const std::string text = ToJson(one);
    const std::string field = fmt::format("\"actual_bits\":\"{}\"", bits);
    EXPECT_THAT(text, HasSubstr(field));
    for (const char* wrong : {"0x1", "0x000001", "0xGGGG", "0x00000001F", "00000001"}) {
      const Result<CaseRecord> read = CaseFromJson(
          Replaced(text, field, fmt::format("\"actual_bits\":\"{}\"", wrong)));
      ASSERT_FALSE(read) << wrong;
      EXPECT_THAT(read.error().message, HasSubstr("'worst[0].actual_bits' is no bit pattern of "));
    }
  }
}

// G3-29: a later case cannot hide an earlier one.
TEST(RecordJson, RefusesTwoCasesOfOneName) {
  RunRecord run = SampleRecord();
  run.cases.push_back(run.cases.front());
  MakeConsistent(run);
  EXPECT_THAT(ErrorOf(ToJson(run)), ::testing::MatchesRegex("run.json:14:7: two cases have the id .*"));
}

TEST(RecordJson, ReadRecordSaysWhyAFileCannotBeRead) {
  const Result<RunRecord> missing = ReadRecord("/nonexistent/run.json");
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().ToString(), HasSubstr("/nonexistent/run.json: No such file"));
  const Result<RunRecord> directory = ReadRecord("/");
  ASSERT_FALSE(directory);
  EXPECT_THAT(directory.error().ToString(), HasSubstr("/: "));
}

TEST(Record, SummaryCountsEveryStatusOnce) {
  const RunRecord run = SampleRecord();
  uint64_t sum = 0;
  for (const CaseStatus status : AllStatuses()) {
    EXPECT_EQ(CountOf(run.summary, status), status == CaseStatus::kPass ? 2u : 1u) << Name(status);
    EXPECT_EQ(StatusFromName(Name(status)), status);
    EXPECT_EQ(IsGood(status), Name(status) == "pass" || Name(status) == "known_issue");
    sum += CountOf(run.summary, status);
  }
  EXPECT_EQ(sum, run.summary.cases);
  EXPECT_FALSE(StatusFromName("passed"));
}

}  // namespace
}  // namespace touchstone::record

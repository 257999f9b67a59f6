#include "reports/junit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <pugixml.hpp>

#include "framework/record/sample_record.h"

namespace touchstone::reports {
namespace {

using namespace std::string_literals;
using record::CaseStatus;
using record::RunRecord;
using ::testing::HasSubstr;

// What an independent, strict parser and the schema say of a text: "" when it is valid.
std::string Problems(const std::string& xml) {
  const auto folder =
      std::filesystem::temp_directory_path() / ("junit_test." + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "junit.xml", std::ios::binary) << xml;
  const std::string command =
      "xmllint --noout --schema '" TOUCHSTONE_SOURCE_DIR "/reports/schema/junit.xsd' '" +
      (folder / "junit.xml").string() + "' 2> '" + (folder / "problems").string() + "'";
  const int status = std::system(command.c_str());
  std::string problems;
  std::getline(std::ifstream(folder / "problems"), problems, '\0');
  std::filesystem::remove_all(folder);
  return status == 0 ? "" : "xmllint: " + problems;
}

bool HaveXmllint() { return std::system("command -v xmllint > /dev/null") == 0; }

// The element of the only testcase of a run whose only case has this status: "" for none.
std::string ElementFor(CaseStatus status) {
  RunRecord run = record::SampleRecord();
  run.cases = {record::SamplePass("x", "fp32", "none")};
  run.cases[0].status = status;
  run.cases[0].reason = "why";
  record::MakeConsistent(run);
  pugi::xml_document document;
  EXPECT_TRUE(document.load_string(WriteJunit(run).c_str()));
  pugi::xml_node outcome;
  int tests = 0;
  for (pugi::xml_node suite : document.child("testsuites").children("testsuite")) {
    for (pugi::xml_node test : suite.children("testcase")) {
      ++tests;
      outcome = test.first_child();
      const std::string counter = outcome.empty()                ? ""
                                  : outcome.name() == "failure"s ? "failures"
                                  : outcome.name() == "error"s   ? "errors"
                                                                 : "skipped";
      for (const char* name : {"failures", "errors", "skipped"}) {
        EXPECT_EQ(suite.attribute(name).as_int(), name == counter ? 1 : 0) << name;
      }
    }
  }
  EXPECT_EQ(tests, 1);
  return outcome.name();
}

TEST(Junit, OnlyGoodStatusesLookGood) {
  EXPECT_EQ(ElementFor(CaseStatus::kPass), "");
  EXPECT_EQ(ElementFor(CaseStatus::kKnownIssue), "skipped");
  for (const CaseStatus status : {CaseStatus::kFail, CaseStatus::kWrongStatus, CaseStatus::kReview,
                                  CaseStatus::kUndecided, CaseStatus::kUnexpectedPass}) {
    EXPECT_EQ(ElementFor(status), "failure") << record::Name(status);
  }
  for (const CaseStatus status :
       {CaseStatus::kCrash, CaseStatus::kTimeout, CaseStatus::kDeviceFault, CaseStatus::kNotRun}) {
    EXPECT_EQ(ElementFor(status), "error") << record::Name(status);
  }
}

TEST(Junit, FollowsTheSchema) {
  if (!HaveXmllint()) GTEST_SKIP() << "xmllint (libxml2-utils) is not installed";
  EXPECT_EQ(Problems(WriteJunit(record::SampleRecord())), "");
  EXPECT_EQ(Problems(WriteJunit(RunRecord{})), "");
  EXPECT_NE(Problems("<testsuites/>"), "");  // the check can fail
}

// G3-13: one bad character must not hide the whole run.
TEST(Junit, HostileTextsStayVisibleAndTheFileReadable) {
  RunRecord run = record::SampleRecord();
  run.cases[0].id = "a<b>&\"\0\x1b[31m\x0b\xff"s;
  run.cases[0].suite = "]]>\x01";
  run.cases[0].status = CaseStatus::kFail;
  run.cases[0].reason = "]]> \xEF\xBF\xBE & <c>\r\n\x7f";
  run.cases[0].error_text = "\x1b]0;title\x07";
  run.command = "\x02";
  record::MakeConsistent(run);
  const std::string xml = WriteJunit(run);
  if (HaveXmllint()) {
    EXPECT_EQ(Problems(xml), "");
  }
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(xml.c_str()));
  const auto found = document.select_node("//testcase[contains(@name, 'a<b>')]");
  ASSERT_TRUE(found);
  EXPECT_STREQ(found.node().attribute("name").value(), "a<b>&\"\\x00\\x1b[31m\\x0b\\xff");
  EXPECT_THAT(found.node().child("failure").attribute("message").value(),
              HasSubstr("]]> \\u{fffe} & <c>\\x0d"));
  EXPECT_THAT(found.node().child("failure").text().get(), HasSubstr("\\x1b]0;title\\x07"));
}

// G3-22: nothing run is no success.
TEST(Junit, AnEmptyRunIsAnError) {
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(WriteJunit(RunRecord{}).c_str()));
  EXPECT_STREQ(document.select_node("//testcase/error").node().attribute("message").value(),
               "not run: nothing was run");
}

TEST(Junit, CountsAddUp) {
  pugi::xml_document document;
  const RunRecord run = record::SampleRecord();
  ASSERT_TRUE(document.load_string(WriteJunit(run).c_str()));
  const pugi::xml_node suite = document.child("testsuites").child("testsuite");
  EXPECT_EQ(suite.attribute("tests").as_uint(), 12u);
  EXPECT_EQ(suite.attribute("failures").as_uint(), 5u);
  EXPECT_EQ(suite.attribute("errors").as_uint(), 4u);
  EXPECT_EQ(suite.attribute("skipped").as_uint(), 1u);
}

}  // namespace
}  // namespace touchstone::reports

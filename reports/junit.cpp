#include "reports/junit.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <pugixml.hpp>
#include <sstream>
#include <vector>

#include "framework/record/safe_text.h"
#include "reports/case_text.h"

namespace touchstone::reports {
namespace {

using record::CaseRecord;
using record::CaseStatus;
using record::RunRecord;
using record::VisibleText;

// Which element of a testcase tells of a status; nullptr for a plain pass.
const char* ElementFor(CaseStatus status) {
  switch (status) {
    case CaseStatus::kPass:
      return nullptr;
    case CaseStatus::kKnownIssue:
      return "skipped";
    case CaseStatus::kFail:
    case CaseStatus::kWrongStatus:
    case CaseStatus::kUnexpectedPass:
    case CaseStatus::kReview:
    case CaseStatus::kUndecided:
      return "failure";
    case CaseStatus::kCrash:
    case CaseStatus::kTimeout:
    case CaseStatus::kDeviceFault:
    case CaseStatus::kNotRun:
      return "error";
  }
  return "error";
}

struct Tally {
  size_t tests = 0, failures = 0, errors = 0, skipped = 0;
  double seconds = 0;
};

Tally Count(const std::vector<const CaseRecord*>& cases) {
  Tally tally;
  for (const CaseRecord* one : cases) {
    ++tally.tests;
    tally.seconds += one->duration_ms / 1000;
    const char* element = ElementFor(one->status);
    if (element == nullptr) continue;
    const std::string_view name = element;
    ++(name == "failure" ? tally.failures : name == "error" ? tally.errors : tally.skipped);
  }
  return tally;
}

void Set(pugi::xml_node node, const char* name, const std::string& value) {
  node.append_attribute(name).set_value(VisibleText(value).c_str());
}

// A decimal number, never in exponent form, which xs:decimal does not know.
std::string Seconds(double seconds) { return fmt::format("{:.6f}", seconds); }

void AddProperty(pugi::xml_node properties, const std::string& name, const std::string& value) {
  pugi::xml_node property = properties.append_child("property");
  Set(property, "name", name);
  Set(property, "value", value);
}

void AddProperties(pugi::xml_node suite, const RunRecord& run) {
  pugi::xml_node properties = suite.append_child("properties");
  AddProperty(properties, "tool_version", run.tool_version);
  AddProperty(properties, "command", run.command);
  AddProperty(properties, "soc", run.device.soc);
  AddProperty(properties, "contract", run.device.contract);
  AddProperty(properties, "libraries", run.device.libraries);
  for (const auto& [file, digest] : run.device.library_digests) {
    AddProperty(properties, "digest of " + file, digest);
  }
  AddProperty(properties, "seed", std::to_string(run.seed));
  AddProperty(properties, "planned", std::to_string(run.planned));
}

void AddCase(pugi::xml_node suite, const CaseRecord& one) {
  pugi::xml_node test = suite.append_child("testcase");
  std::string class_name = one.suite.empty() ? "cases" : one.suite;
  std::replace(class_name.begin(), class_name.end(), '/', '.');  // CI servers fold at dots
  Set(test, "name", one.id);
  Set(test, "classname", class_name);
  Set(test, "time", Seconds(one.duration_ms / 1000));
  const char* element = ElementFor(one.status);
  if (element == nullptr) return;
  pugi::xml_node outcome = test.append_child(element);
  const std::string status = StatusText(one.status);
  const bool named = one.reason.starts_with(status);
  const std::string reason = named                ? one.reason
                             : one.reason.empty() ? status
                                                  : fmt::format("{}: {}", status, one.reason);
  if (std::string_view(element) == "skipped") return Set(outcome, "message", reason);
  Set(outcome, "message", Shortened(reason, 4000));
  Set(outcome, "type", std::string(record::Name(one.status)));
  const std::string details = fmt::format("{}", fmt::join(DetailLines(one), "\n"));
  outcome.append_child(pugi::node_pcdata).set_value(details.c_str());
}

}  // namespace

std::string WriteJunit(const RunRecord& run) {
  std::map<std::string, std::vector<const CaseRecord*>> suites;
  for (const record::SuiteRecord& suite : run.suites) suites[suite.name];
  for (const CaseRecord& one : run.cases) suites[one.suite].push_back(&one);
  CaseRecord nothing;  // a file without test cases would read as success
  if (run.cases.empty()) {
    nothing.id = nothing.suite = "run";
    nothing.reason = "nothing was run";
    suites = {{nothing.suite, {&nothing}}};
  }
  std::string timestamp = run.started_at;
  if (timestamp.ends_with('Z')) timestamp.pop_back();  // the schema wants no zone
  if (timestamp.empty()) timestamp = "1970-01-01T00:00:00";

  pugi::xml_document document;
  pugi::xml_node declaration = document.append_child(pugi::node_declaration);
  declaration.append_attribute("version").set_value("1.0");
  declaration.append_attribute("encoding").set_value("UTF-8");
  pugi::xml_node root = document.append_child("testsuites");
  int number = 0;
  for (const auto& [name, cases] : suites) {
    const Tally tally = Count(cases);
    pugi::xml_node suite = root.append_child("testsuite");
    Set(suite, "id", std::to_string(number++));
    Set(suite, "name", name.empty() ? "cases" : name);
    Set(suite, "package", "touchstone");
    Set(suite, "hostname", "localhost");
    Set(suite, "timestamp", timestamp);
    Set(suite, "tests", std::to_string(tally.tests));
    Set(suite, "failures", std::to_string(tally.failures));
    Set(suite, "errors", std::to_string(tally.errors));
    Set(suite, "skipped", std::to_string(tally.skipped));
    Set(suite, "time", Seconds(tally.seconds));
    AddProperties(suite, run);
    for (const CaseRecord* one : cases) AddCase(suite, *one);
    suite.append_child("system-out");
    suite.append_child("system-err");
  }
  std::ostringstream text;
  text.imbue(std::locale::classic());
  document.save(text, "  ", pugi::format_default, pugi::encoding_utf8);
  return std::move(text).str();
}

}  // namespace touchstone::reports

// Runs the cases that GoogleTest selected, all in one go, and keeps their records.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "framework/diagnostics/error.h"
#include "framework/record/record.h"
#include "framework/suite/suite.h"

namespace touchstone::tools {

/// Listens for the start of the program, when filter and shard are known, runs the chosen cases in
/// worker processes and hands each test its record. One object per program.
class SuiteRun final : public ::testing::EmptyTestEventListener {
 public:
  explicit SuiteRun(suite::LoadedSuites suites);

  /// Registers one GoogleTest test per case.
  void RegisterTests();

  void OnTestProgramStart(const ::testing::UnitTest& unit_test) override;

  /// The record of a case, or nullptr with the reason in `failure()`.
  const record::CaseRecord* Find(const std::string& id) const;
  const std::string& failure() const { return failure_; }

 private:
  suite::LoadedSuites suites_;
  std::map<std::string, std::string> id_of_test_;  ///< "Suite.Test" -> case id
  std::map<std::string, record::CaseRecord> records_;
  std::string failure_ = "the run gave no record of this case";
};

}  // namespace touchstone::tools

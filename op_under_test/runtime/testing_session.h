// For tests: a runtime with device 0 set, configured by environment variables.
#pragma once

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <initializer_list>
#include <string>
#include <utility>

#include "acl/acl.h"

namespace npusim {

/// Sets the variables, initialises, and undoes both at the end. Strict reports are gathered.
class TestingSession {
 public:
  using Variables = std::initializer_list<std::pair<const char*, const char*>>;

  explicit TestingSession(Variables variables = {}) : reports_(memfd_create("reports", 0)) {
    for (const char* name : {"NPUSIM_SOC", "NPUSIM_CONTRACT", "NPUSIM_CORES", "NPUSIM_THREADS",
                             "NPUSIM_SCHEDULE_SEED", "NPUSIM_ISA"}) {
      unsetenv(name);
    }
    for (const auto& [name, value] : variables) setenv(name, value, 1);
    setenv("NPUSIM_REPORT_FD", std::to_string(reports_).c_str(), 1);
    EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS) << aclGetRecentErrMsg();
    EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    while (aclGetRecentErrMsg() != nullptr && !IsSource(variables)) {
    }
    aclrtGetLastError(ACL_RT_THREAD_LEVEL);
  }
  ~TestingSession() {
    aclFinalize();
    unsetenv("NPUSIM_REPORT_FD");
    close(reports_);
  }
  TestingSession(const TestingSession&) = delete;
  TestingSession& operator=(const TestingSession&) = delete;

  /// All strict reports so far.
  std::string Reports() const {
    std::string text(static_cast<size_t>(lseek(reports_, 0, SEEK_END)), '\0');
    EXPECT_EQ(pread(reports_, text.data(), text.size(), 0), static_cast<ssize_t>(text.size()));
    return text;
  }

 private:
  static bool IsSource(Variables variables) {
    for (const auto& [name, value] : variables) {
      if (std::string(value) == "source") return true;
    }
    return false;
  }

  int reports_;
};

}  // namespace npusim

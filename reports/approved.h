// Approved outputs: whole files that a person has looked at, kept in reports/testdata.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

namespace touchstone::reports {

/// Expects `text` to be the approved file's bytes. With TOUCHSTONE_APPROVE=1 in the environment the
/// file is written instead; look at the change before committing it.
inline void ExpectApproved(const std::string& file_name, const std::string& text) {
  const std::string path = TOUCHSTONE_SOURCE_DIR "/reports/testdata/" + file_name;
  if (std::getenv("TOUCHSTONE_APPROVE") != nullptr) std::ofstream(path, std::ios::binary) << text;
  std::ifstream file(path, std::ios::binary);
  std::ostringstream approved;
  approved << file.rdbuf();
  ASSERT_FALSE(approved.str().empty()) << path << " is missing";
  EXPECT_EQ(text, approved.str()) << path << " differs; TOUCHSTONE_APPROVE=1 accepts the change";
}

}  // namespace touchstone::reports

// The keys of a case that are neither tensors, attributes nor axes; also allowed under `defaults`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "framework/suite/case.h"
#include "framework/suite/fields.h"

namespace touchstone::suite {

/// What these keys say; the default member values hold where nothing is written.
struct Settings {
  uint64_t seed = 1;
  std::string data_key;                           ///< "": the case id
  std::vector<judge::StandardRequest> standards;  ///< empty: the judge's default standards
  judge::SpecialValues special_values = judge::SpecialValues::kArithmetic;
  std::string soc;
  std::string contract;
  int repeat = 2;
  bool determinism = false;
  double timeout_seconds = 0;
  std::vector<std::string> tags;
  Protocol protocol;
  Expectation expect;
  std::vector<ExpectationRule> expect_rules;
  const Node* expect_node = nullptr;  ///< for problems that need the rest of the case
};

/// One key. Adding a setting means adding a row to SettingKeys().
struct SettingKey {
  const char* name;
  void (*read)(ReadContext&, const Node&, const std::string& path, Settings&);
};
const std::vector<SettingKey>& SettingKeys();

/// The word a suite writes for `value`.
std::string_view Name(judge::SpecialValues value);

}  // namespace touchstone::suite

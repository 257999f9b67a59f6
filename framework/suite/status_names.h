// Names of the status codes that a call can return, for suites, messages and reports.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone::suite {

struct StatusName {
  int code;
  std::string_view name;     ///< "ACLNN_ERR_PARAM_INVALID"
  std::string_view meaning;  ///< one line, for `explain`
};

/// The codes of aclnnStatus (published list of return codes) and the runtime codes that a
/// synchronisation can return (published error code headers of the runtime).
const std::vector<StatusName>& AllStatusNames();

/// The code called `name`; nothing when there is none.
std::optional<int> StatusCode(std::string_view name);
/// The row of `code`; nullptr when it has no name here.
const StatusName* FindStatus(int code);
/// "161002 (ACLNN_ERR_PARAM_INVALID)", or the number alone.
std::string StatusText(int code);

}  // namespace touchstone::suite

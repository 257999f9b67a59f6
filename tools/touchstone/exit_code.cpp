#include "tools/touchstone/exit_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "reports/summary.h"

namespace touchstone::tools {

ExitCode ExitCodeFor(const Errors& errors) {
  const bool infrastructure = std::any_of(errors.begin(), errors.end(), [](const Error& error) {
    return error.kind == ErrorKind::kInfrastructure;
  });
  return infrastructure ? kInfrastructure : kBadInput;
}

ExitCode ExitCodeFor(const record::RunRecord& record) {
  if (record.planned != record.cases.size()) return kInfrastructure;
  return reports::AsExpected(record) ? kAllAsExpected : kNotAsExpected;
}

ExitCode Report(const Errors& errors) {
  for (const Error& error : errors) fmt::print(stderr, "error: {}\n", error.ToString());
  if (errors.size() > 1) fmt::print(stderr, "{} errors\n", errors.size());
  return ExitCodeFor(errors);
}

}  // namespace touchstone::tools

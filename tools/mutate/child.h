// A program that is started, waited for and killed when it takes too long.
#pragma once

#include <string>
#include <vector>

#include "framework/diagnostics/error.h"

namespace touchstone::mutate {

struct ChildEnd {
  int exit_code = -1;      ///< 128 + signal when a signal ended it
  bool timed_out = false;  ///< it was killed after its time
  bool ok() const { return exit_code == 0 && !timed_out; }
};

/// Runs `arguments` (the first is a path or found in PATH) in `directory`, standard input closed,
/// standard output and error together in the file `log`. After `timeout_seconds` the child and all
/// that it has started are killed; they do not outlive this process. Error (infrastructure): it
/// cannot be started, the log cannot be written.
Result<ChildEnd> RunChild(const std::vector<std::string>& arguments, const std::string& directory,
                          const std::string& log, double timeout_seconds);

}  // namespace touchstone::mutate

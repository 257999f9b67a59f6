// The processes that a process has started, and those that they have started.
#pragma once

#include <sys/types.h>

#include <vector>

namespace touchstone::run {

/// Descendants of `ancestor` at this moment, from /proc; the ancestor itself is not among them. A
/// process whose parent has ended no longer belongs to its grandparent and is not found.
std::vector<pid_t> Descendants(pid_t ancestor);

}  // namespace touchstone::run

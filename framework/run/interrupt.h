// SIGINT and SIGTERM as a wish to end the run early.
#pragma once

#include <signal.h>

namespace touchstone::run {

/// While one of these lives, the two signals set a flag in the place of ending the process. The
/// flag is cleared at the start and can be read afterwards. One at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  ~InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;

  static bool Interrupted();

 private:
  struct sigaction previous_int_;
  struct sigaction previous_term_;
};

}  // namespace touchstone::run

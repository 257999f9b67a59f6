// What a person sees while a run goes on: a progress bar on a terminal, plain lines elsewhere.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>

namespace touchstone::tools {

/// True when standard error is a terminal and TERM is not "dumb".
bool StderrIsTerminal();

/// True when colours are wanted on standard output: a terminal, and NO_COLOR is unset or empty.
bool WantsColour();

/// Shows how far a run is. On a terminal one line is redrawn a few times a second, with rate and
/// remaining time; otherwise a plain line appears at every tenth of the way. Not thread-safe.
class Progress {
 public:
  enum class Style { kQuiet, kPlain, kBar };
  /// `unit` is what is counted, in the plural.
  explicit Progress(Style style, std::string unit = "cases")
      : style_(style), unit_(std::move(unit)) {}

  /// `done` of `total` have a result, `bad` of them are not as expected.
  void Update(uint64_t done, uint64_t total, uint64_t bad);
  /// Clears the bar so that what is printed next starts on a clean line.
  void Finish();

 private:
  using Clock = std::chrono::steady_clock;
  Style style_;
  std::string unit_;
  Clock::time_point started_ = Clock::now();
  Clock::time_point drawn_{};
  uint64_t tenths_shown_ = 0;
  bool bar_visible_ = false;
};

/// The bar's text for a given moment; separate so that it can be tested without a clock.
std::string ProgressLine(uint64_t done, uint64_t total, uint64_t bad, double elapsed_seconds,
                         const std::string& unit = "cases");

}  // namespace touchstone::tools

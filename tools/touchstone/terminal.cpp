#include "tools/touchstone/terminal.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace touchstone::tools {
namespace {

constexpr uint64_t kBarCells = 24;
constexpr auto kRedrawInterval = std::chrono::milliseconds(120);

std::string_view Environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view{} : std::string_view{value};
}

}  // namespace

bool StderrIsTerminal() { return isatty(STDERR_FILENO) != 0 && Environment("TERM") != "dumb"; }

bool WantsColour() {
  return Environment("NO_COLOR").empty() && isatty(STDOUT_FILENO) != 0 &&
         Environment("TERM") != "dumb";
}

std::string ProgressLine(uint64_t done, uint64_t total, uint64_t bad, double elapsed_seconds,
                         const std::string& unit) {
  const uint64_t cells = total == 0 ? 0 : kBarCells * done / total;
  std::string bar(cells, '#');
  bar.append(kBarCells - cells, '.');
  const double rate = elapsed_seconds > 0 ? static_cast<double>(done) / elapsed_seconds : 0;
  std::string line = fmt::format("[{}] {}/{}", bar, done, total);
  if (bad > 0) line += fmt::format("  {} not as expected", bad);
  if (rate > 0) {
    const double remaining_seconds = static_cast<double>(total - done) / rate;
    line += fmt::format("  {:.0f} {}/s  {:.0f} s left", rate, unit, remaining_seconds);
  }
  return line;
}

void Progress::Update(uint64_t done, uint64_t total, uint64_t bad) {
  if (style_ == Style::kQuiet || total == 0) return;
  const auto now = Clock::now();
  const double elapsed_seconds = std::chrono::duration<double>(now - started_).count();
  if (style_ == Style::kBar) {
    if (bar_visible_ && now - drawn_ < kRedrawInterval) return;
    fmt::print(stderr, "\r\x1b[K{}", ProgressLine(done, total, bad, elapsed_seconds, unit_));
    std::fflush(stderr);
    drawn_ = now;
    bar_visible_ = true;
    return;
  }
  const uint64_t tenths = 10 * done / total;
  if (tenths <= tenths_shown_) return;
  tenths_shown_ = tenths;
  fmt::print(stderr, "{}% {}/{} {}, {} not as expected, {:.1f} s\n", 10 * tenths, done, total,
             unit_, bad, elapsed_seconds);
}

void Progress::Finish() {
  if (bar_visible_) fmt::print(stderr, "\r\x1b[K");
  bar_visible_ = false;
}

}  // namespace touchstone::tools

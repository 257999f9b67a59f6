#include "reports/number_text.h"

#include <fmt/format.h>

#include <cmath>

namespace touchstone::reports {
namespace {

// fmt formats without the locale unless asked to; only the spelling of the specials is settled
// here.
std::string Special(double value) {
  if (std::isnan(value)) return "NaN";
  return value > 0 ? "Infinity" : "-Infinity";
}

}  // namespace

std::string ExactNumber(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : Special(value);
}

std::string ShortNumber(double value) {
  return std::isfinite(value) ? fmt::format("{:.4g}", value) : Special(value);
}

std::string Grouped(uint64_t count) {
  std::string digits = std::to_string(count);
  for (size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

std::string Counted(uint64_t count, const std::string& noun) {
  return fmt::format("{} {}{}", Grouped(count), noun, count == 1 ? "" : "s");
}

std::string ShapeText(const std::vector<int64_t>& shape) {
  return shape.empty() ? "scalar" : fmt::format("{}", fmt::join(shape, "x"));
}

std::string CoordinatesText(const std::vector<int64_t>& coordinates) {
  return fmt::format("[{}]", fmt::join(coordinates, ", "));
}

std::string BitsText(uint32_t bits, const std::string& dtype) {
  const bool half = (dtype == "fp16" || dtype == "bf16") && bits <= 0xFFFF;
  return half ? fmt::format("0x{:04X}", bits) : fmt::format("0x{:08X}", bits);
}

std::string DurationText(double seconds) {
  if (!std::isfinite(seconds)) return Special(seconds);
  if (seconds < 1) return fmt::format("{:.3g} ms", seconds * 1000);
  if (seconds < 60) return fmt::format("{:.3g} s", seconds);
  const auto whole = static_cast<int64_t>(std::lround(seconds));
  return fmt::format("{} min {} s", whole / 60, whole % 60);
}

}  // namespace touchstone::reports

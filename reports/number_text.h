// Numbers as text for reports; the same bytes under every locale.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace touchstone::reports {

/// The shortest text that reads back as the same double: "2112", "0.5", "1e-09"; "NaN", "Infinity"
/// and "-Infinity" for the rest.
std::string ExactNumber(double value);

/// Four significant digits for people: "0.001953", "1.234e-09".
std::string ShortNumber(double value);

/// "1 case", "12 cases", "12,345,678 elements": `noun` takes an s but for one.
std::string Counted(uint64_t count, const std::string& noun);

/// "12,345,678".
std::string Grouped(uint64_t count);

/// "4x5", "scalar" for no dimensions.
std::string ShapeText(const std::vector<int64_t>& shape);

/// "[3, 2]".
std::string CoordinatesText(const std::vector<int64_t>& coordinates);

/// "0x3FA818C1" or "0x3C00": as many digits as the dtype's storage has; eight for an unknown dtype.
std::string BitsText(uint32_t bits, const std::string& dtype);

/// 2.5 -> "2.5 s", 0.0015 -> "1.5 ms", 135 -> "2 min 15 s".
std::string DurationText(double seconds);

}  // namespace touchstone::reports

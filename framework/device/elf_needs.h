// What a shared library's file says about itself, read without loading it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace touchstone::device {

/// The DT_NEEDED names of a 64-bit little-endian ELF file, in order. Empty for anything else or for
/// a file that is cut short: this is for identification only, loading it says what is wrong.
std::vector<std::string> NeededLibraries(std::string_view elf);

/// How many bytes the headers of a 64-bit little-endian ELF file say it has at least; the beginning
/// of the file will do. Nothing for any other file. To load a file that has fewer is a bus error.
std::optional<uint64_t> StatedFileBytes(std::string_view elf);

}  // namespace touchstone::device

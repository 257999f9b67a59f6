// Which other libraries a shared library asks for, read from the file without loading it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace touchstone::device {

/// The DT_NEEDED names of a 64-bit little-endian ELF file, in order. Empty for anything else or for
/// a file that is cut short: this is for identification only, loading it says what is wrong.
std::vector<std::string> NeededLibraries(std::string_view elf);

}  // namespace touchstone::device

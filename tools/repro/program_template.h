// program_template.cpp.in, built into the program.
#pragma once

#include <string_view>

namespace touchstone::repro {

/// The text of a program with slots: @NAME@.
std::string_view ProgramTemplate();

}  // namespace touchstone::repro

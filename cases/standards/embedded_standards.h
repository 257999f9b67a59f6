// The texts of the shipped precision standards (cases/standards/*.yaml), compiled into the program.
#pragma once

#include <span>
#include <string_view>

namespace touchstone {

struct EmbeddedText {
  std::string_view file_name;  ///< "eco-v3.yaml"
  std::string_view text;
};

/// In the order of cases/CMakeLists.txt. Valid for the life of the program; thread-safe.
std::span<const EmbeddedText> EmbeddedStandards();

}  // namespace touchstone

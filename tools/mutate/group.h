// The parts of the project that mutants break, and what must be built to see it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace touchstone::mutate {

struct Group {
  std::string name;                  ///< folder under tools/mutants
  std::vector<std::string> targets;  ///< of CMake: what a mutant of this group goes into
  std::vector<std::string> tests;    ///< of the targets: test programs that must notice it
  /// The mutant lies in the device's libraries, which this very program can load; otherwise it lies
  /// in the tool itself, and the built `touchstone` runs the cases.
  bool is_device = false;
};

const std::vector<Group>& Groups();
const Group* FindGroup(std::string_view name);  ///< nullptr when there is none
std::vector<std::string> GroupNames();

}  // namespace touchstone::mutate

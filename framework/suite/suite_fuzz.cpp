// Any bytes as a YAML suite: cases or errors, and nothing else.
#include <cstddef>
#include <cstdint>
#include <string>

#include "framework/suite/suite.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  const std::string text(reinterpret_cast<const char*>(bytes), size);
  const auto loaded = touchstone::suite::LoadSuiteText(text, "fuzz.yaml");
  if (!loaded.ok() || loaded->cases.size() > 100) return 0;
  // What was loaded can be written, and what is written can be loaded.
  const std::string written = touchstone::suite::WriteSuite(loaded->cases);
  if (!touchstone::suite::LoadSuiteText(written, "written").ok() && !loaded->cases.empty()) {
    __builtin_trap();
  }
  return 0;
}

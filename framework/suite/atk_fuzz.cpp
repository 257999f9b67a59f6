// Any bytes as an ATK case file (or a suite in JSON): cases or errors, and nothing else.
#include <cstddef>
#include <cstdint>
#include <string>

#include "framework/suite/suite.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  const std::string text(reinterpret_cast<const char*>(bytes), size);
  const auto loaded = touchstone::suite::LoadSuiteText(text, "fuzz.json");
  if (!loaded.ok() || loaded->cases.empty() || loaded->cases.size() > 100) return 0;
  // What was imported means the same after it was written for people.
  const std::string written = touchstone::suite::WriteReadableSuite(loaded->cases, {"fuzz"});
  if (!touchstone::suite::LoadSuiteText(written, "written.yaml").ok()) __builtin_trap();
  return 0;
}

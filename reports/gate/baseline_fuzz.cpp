// Any bytes as a baseline: a baseline or errors, and a baseline comes back from its own text.
#include <cstddef>
#include <cstdint>
#include <string>

#include "reports/gate/baseline.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  namespace gate = touchstone::gate;
  const std::string text(reinterpret_cast<const char*>(bytes), size);
  const auto baseline = gate::BaselineFromJson(text, "fuzz.json");
  if (!baseline) return 0;
  const std::string written = gate::WriteBaseline(*baseline);
  const auto again = gate::BaselineFromJson(written, "written.json");
  if (!again || gate::WriteBaseline(*again) != written) __builtin_trap();
  return 0;
}

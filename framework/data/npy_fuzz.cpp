// Any bytes as a .npy file: an array or an error, and an array comes back from its own bytes.
#include <cstddef>
#include <cstdint>
#include <span>

#include "framework/data/npy.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  namespace data = touchstone::data;
  const auto array = data::ParseNpy(std::as_bytes(std::span(bytes, size)), "fuzz.npy");
  if (!array) return 0;
  const auto written = data::SerializeNpy(array->dtype, array->shape, array->bytes);
  if (!written) __builtin_trap();
  const auto again = data::ParseNpy(*written, "written.npy");
  if (!again || again->shape != array->shape || again->bytes != array->bytes) __builtin_trap();
  return 0;
}

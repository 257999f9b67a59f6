#include "framework/data/isa.h"

#include <cstdlib>
#include <string_view>

namespace touchstone::data {

bool MayUseAvx2() {
  const char* forced = std::getenv("TOUCHSTONE_ISA");
  if (forced != nullptr && std::string_view(forced) == "portable") return false;
  return __builtin_cpu_supports("avx2") != 0;
}

}  // namespace touchstone::data

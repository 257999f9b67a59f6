#include "framework/judge/block_pass.h"

#include <cstdlib>

namespace touchstone::judge {

BlockPassFunction BlockPassFor(std::string_view isa) {
  if (isa == "portable") return internal::BlockPassPortable;
#if defined(__x86_64__)
  if (isa == "avx2" && __builtin_cpu_supports("avx2")) return internal::BlockPassAvx2;
  if (isa == "avx512" && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512bw")) {
    return internal::BlockPassAvx512;
  }
#endif
  return nullptr;
}

BlockPassFunction BlockPass() {
  // A name that is unknown here or that the machine cannot run is ignored: all give the same bits.
  static const BlockPassFunction chosen = [] {
    const char* const environment = std::getenv("TOUCHSTONE_ISA");
    const std::string_view forced = environment != nullptr ? environment : "";
    for (const std::string_view isa : {forced, std::string_view("avx512"), std::string_view("avx2")}) {
      if (const BlockPassFunction function = BlockPassFor(isa)) return function;
    }
    return internal::BlockPassPortable;
  }();
  return chosen;
}

}  // namespace touchstone::judge

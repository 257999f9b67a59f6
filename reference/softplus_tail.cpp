#include "reference/softplus_tail.h"

#include <cstdlib>

namespace touchstone::reference {
namespace {

struct Choice {
  std::string_view isa;
  internal::SoftplusTailFunction function;
};

// The best implementation that the machine has, or the one that the environment asks for; a name
// that is unknown here or that the machine cannot run is ignored, since all give the same bits.
Choice Choose() {
  const char* environment = std::getenv("TOUCHSTONE_ISA");
  const std::string_view forced = environment != nullptr ? environment : "";
  constexpr std::string_view kBestFirst[] = {"avx512", "avx2", "portable"};
  for (const std::string_view isa : kBestFirst) {
    const auto function = internal::SoftplusTailFor(isa);
    if (isa == forced && function != nullptr) return {isa, function};
  }
  for (const std::string_view isa : kBestFirst) {
    if (const auto function = internal::SoftplusTailFor(isa)) return {isa, function};
  }
  return {"portable", internal::SoftplusTailPortable};
}

const Choice& Chosen() {
  static const Choice choice = Choose();
  return choice;
}

}  // namespace

namespace internal {

SoftplusTailFunction SoftplusTailFor(std::string_view isa) {
  if (isa == "portable") return SoftplusTailPortable;
#if defined(__x86_64__)
  if (isa == "avx2" && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    return SoftplusTailAvx2;
  }
  if (isa == "avx512" && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")) {
    return SoftplusTailAvx512;
  }
#endif
  return nullptr;
}

}  // namespace internal

void SoftplusTail(const float* x, double* decay, double* tail, size_t count) {
  Chosen().function(x, decay, tail, count);
}

std::string_view SoftplusTailIsa() { return Chosen().isa; }

}  // namespace touchstone::reference

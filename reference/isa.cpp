#include "reference/isa.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>

namespace touchstone::reference {
namespace {

const char* Environment() { return std::getenv("TOUCHSTONE_ISA"); }

const Isa* Find(std::string_view name) {
  const auto* const found = std::ranges::find(kBestFirst, name, Name);
  return found == std::end(kBestFirst) ? nullptr : found;
}

Isa Choose() {
  const char* const forced = Environment();
  const Isa* const named = forced != nullptr ? Find(forced) : nullptr;
  if (named != nullptr && IsSupported(*named)) return *named;
  return *std::ranges::find_if(kBestFirst, IsSupported);
}

std::string Choices() {
  std::string choices;
  for (const Isa isa : kBestFirst) {
    if (!IsSupported(isa)) continue;
    if (!choices.empty()) choices += ", ";
    choices += Name(isa);
  }
  return choices;
}

}  // namespace

std::string_view Name(Isa isa) {
  switch (isa) {
    case Isa::kAvx512:
      return "avx512";
    case Isa::kAvx2:
      return "avx2";
    case Isa::kPortable:
      break;
  }
  return "portable";
}

bool IsSupported(Isa isa) {
#if defined(__x86_64__)
  if (isa == Isa::kAvx2) return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (isa == Isa::kAvx512) {
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  }
#endif
  return isa == Isa::kPortable;
}

Isa ChosenIsa() {
  static const Isa chosen = Choose();
  return chosen;
}

std::string ValidateIsa() {
  const char* const forced = Environment();
  if (forced == nullptr) return {};
  const Isa* const named = Find(forced);
  if (named != nullptr && IsSupported(*named)) return {};
  const std::string problem = named == nullptr ? "' is not an instruction set of the reference"
                                               : "' does not run on this machine";
  return "TOUCHSTONE_ISA: '" + std::string(forced) + problem + "; choose one of " + Choices();
}

}  // namespace touchstone::reference

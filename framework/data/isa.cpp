#include "framework/data/isa.h"

#include <cstdlib>
#include <string_view>

namespace touchstone::data {

namespace {

std::string_view Forced() {
  const char* const forced = std::getenv("TOUCHSTONE_ISA");
  return forced == nullptr ? std::string_view() : forced;
}

}  // namespace

bool MayUseAvx2() { return Forced() != "portable" && __builtin_cpu_supports("avx2") != 0; }

bool MayUseAvx512() {
  return Forced() != "avx2" && MayUseAvx2() && __builtin_cpu_supports("avx512f") != 0;
}

}  // namespace touchstone::data

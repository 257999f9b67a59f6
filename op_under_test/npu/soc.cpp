#include "op_under_test/npu/soc.h"

#include <algorithm>

namespace npusim {
namespace {

constexpr uint64_t kKiB = 1024;
constexpr uint64_t kMiB = 1024 * kKiB;
constexpr uint64_t kGiB = 1024 * kMiB;

// What the rows of a family share.
constexpr SocSpec Ascend910(std::string_view name, int cores, int mhz) {
  // The platform files leave the memory size blank; 32 GiB is what these cards were sold with.
  return {name,       "Ascend910", SocVersion::kAscend910,
          1001,       cores,       0,
          256 * kKiB, 32 * kMiB,   32 * kGiB,
          true,       mhz,         false,
          false,      false,       false,
          32,         2016,        true};
}
constexpr SocSpec Ascend310P(std::string_view name, int ai_cores, int vector_cores) {
  return {name,       "Ascend310P", SocVersion::kAscend310P,
          2002,       ai_cores,     vector_cores,
          256 * kKiB, 16 * kMiB,    24'000'000'000,
          false,      1060,         false,
          false,      false,        false,
          32,         992,          true};
}
constexpr SocSpec A2Series(std::string_view name, std::string_view short_name, SocVersion version,
                           int ai_cores, uint64_t l2_mib, uint64_t memory_gib, int mhz) {
  return {name,       short_name,    version,
          2201,       ai_cores,      2 * ai_cores,
          192 * kKiB, l2_mib * kMiB, memory_gib * kGiB,
          true,       mhz,           true,
          true,       false,         false,
          32,         32768,         true};
}
constexpr SocSpec Ascend910B(std::string_view name, int ai_cores, uint64_t l2_mib,
                             uint64_t memory_gib, int mhz) {
  return A2Series(name, "Ascend910B", SocVersion::kAscend910B, ai_cores, l2_mib, memory_gib, mhz);
}
constexpr SocSpec Ascend910_93(std::string_view name, int ai_cores, uint64_t l2_mib,
                               uint64_t memory_gib, int mhz) {
  return A2Series(name, "Ascend910_93", SocVersion::kAscend910_93, ai_cores, l2_mib, memory_gib,
                  mhz);
}
constexpr SocSpec Ascend950(std::string_view name, int ai_cores, uint64_t memory_gib, int mhz) {
  return {name,       "Ascend950", SocVersion::kAscend950,
          3510,       ai_cores,    2 * ai_cores,
          248 * kKiB, 128 * kMiB,  memory_gib * kGiB,
          true,       mhz,         true,
          true,       true,        true,
          0,          65535,       true};
}

// "Ascend910B" without a digit is an old name of a first-generation part, not of the A2 series.
// Ascend910B2C's memory is blank in the files; its sister's stands in. Ascend310B1 is here because
// the operators' pages say "product not supported" for it; no public file gives its sizes, those of
// the small 310P stand in, and nothing can be computed on it.
constexpr SocSpec kSocs[] = {
    Ascend910("Ascend910A", 32, 1000),
    Ascend910("Ascend910PremiumA", 32, 1220),
    Ascend910("Ascend910ProA", 32, 1100),
    Ascend910("Ascend910B", 30, 900),
    Ascend310P("Ascend310P1", 10, 8),
    Ascend310P("Ascend310P3", 8, 7),
    Ascend910B("Ascend910B1", 24, 192, 64, 1850),
    Ascend910B("Ascend910B2", 24, 192, 64, 1800),
    Ascend910B("Ascend910B2C", 24, 192, 64, 1800),
    Ascend910B("Ascend910B3", 20, 192, 64, 1800),
    Ascend910B("Ascend910B4", 20, 96, 32, 1500),
    Ascend910B("Ascend910B4-1", 20, 168, 32, 1500),
    Ascend910_93("Ascend910_9391", 24, 192, 64, 1850),
    Ascend910_93("Ascend910_9392", 24, 192, 64, 1850),
    Ascend910_93("Ascend910_9381", 24, 192, 64, 1800),
    Ascend910_93("Ascend910_9382", 24, 192, 64, 1800),
    Ascend910_93("Ascend910_9372", 20, 192, 64, 1800),
    Ascend910_93("Ascend910_9363", 20, 168, 32, 1500),
    Ascend910_93("Ascend910_9362", 20, 168, 64, 1500),
    Ascend950("Ascend950PR_9589", 32, 128, 1650),
    Ascend950("Ascend950PR_9579", 28, 128, 1650),
    Ascend950("Ascend950DT_9591", 36, 144, 1800),
    {"Ascend310B1", "Ascend310B", SocVersion::kAscend310B, 3002, 1, 1, 256 * kKiB, 16 * kMiB,
     8 * kGiB, false, 1000, false, false, false, false, 32, 992, false},
};

}  // namespace

std::span<const SocSpec> AllSocSpecs() { return kSocs; }

const SocSpec* FindSocSpec(std::string_view name) {
  const auto found = std::ranges::find(kSocs, name, &SocSpec::name);
  return found == std::end(kSocs) ? nullptr : &*found;
}

}  // namespace npusim

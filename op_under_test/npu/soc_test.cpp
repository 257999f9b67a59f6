#include "op_under_test/npu/soc.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <string>
#include <vector>

namespace npusim {
namespace {

// The rows as the public platform files have them, written a second time by hand.
struct Row {
  const char* name;
  const char* short_name;
  int arch, ai_cores, vector_cores;
  uint32_t unified_buffer_bytes;
  uint64_t l2_mib;
  double memory_gib;
  int mhz;
  bool bf16_and_inf_nan;
  uint32_t padding;
};

const Row kRows[] = {
    {"Ascend910A", "Ascend910", 1001, 32, 0, 262144, 32, 32, 1000, false, 32},
    {"Ascend910PremiumA", "Ascend910", 1001, 32, 0, 262144, 32, 32, 1220, false, 32},
    {"Ascend910ProA", "Ascend910", 1001, 32, 0, 262144, 32, 32, 1100, false, 32},
    {"Ascend910B", "Ascend910", 1001, 30, 0, 262144, 32, 32, 900, false, 32},
    {"Ascend310P1", "Ascend310P", 2002, 10, 8, 262144, 16, 24e9 / 1073741824, 1060, false, 32},
    {"Ascend310P3", "Ascend310P", 2002, 8, 7, 262144, 16, 24e9 / 1073741824, 1060, false, 32},
    {"Ascend910B1", "Ascend910B", 2201, 24, 48, 196608, 192, 64, 1850, true, 32},
    {"Ascend910B2", "Ascend910B", 2201, 24, 48, 196608, 192, 64, 1800, true, 32},
    {"Ascend910B2C", "Ascend910B", 2201, 24, 48, 196608, 192, 64, 1800, true, 32},
    {"Ascend910B3", "Ascend910B", 2201, 20, 40, 196608, 192, 64, 1800, true, 32},
    {"Ascend910B4", "Ascend910B", 2201, 20, 40, 196608, 96, 32, 1500, true, 32},
    {"Ascend910B4-1", "Ascend910B", 2201, 20, 40, 196608, 168, 32, 1500, true, 32},
    {"Ascend910_9391", "Ascend910_93", 2201, 24, 48, 196608, 192, 64, 1850, true, 32},
    {"Ascend910_9392", "Ascend910_93", 2201, 24, 48, 196608, 192, 64, 1850, true, 32},
    {"Ascend910_9381", "Ascend910_93", 2201, 24, 48, 196608, 192, 64, 1800, true, 32},
    {"Ascend910_9382", "Ascend910_93", 2201, 24, 48, 196608, 192, 64, 1800, true, 32},
    {"Ascend910_9372", "Ascend910_93", 2201, 20, 40, 196608, 192, 64, 1800, true, 32},
    {"Ascend910_9363", "Ascend910_93", 2201, 20, 40, 196608, 168, 32, 1500, true, 32},
    {"Ascend910_9362", "Ascend910_93", 2201, 20, 40, 196608, 168, 64, 1500, true, 32},
    {"Ascend950PR_9589", "Ascend950", 3510, 32, 64, 253952, 128, 128, 1650, true, 0},
    {"Ascend950PR_9579", "Ascend950", 3510, 28, 56, 253952, 128, 128, 1650, true, 0},
    {"Ascend950DT_9591", "Ascend950", 3510, 36, 72, 253952, 128, 144, 1800, true, 0},
};

TEST(Soc, TableHoldsThePlatformFilesRows) {
  EXPECT_EQ(AllSocSpecs().size(), std::size(kRows) + 1);  // and Ascend310B1
  for (const Row& row : kRows) {
    SCOPED_TRACE(row.name);
    const SocSpec* soc = FindSocSpec(row.name);
    ASSERT_NE(soc, nullptr);
    EXPECT_EQ(soc->short_name, row.short_name);
    EXPECT_EQ(soc->npu_arch, row.arch);
    EXPECT_EQ(soc->ai_core_count, row.ai_cores);
    EXPECT_EQ(soc->vector_core_count, row.vector_cores);
    EXPECT_EQ(soc->unified_buffer_bytes, row.unified_buffer_bytes);
    EXPECT_EQ(soc->l2_bytes, row.l2_mib << 20);
    EXPECT_EQ(soc->memory_bytes, static_cast<uint64_t>(row.memory_gib * 1073741824));
    EXPECT_EQ(soc->frequency_mhz, row.mhz);
    EXPECT_EQ(soc->supports_bf16, row.bf16_and_inf_nan);
    EXPECT_EQ(soc->has_inf_nan_mode, row.bf16_and_inf_nan);
    EXPECT_EQ(soc->malloc_padding_bytes, row.padding);
    EXPECT_TRUE(soc->supports_operator_library);
  }
}

TEST(Soc, TheConformanceSuitesNameEveryChipWithTheOperatorLibrary) {
  std::ifstream file(std::string(TOUCHSTONE_SOURCE_DIR) + "/cases/conformance/chips.txt");
  ASSERT_TRUE(file);
  std::vector<std::string> listed;
  for (std::string line; std::getline(file, line);) listed.push_back(line);
  std::vector<std::string> supported;
  for (const SocSpec& soc : AllSocSpecs()) {
    if (soc.supports_operator_library) supported.emplace_back(soc.name);
  }
  EXPECT_EQ(listed, supported);
}

TEST(Soc, BehaviourFollowsTheFamily) {
  for (const SocSpec& soc : AllSocSpecs()) {
    SCOPED_TRACE(soc.name);
    const bool is_950 = soc.short_name == "Ascend950";
    EXPECT_EQ(soc.is_reg_base, is_950);
    EXPECT_EQ(soc.flushes_subnormals, is_950);
    EXPECT_EQ(soc.version == SocVersion::kAscend950, is_950);
    EXPECT_EQ(soc.unified_buffer_bytes % kUnifiedBufferBlockBytes, 0U);
    EXPECT_EQ(soc.max_streams, is_950                          ? 65535
                               : soc.npu_arch == 2201          ? 32768
                               : soc.short_name == "Ascend910" ? 2016
                                                               : 992);
    EXPECT_EQ(soc.has_hbm, !soc.short_name.starts_with("Ascend310"));
    EXPECT_EQ(soc.name.data()[soc.name.size()], '\0') << "aclrtGetSocName hands out the text";
  }
}

TEST(Soc, VectorWorkFallsBackToAiCores) {
  EXPECT_EQ(FindSocSpec("Ascend910A")->EffectiveVectorCoreCount(), 32);
  EXPECT_EQ(FindSocSpec("Ascend910B1")->EffectiveVectorCoreCount(), 48);
}

TEST(Soc, Ascend310BIsKnownButUnsupported) {
  ASSERT_NE(FindSocSpec("Ascend310B1"), nullptr);
  EXPECT_FALSE(FindSocSpec("Ascend310B1")->supports_operator_library);
  EXPECT_EQ(FindSocSpec("Ascend910C"), nullptr);
}

TEST(Soc, NamesAreUnique) {
  std::set<std::string_view> names;
  for (const SocSpec& soc : AllSocSpecs()) EXPECT_TRUE(names.insert(soc.name).second) << soc.name;
}

}  // namespace
}  // namespace npusim

#include "op_under_test/runtime/config.h"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace npusim {
namespace {

std::variant<Config, ConfigError> Read(const std::map<std::string, std::string>& environment) {
  return ReadConfig([&](const char* name) -> const char* {
    const auto found = environment.find(name);
    return found == environment.end() ? nullptr : found->second.c_str();
  });
}

TEST(Config, DefaultsAreAnAscend910B1UnderTheDocumentedContract) {
  const auto config = std::get<Config>(Read({}));
  EXPECT_EQ(config.soc->name, "Ascend910B1");
  EXPECT_EQ(config.contract, Contract::kDocumented);
  EXPECT_EQ(config.core_count, 48);
  EXPECT_GE(config.thread_count, 1);
  EXPECT_FALSE(config.schedule_seed);
  EXPECT_EQ(config.isa, BestIsa());
  EXPECT_EQ(config.report_fd, -1);
  EXPECT_EQ(config.visible_devices, (std::vector<int>{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(config.op_cache_limit, 10'000U);
}

TEST(Config, TheToolkitsOwnVariablesAreNeverAnError) {
  const std::pair<const char*, std::vector<int>> kLists[] = {
      {"0,3,7", {0, 3, 7}}, {"1,0", {1}}, {"2,8,3", {2}}, {"-1,2", {}}, {"1,,2", {1}}};
  for (const auto& [list, expected] : kLists) {
    const auto config = std::get<Config>(Read({{"ASCEND_RT_VISIBLE_DEVICES", list}}));
    EXPECT_EQ(config.visible_devices, expected) << list;
  }
  const std::pair<const char*, size_t> kLimits[] = {
      {"0", 0},       {"7", 7},        {"10000000", 10'000'000}, {"10000001", 10'000},
      {"-1", 10'000}, {"1e3", 10'000}, {"many", 10'000}};
  for (const auto& [limit, expected] : kLimits) {
    const auto config = std::get<Config>(Read({{"ACLNN_CACHE_LIMIT", limit}}));
    EXPECT_EQ(config.op_cache_limit, expected) << limit;
  }
}

TEST(Config, EveryVariableIsRead) {
  const auto config = std::get<Config>(Read({{"NPUSIM_SOC", "Ascend910A"},
                                             {"NPUSIM_CONTRACT", "source"},
                                             {"NPUSIM_CORES", "5"},
                                             {"NPUSIM_THREADS", "3"},
                                             {"NPUSIM_SCHEDULE_SEED", "18446744073709551615"},
                                             {"NPUSIM_ISA", "portable"},
                                             {"NPUSIM_REPORT_FD", "1"}}));
  EXPECT_EQ(config.soc->name, "Ascend910A");
  EXPECT_EQ(config.contract, Contract::kSource);
  EXPECT_EQ(config.core_count, 5);
  EXPECT_EQ(config.thread_count, 3);
  EXPECT_EQ(config.schedule_seed, UINT64_MAX);
  EXPECT_EQ(config.isa, Isa::kPortable);
  EXPECT_EQ(config.report_fd, 1);
}

TEST(Config, CoresDefaultToTheChipsOwn) {
  EXPECT_EQ(std::get<Config>(Read({{"NPUSIM_SOC", "Ascend910A"}})).core_count, 32);
  EXPECT_EQ(std::get<Config>(Read({{"NPUSIM_SOC", "Ascend950PR_9589"}})).core_count, 64);
}

TEST(Config, EmptyMeansUnset) {
  EXPECT_EQ(std::get<Config>(Read({{"NPUSIM_SOC", ""}, {"NPUSIM_CORES", ""}})).core_count, 48);
}

TEST(Config, BadValuesAreRefusedByName) {
  const std::pair<const char*, const char*> kBad[] = {
      {"NPUSIM_SOC", "Ascend910C"},   {"NPUSIM_CONTRACT", "Documented"},
      {"NPUSIM_CORES", "0"},          {"NPUSIM_CORES", "4x"},
      {"NPUSIM_CORES", "-1"},         {"NPUSIM_THREADS", "1e2"},
      {"NPUSIM_THREADS", "1025"},     {"NPUSIM_SCHEDULE_SEED", "18446744073709551616"},
      {"NPUSIM_ISA", "sse2"},         {"NPUSIM_REPORT_FD", "stdout"},
      {"NPUSIM_REPORT_FD", "999999"},
  };
  for (const auto& [name, value] : kBad) {
    const auto config = Read({{name, value}});
    const auto* error = std::get_if<ConfigError>(&config);
    ASSERT_NE(error, nullptr) << name << "=" << value;
    EXPECT_EQ(error->variable, name);
    EXPECT_EQ(error->value, value);
    EXPECT_FALSE(error->expected.empty());
  }
}

}  // namespace
}  // namespace npusim

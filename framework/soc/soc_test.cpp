#include "framework/soc/soc.h"

#include <set>

#include <gtest/gtest.h>

namespace touchstone::soc {
namespace {

TEST(Soc, DefaultIsKnown) {
  const auto soc = FindSoc(kDefaultSoc);
  ASSERT_TRUE(soc.ok());
  EXPECT_EQ((*soc)->vector_core_count, 48);
  EXPECT_EQ((*soc)->order, ArithmeticOrder::kTbe);
}

TEST(Soc, NamesAreUnique) {
  std::set<std::string_view> names;
  for (const SocInfo& soc : AllSocs()) EXPECT_TRUE(names.insert(soc.name).second) << soc.name;
}

TEST(Soc, OldNameIsAFirstGenerationPart) {
  const auto soc = FindSoc("Ascend910B");
  ASSERT_TRUE(soc.ok());
  EXPECT_EQ((*soc)->family, "Ascend910");
  EXPECT_FALSE((*soc)->supports_bf16);
}

TEST(Soc, OnlyAscend950IsRegBaseAndFlushesSubnormals) {
  for (const SocInfo& soc : AllSocs()) {
    const bool is_950 = soc.family == "Ascend950";
    EXPECT_EQ(soc.order == ArithmeticOrder::kRegBase, is_950) << soc.name;
    EXPECT_EQ(soc.flushes_subnormals, is_950) << soc.name;
  }
}

TEST(Soc, UnknownNameGetsASuggestion) {
  const auto soc = FindSoc("Ascend910B11");
  ASSERT_FALSE(soc.ok());
  EXPECT_NE(soc.error().message.find("did you mean 'Ascend910B1'"), std::string::npos);
}

}  // namespace
}  // namespace touchstone::soc

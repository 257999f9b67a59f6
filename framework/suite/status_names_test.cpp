#include "framework/suite/status_names.h"

#include <gtest/gtest.h>

#include <set>

namespace touchstone::suite {
namespace {

TEST(StatusNames, NamesAndCodesAreUnique) {
  std::set<int> codes;
  std::set<std::string_view> names;
  for (const StatusName& status : AllStatusNames()) {
    EXPECT_TRUE(codes.insert(status.code).second) << status.code;
    EXPECT_TRUE(names.insert(status.name).second) << status.name;
    EXPECT_EQ(StatusCode(status.name), status.code);
    EXPECT_EQ(FindStatus(status.code)->name, status.name);
    EXPECT_FALSE(status.meaning.empty());
  }
}

TEST(StatusNames, TheCodesOfThePublishedTable) {
  EXPECT_EQ(StatusCode("ACLNN_ERR_PARAM_NULLPTR"), 161001);
  EXPECT_EQ(StatusCode("ACLNN_ERR_PARAM_INVALID"), 161002);
  EXPECT_EQ(StatusCode("ACLNN_ERR_INNER_NULLPTR"), 561103);
  EXPECT_EQ(StatusCode("ACLNN_ERR_INNER_KEY_CONFILICT"), 561105);  // the header's own spelling
  EXPECT_EQ(StatusCode("ACLNN_ERR"), std::nullopt);
}

TEST(StatusNames, Text) {
  EXPECT_EQ(StatusText(161002), "161002 (ACLNN_ERR_PARAM_INVALID)");
  EXPECT_EQ(StatusText(5), "5");
}

}  // namespace
}  // namespace touchstone::suite

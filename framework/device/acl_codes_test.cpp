#include "framework/device/acl_codes.h"

#include <gtest/gtest.h>

namespace touchstone::device {
namespace {

TEST(AclCodes, EveryElementTypeHasTheHeadersCode) {
  const std::vector<std::string> names = tensor::DTypeNames();
  ASSERT_FALSE(names.empty());
  for (const std::string& name : names) {
    const auto dtype = tensor::ParseDType(name);
    ASSERT_TRUE(dtype.ok()) << name;
    EXPECT_NE(AclDataTypeOf(*dtype), ACL_DT_UNDEFINED) << name;
    EXPECT_EQ(static_cast<int>(AclDataTypeOf(*dtype)), tensor::Info(*dtype).acl_code) << name;
  }
}

}  // namespace
}  // namespace touchstone::device

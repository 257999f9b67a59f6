#include "op_under_test/opbase/data_type.h"

#include <gtest/gtest.h>

namespace npusim {
namespace {

TEST(DataTypeTest, NamesAndSizes) {
  EXPECT_EQ(DataTypeName(ACL_FLOAT), "DT_FLOAT");
  EXPECT_EQ(DataTypeName(ACL_BF16), "DT_BF16");
  EXPECT_EQ(DataTypeName(ACL_DT_UNDEFINED), "DT_UNDEFINED");
  EXPECT_EQ(DataTypeBytes(ACL_FLOAT16), 2u);
  EXPECT_EQ(DataTypeBytes(ACL_COMPLEX128), 16u);
  EXPECT_EQ(DataTypeBytes(ACL_INT4), 0u);
  EXPECT_EQ(FormatName(ACL_FORMAT_FRACTAL_NZ), "FRACTAL_NZ");
}

TEST(DataTypeTest, ListKeepsTheTrailingComma) {
  EXPECT_EQ(DataTypeListText({ACL_FLOAT, ACL_FLOAT16, ACL_BF16}), "[DT_FLOAT,DT_FLOAT16,DT_BF16,]");
}

TEST(DataTypeTest, PromotionAmongTheFloatingPointTypes) {
  const aclDataType types[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
  for (aclDataType a : types) {
    for (aclDataType b : types) EXPECT_EQ(PromoteType(a, b), a == b ? a : ACL_FLOAT);
  }
  EXPECT_EQ(PromoteType(ACL_FLOAT, ACL_DOUBLE), std::nullopt);
}

}  // namespace
}  // namespace npusim

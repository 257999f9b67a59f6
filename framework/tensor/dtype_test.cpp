#include "framework/tensor/dtype.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace touchstone::tensor {
namespace {

TEST(DType, TableFollowsTheEnumeration) {
  int row = 0;
  std::set<int> codes;
  for (const DTypeInfo& info : AllDTypes()) {
    EXPECT_EQ(static_cast<int>(info.dtype), row++) << info.name;
    EXPECT_EQ(&Info(info.dtype), &info);
    codes.insert(info.acl_code);
  }
  EXPECT_EQ(row, 15);
  EXPECT_EQ(codes.size(), 15u);
}

TEST(DType, CarriesTheAclCodes) {
  // aclDataType: FLOAT 0, FLOAT16 1, INT8 2, INT32 3, UINT8 4, INT16 6, UINT16 7, UINT32 8,
  // INT64 9, UINT64 10, DOUBLE 11, BOOL 12, COMPLEX64 16, COMPLEX128 17, BF16 27.
  const std::pair<const char*, int> expected[] = {
      {"fp32", 0},  {"fp16", 1},   {"int8", 2},       {"int32", 3},       {"uint8", 4},
      {"int16", 6}, {"uint16", 7}, {"uint32", 8},     {"int64", 9},       {"uint64", 10},
      {"fp64", 11}, {"bool", 12},  {"complex64", 16}, {"complex128", 17}, {"bf16", 27}};
  for (const auto& [name, code] : expected) {
    ASSERT_TRUE(ParseDType(name).ok()) << name;
    EXPECT_EQ(Info(*ParseDType(name)).acl_code, code) << name;
  }
}

TEST(DType, ParsesEverySpellingItLists) {
  for (const std::string& name : DTypeNames()) EXPECT_TRUE(ParseDType(name).ok()) << name;
  EXPECT_EQ(*ParseDType("half"), DType::kFp16);
  EXPECT_EQ(*ParseDType("bfloat16"), DType::kBf16);
  EXPECT_EQ(*ParseDType("double"), DType::kFp64);
  EXPECT_EQ(*ParseDType("int8_t"), DType::kInt8);
}

TEST(DType, RefusesUnknownNamesWithTheNearestOne) {
  const Result<DType> result = ParseDType("fp61");
  ASSERT_FALSE(result.ok());
  EXPECT_THAT(result.error().message, testing::HasSubstr("unknown dtype 'fp61'; did you mean 'fp"));
  EXPECT_FALSE(ParseDType("").ok());
  EXPECT_FALSE(ParseDType("fp16 ").ok());
}

}  // namespace
}  // namespace touchstone::tensor

// Numbers, sizes and the functions without state.
#include "op_under_test/runtime/api/acl_values.h"

#include <gtest/gtest.h>

#include <cctype>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <type_traits>

#include "acl/acl.h"

namespace npusim {
namespace {

static_assert(std::is_same_v<aclError, int>);
static_assert(std::is_same_v<aclrtStream, void*> && std::is_same_v<aclrtEvent, void*> &&
              std::is_same_v<aclrtContext, void*>);
static_assert(std::is_same_v<aclFloat16, uint16_t>);

TEST(AclValues, AreTheDocumentedNumbers) {
  size_t count = 0;
  const AclValue* values = AclValues(&count);
  std::set<std::string> names;
  for (size_t i = 0; i < count; ++i) {
    EXPECT_EQ(values[i].actual, values[i].expected) << values[i].name;
    EXPECT_TRUE(names.insert(values[i].name).second) << values[i].name << " is listed twice";
  }
  EXPECT_EQ(AclPointerAttributesBytes(), 28U);
  std::printf("%zu enumeration values, flags and error codes\n", count);
}

// "ACL_NAME = 1" and "#define ACL_NAME 1".
std::set<std::string> NamesOfNumbers(const std::string& text) {
  std::set<std::string> names;
  const auto in_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  size_t end = 0;
  for (size_t at = text.find("ACL_"); at != std::string::npos; at = text.find("ACL_", end)) {
    end = at;
    while (end < text.size() && in_word(text[end])) ++end;
    if (at > 0 && in_word(text[at - 1])) continue;
    const bool is_macro = at >= 8 && text.compare(at - 8, 8, "#define ") == 0;
    const std::string between = is_macro ? " " : " = ";
    if (text.compare(end, between.size(), between) != 0) continue;
    const char first = text[end + between.size()];
    if (first == '-' || std::isdigit(static_cast<unsigned char>(first))) {
      names.insert(text.substr(at, end - at));
    }
  }
  return names;
}

TEST(AclValues, EveryNumberOfTheHeadersIsListed) {
  std::set<std::string> in_headers;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(
           TOUCHSTONE_SOURCE_DIR "/op_under_test/include/acl")) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path());
    in_headers.merge(NamesOfNumbers(std::string(std::istreambuf_iterator<char>(file), {})));
  }
  size_t count = 0;
  const AclValue* values = AclValues(&count);
  std::set<std::string> listed;
  for (size_t i = 0; i < count; ++i) listed.insert(values[i].name);
  EXPECT_EQ(listed, in_headers);
}

TEST(AclDataTypeSize, IsThatOfOneElement) {
  const std::pair<aclDataType, size_t> kSizes[] = {
      {ACL_FLOAT, 4},       {ACL_FLOAT16, 2},     {ACL_BF16, 2},          {ACL_DOUBLE, 8},
      {ACL_INT8, 1},        {ACL_UINT8, 1},       {ACL_BOOL, 1},          {ACL_INT16, 2},
      {ACL_UINT16, 2},      {ACL_INT32, 4},       {ACL_UINT32, 4},        {ACL_INT64, 8},
      {ACL_UINT64, 8},      {ACL_COMPLEX32, 4},   {ACL_COMPLEX64, 8},     {ACL_COMPLEX128, 16},
      {ACL_HIFLOAT8, 1},    {ACL_FLOAT8_E5M2, 1}, {ACL_FLOAT8_E4M3FN, 1}, {ACL_FLOAT8_E8M0, 1},
      {ACL_STRING, 0},      {ACL_INT4, 0},        {ACL_UINT1, 0},         {ACL_DT_UNDEFINED, 0},
      {ACL_FLOAT4_E2M1, 0}, {ACL_FLOAT6_E3M2, 0},
  };
  for (const auto& [type, size] : kSizes) EXPECT_EQ(aclDataTypeSize(type), size) << type;
}

TEST(AclFloat16, DoesNotKeepInfinitiesAndNan) {
  EXPECT_EQ(aclFloat16ToFloat(0x3C00), 1.0F);
  EXPECT_EQ(aclFloat16ToFloat(0x8001), -0x1p-24F);
  EXPECT_EQ(aclFloat16ToFloat(0x7BFF), 65504.0F);
  EXPECT_EQ(aclFloat16ToFloat(0x7C00), 65536.0F);
  EXPECT_EQ(aclFloat16ToFloat(0xFC00), -65536.0F);
  EXPECT_EQ(aclFloat16ToFloat(0x7E00), 98304.0F);
  EXPECT_EQ(aclFloatToFloat16(1.0F), 0x3C00);
  EXPECT_EQ(aclFloatToFloat16(1.0F + 0x1p-11F), 0x3C00) << "to even";
  EXPECT_EQ(aclFloatToFloat16(INFINITY), 0x7BFF);
  EXPECT_EQ(aclFloatToFloat16(-INFINITY), 0xFBFF);
  EXPECT_EQ(aclFloatToFloat16(NAN), 0x7BFF);
  EXPECT_EQ(aclFloatToFloat16(-NAN), 0x7BFF);
}

}  // namespace
}  // namespace npusim

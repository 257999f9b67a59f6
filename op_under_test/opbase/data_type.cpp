#include "op_under_test/opbase/data_type.h"

namespace npusim {
namespace {

struct DataTypeInfo {
  aclDataType dtype;
  std::string_view name;
  size_t bytes;
};

constexpr DataTypeInfo kDataTypes[] = {
    {ACL_FLOAT, "DT_FLOAT", 4},
    {ACL_FLOAT16, "DT_FLOAT16", 2},
    {ACL_INT8, "DT_INT8", 1},
    {ACL_INT32, "DT_INT32", 4},
    {ACL_UINT8, "DT_UINT8", 1},
    {ACL_INT16, "DT_INT16", 2},
    {ACL_UINT16, "DT_UINT16", 2},
    {ACL_UINT32, "DT_UINT32", 4},
    {ACL_INT64, "DT_INT64", 8},
    {ACL_UINT64, "DT_UINT64", 8},
    {ACL_DOUBLE, "DT_DOUBLE", 8},
    {ACL_BOOL, "DT_BOOL", 1},
    {ACL_STRING, "DT_STRING", 0},
    {ACL_COMPLEX64, "DT_COMPLEX64", 8},
    {ACL_COMPLEX128, "DT_COMPLEX128", 16},
    {ACL_BF16, "DT_BF16", 2},
    {ACL_INT4, "DT_INT4", 0},
    {ACL_UINT1, "DT_UINT1", 0},
    {ACL_COMPLEX32, "DT_COMPLEX32", 4},
};

struct FormatInfo {
  aclFormat format;
  std::string_view name;
};

constexpr FormatInfo kFormats[] = {
    {ACL_FORMAT_NCHW, "NCHW"},
    {ACL_FORMAT_NHWC, "NHWC"},
    {ACL_FORMAT_ND, "ND"},
    {ACL_FORMAT_NC1HWC0, "NC1HWC0"},
    {ACL_FORMAT_FRACTAL_Z, "FRACTAL_Z"},
    {ACL_FORMAT_NC1HWC0_C04, "NC1HWC0_C04"},
    {ACL_FORMAT_HWCN, "HWCN"},
    {ACL_FORMAT_NDHWC, "NDHWC"},
    {ACL_FORMAT_FRACTAL_NZ, "FRACTAL_NZ"},
    {ACL_FORMAT_NCDHW, "NCDHW"},
    {ACL_FORMAT_NDC1HWC0, "NDC1HWC0"},
    {ACL_FRACTAL_Z_3D, "FRACTAL_Z_3D"},
    {ACL_FORMAT_NC, "NC"},
    {ACL_FORMAT_NCL, "NCL"},
};

bool IsPromotable(aclDataType dtype) {
  return dtype == ACL_FLOAT || dtype == ACL_FLOAT16 || dtype == ACL_BF16;
}

}  // namespace

std::string_view DataTypeName(aclDataType dtype) {
  for (const auto& info : kDataTypes) {
    if (info.dtype == dtype) return info.name;
  }
  return "DT_UNDEFINED";
}

size_t DataTypeBytes(aclDataType dtype) {
  for (const auto& info : kDataTypes) {
    if (info.dtype == dtype) return info.bytes;
  }
  return 0;
}

std::string_view FormatName(aclFormat format) {
  for (const auto& info : kFormats) {
    if (info.format == format) return info.name;
  }
  return "UNDEFINED";
}

std::string DataTypeListText(const std::vector<aclDataType>& dtypes) {
  std::string text = "[";
  for (aclDataType dtype : dtypes) {
    text += DataTypeName(dtype);
    text += ',';
  }
  return text + "]";
}

std::optional<aclDataType> PromoteType(aclDataType a, aclDataType b) {
  if (!IsPromotable(a) || !IsPromotable(b)) return std::nullopt;
  return a == b ? a : ACL_FLOAT;
}

}  // namespace npusim

// Element types and formats as the ACL headers number them. Private to framework/device.
#pragma once

#include "acl/acl.h"
#include "framework/tensor/layout.h"

namespace touchstone::device {

/// The header's code of `dtype`.
constexpr aclDataType AclDataTypeOf(tensor::DType dtype) {
  switch (dtype) {
    case tensor::DType::kFp32:
      return ACL_FLOAT;
    case tensor::DType::kFp16:
      return ACL_FLOAT16;
    case tensor::DType::kBf16:
      return ACL_BF16;
    case tensor::DType::kFp64:
      return ACL_DOUBLE;
    case tensor::DType::kInt8:
      return ACL_INT8;
    case tensor::DType::kInt16:
      return ACL_INT16;
    case tensor::DType::kInt32:
      return ACL_INT32;
    case tensor::DType::kInt64:
      return ACL_INT64;
    case tensor::DType::kUint8:
      return ACL_UINT8;
    case tensor::DType::kUint16:
      return ACL_UINT16;
    case tensor::DType::kUint32:
      return ACL_UINT32;
    case tensor::DType::kUint64:
      return ACL_UINT64;
    case tensor::DType::kBool:
      return ACL_BOOL;
    case tensor::DType::kComplex64:
      return ACL_COMPLEX64;
    case tensor::DType::kComplex128:
      return ACL_COMPLEX128;
  }
  return ACL_DT_UNDEFINED;
}

/// tensor::Format carries the header's numbers, so that a suite can name formats without the
/// header.
constexpr aclFormat AclFormatOf(tensor::Format format) { return static_cast<aclFormat>(format); }

static_assert(AclFormatOf(tensor::Format::kUndefined) == ACL_FORMAT_UNDEFINED);
static_assert(AclFormatOf(tensor::Format::kNchw) == ACL_FORMAT_NCHW);
static_assert(AclFormatOf(tensor::Format::kNhwc) == ACL_FORMAT_NHWC);
static_assert(AclFormatOf(tensor::Format::kNd) == ACL_FORMAT_ND);
static_assert(AclFormatOf(tensor::Format::kNc1hwc0) == ACL_FORMAT_NC1HWC0);
static_assert(AclFormatOf(tensor::Format::kFractalZ) == ACL_FORMAT_FRACTAL_Z);
static_assert(AclFormatOf(tensor::Format::kHwcn) == ACL_FORMAT_HWCN);
static_assert(AclFormatOf(tensor::Format::kNdhwc) == ACL_FORMAT_NDHWC);
static_assert(AclFormatOf(tensor::Format::kFractalNz) == ACL_FORMAT_FRACTAL_NZ);
static_assert(AclFormatOf(tensor::Format::kNcdhw) == ACL_FORMAT_NCDHW);
static_assert(AclFormatOf(tensor::Format::kNdc1hwc0) == ACL_FORMAT_NDC1HWC0);
static_assert(AclFormatOf(tensor::Format::kNc) == ACL_FORMAT_NC);
static_assert(AclFormatOf(tensor::Format::kNcl) == ACL_FORMAT_NCL);

}  // namespace touchstone::device

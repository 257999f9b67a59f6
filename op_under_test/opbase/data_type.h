// Data types and formats as the operator library names, measures and promotes them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "acl/acl_base.h"
#include "op_under_test/npu/internal.h"

namespace npusim {

/// "DT_FLOAT"; "DT_UNDEFINED" for a value that is no data type.
std::string_view DataTypeName(aclDataType dtype);

/// Bytes of one element; 0 for types without whole bytes (INT4, STRING, ...) and unknown values.
NPUSIM_INTERNAL size_t DataTypeBytes(aclDataType dtype);

/// "ND", "NCHW"; "UNDEFINED" for a value that is no format.
std::string_view FormatName(aclFormat format);

/// "[DT_FLOAT,DT_FLOAT16,]": the comma after the last name is the library's own.
std::string DataTypeListText(const std::vector<aclDataType>& dtypes);

/// The common type of two floating-point types among FLOAT, FLOAT16 and BF16: equal types keep
/// theirs, unequal ones give FLOAT. Nothing for other types.
std::optional<aclDataType> PromoteType(aclDataType a, aclDataType b);

}  // namespace npusim

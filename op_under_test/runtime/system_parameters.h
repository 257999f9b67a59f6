// The options of aclrtSetSysParamOpt.
#pragma once

#include <cstdint>
#include <optional>

#include "acl/acl_rt.h"
#include "op_under_test/npu/internal.h"

namespace npusim {

/// Value of an option (0 at first), or nothing when there is no such option. Thread-safe.
NPUSIM_INTERNAL std::optional<int64_t> SystemParameter(aclSysParamOpt option);
/// False when there is no such option or the value is out of its range.
NPUSIM_INTERNAL bool SetSystemParameter(aclSysParamOpt option, int64_t value);
void ResetSystemParameters();

}  // namespace npusim

// The error texts that aclGetRecentErrMsg hands out.
//
// Layout: the error manager of the public CANN runtime. Contract `documented`: a call returns the
// texts since the last one and clears them, null when there are none. Contract `source`: texts are
// kept, a call puts the new ones on top of the old ones.
#pragma once

#include <string>
#include <string_view>

#include "op_under_test/npu/internal.h"

namespace npusim {

/// Adds an error to this thread's buffer (or the process's, in process mode). An entry that equals
/// an earlier one of the same buffer in code and text is dropped. `title` is e.g.
/// "AclNN_Parameter_Error".
NPUSIM_INTERNAL void ReportError(std::string_view code, std::string_view title,
                                 std::string_view text);
/// The same, with the title that belongs to the code: EZ1001, EZ1007, EZ1008, EZ9903, EZ9999,
/// EH0007, EH0008, EE1003, EE1004, EE1018.
NPUSIM_INTERNAL void ReportError(std::string_view code, std::string_view text);

/// What aclGetRecentErrMsg returns under the contract in force; valid until the thread's next call.
NPUSIM_INTERNAL const char* RecentErrorText();

/// Whether errors are gathered per process instead of per thread (aclInit's "err_msg_mode": "1").
NPUSIM_INTERNAL void SetProcessErrorMode(bool enabled);
/// Drops this thread's and the process's texts.
NPUSIM_INTERNAL void ClearErrorTexts();

}  // namespace npusim

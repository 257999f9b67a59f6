#include "op_under_test/opbase/status.h"

#include "op_under_test/runtime/error_text.h"

namespace npusim {

aclnnStatus Fail(aclnnStatus status, std::string_view text) {
  switch (status / 100000) {
    case 1:
      ReportError("EZ1001", text);
      break;
    case 3:
      ReportError("EZ9903", text);
      break;
    default:
      ReportError("EZ9999", text);
      break;
  }
  return status;
}

}  // namespace npusim

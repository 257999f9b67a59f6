#include "reference/lane_sums_text.h"

namespace touchstone::reference::internal {

const LaneSumKernel kLaneSumsAvx512 = kKernel;

}  // namespace touchstone::reference::internal

#include "reference/lane_sums_text.h"

namespace touchstone::reference::internal {

const LaneSumKernel kLaneSumsAvx2 = kKernel;

}  // namespace touchstone::reference::internal

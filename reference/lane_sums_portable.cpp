#include "reference/lane_sums_text.h"

namespace touchstone::reference::internal {

const LaneSumKernel kLaneSumsPortable = kKernel;

}  // namespace touchstone::reference::internal

// What the framework knows of each system-on-chip: the facts a verdict depends on.
//
// Source: the public platform configuration files of the CANN runtime and the operator's published
// kernels. The simulator keeps its own, larger table; neither reads the other.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "framework/diagnostics/error.h"

namespace touchstone::soc {

/// Which of the two published orders of operations the elementwise kernels of a chip follow.
enum class ArithmeticOrder {
  kRegBase,  ///< Ascend950: s = min(x,0) - log(1 + exp(-|x|)), product with the weights afterwards
  kTbe,      ///< all older chips: M = max(-x,0), log(exp(-M) + exp(-M-x)) + M
};

struct SocInfo {
  std::string_view name;    ///< as aclrtGetSocName returns it: "Ascend910B1"
  std::string_view family;  ///< "Ascend910B", "Ascend310P", ...
  ArithmeticOrder order;
  int vector_core_count;
  int unified_buffer_bytes;
  bool supports_bf16;
  bool saturates_on_overflow;  ///< no infinity/NaN mode: overflow gives the largest finite number
  bool flushes_subnormals;     ///< vector results below the smallest normal become zero
  bool supports_operator_library;  ///< false: "product not supported" by the operators' pages
};

/// The chip called `name`; error with the nearest known name otherwise.
Result<const SocInfo*> FindSoc(std::string_view name);
const std::vector<SocInfo>& AllSocs();
inline constexpr std::string_view kDefaultSoc = "Ascend910B1";

}  // namespace touchstone::soc

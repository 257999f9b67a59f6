// What the simulator knows of each system-on-chip, as data.
//
// Source: the platform configuration files of the public CANN runtime, one row per chip; values the
// files leave blank are marked in soc.cpp.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "op_under_test/npu/internal.h"

namespace npusim {

/// Order and values of the toolkit's SocVersion enumeration (operators compare with < and >).
enum class SocVersion {
  kAscend910 = 0,
  kAscend910B = 1,
  kAscend910_93 = 2,
  kAscend950 = 3,
  kAscend910E = 4,
  kAscend310 = 5,
  kAscend310P = 6,
  kAscend310B = 7,
};

struct SocSpec {
  std::string_view name;        ///< as aclrtGetSocName returns it
  std::string_view short_name;  ///< family: "Ascend910B"
  SocVersion version;
  int npu_arch;                   ///< 1001, 2002, 2201, 3510
  int ai_core_count;              ///< cores with a matrix unit
  int vector_core_count;          ///< 0: the AI cores do the vector work
  uint32_t unified_buffer_bytes;  ///< scratch memory of one vector core
  uint64_t l2_bytes;
  uint64_t memory_bytes;  ///< device memory of one device
  bool has_hbm;           ///< false: DDR
  int frequency_mhz;
  bool supports_bf16;
  bool has_inf_nan_mode;          ///< false: overflow saturates at the largest finite number
  bool flushes_subnormals;        ///< fp32 vector results below the smallest normal become zero
  bool is_reg_base;               ///< kernels of the register-based generation (Ascend950)
  uint32_t malloc_padding_bytes;  ///< added by aclrtMalloc before rounding up to 32
  int max_streams;
  bool supports_operator_library;  ///< false: "product not supported" on the operators' pages

  /// Cores that vector work is spread over: the vector cores, or the AI cores where there are none.
  constexpr int EffectiveVectorCoreCount() const {
    return vector_core_count > 0 ? vector_core_count : ai_core_count;
  }
};

inline constexpr uint32_t kUnifiedBufferBlockBytes = 32;  ///< smallest unit of a unified buffer
inline constexpr uint32_t kVectorRegisterBytes = 256;
inline constexpr std::string_view kDefaultSocName = "Ascend910B1";

NPUSIM_INTERNAL std::span<const SocSpec> AllSocSpecs();
/// Null when there is no such chip.
NPUSIM_INTERNAL const SocSpec* FindSocSpec(std::string_view name);

}  // namespace npusim

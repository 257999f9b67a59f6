// The simulator's configuration: environment variables, read once when aclInit succeeds.
//
// Until then (and after aclFinalize, until the next aclInit) the defaults or the last configuration
// are in force, so that functions which need no initialisation have something to answer from.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "op_under_test/npu/internal.h"
#include "op_under_test/npu/isa.h"
#include "op_under_test/npu/soc.h"

namespace npusim {

/// Devices of the simulated machine, as a common server has them.
inline constexpr int kPhysicalDeviceCount = 8;

/// Which description of the toolkit holds where documentation and published source disagree.
enum class Contract { kDocumented, kSource };

struct Config {
  const SocSpec* soc;                     ///< NPUSIM_SOC, default Ascend910B1; never null
  Contract contract;                      ///< NPUSIM_CONTRACT: documented (default) or source
  int core_count;                         ///< NPUSIM_CORES: 1..1024, default: the SoC's
  int thread_count;                       ///< NPUSIM_THREADS: 1..1024, default: the machine's
  std::optional<uint64_t> schedule_seed;  ///< NPUSIM_SCHEDULE_SEED: order and delays of blocks
  Isa isa;                                ///< NPUSIM_ISA: portable, avx2, avx512; default: best
  int report_fd;                          ///< NPUSIM_REPORT_FD; -1: strict reports are dropped
  /// ASCEND_RT_VISIBLE_DEVICES, the toolkit's own: an ascending list of device numbers, of which
  /// the part from the first bad entry on does not count; default: all. A program numbers what it
  /// sees from 0.
  std::vector<int> visible_devices;
  /// ACLNN_CACHE_LIMIT, the toolkit's own: plans the op cache keeps, 0 to 10,000,000; anything else
  /// means the default, 10,000.
  size_t op_cache_limit;
};

/// Why a variable was refused.
struct ConfigError {
  std::string variable;
  std::string value;
  std::string expected;
};

/// Returns the value of an environment variable, or null.
using EnvironmentLookup = std::function<const char*(const char* name)>;

/// Reads and checks all variables; an empty value counts as unset.
NPUSIM_INTERNAL std::variant<Config, ConfigError> ReadConfig(const EnvironmentLookup& lookup);

/// The configuration in force. Thread-safe; a reference stays valid for the process's lifetime.
NPUSIM_INTERNAL const Config& ActiveConfig();
/// Replaces the configuration in force. For aclInit and for tests of single parts.
NPUSIM_INTERNAL void SetActiveConfig(const Config& config);

}  // namespace npusim

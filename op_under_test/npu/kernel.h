// What a stream executes on the cores, and how a kernel's mistake travels.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <string>
#include <vector>

#include "op_under_test/npu/device_memory.h"
#include "op_under_test/npu/internal.h"

namespace npusim {

class VectorCore;

struct MemoryRange {
  DeviceAddress address = 0;
  uint64_t bytes = 0;
};

/// One kernel launch: `body` runs once for each block, on any core and in any order, so a block
/// must depend on no other block of the same launch. Launches of one stream run one after the
/// other.
struct KernelLaunch {
  std::string name;
  uint32_t block_count = 1;
  std::function<void(VectorCore&)> body;
  /// What the launch may read of the caller's memory and must leave alone: a write into a range is
  /// reported as input_written, a read beyond its end as out_of_bounds (both happen).
  std::vector<MemoryRange> inputs;
};

enum class KernelFaultKind {
  kOutOfBounds,
  kUnaligned,
  kUseAfterFree,
  kUnifiedBufferOverflow,  ///< more scratch memory asked for, or indexed, than there is
  kIllegalOperation,       ///< anything else the kernel's code threw
};

/// Thrown by the core's functions into the kernel body; ends the block. The launch's other blocks
/// still run, then the stream's next synchronisation returns the code of a device fault.
class NPUSIM_INTERNAL KernelFault : public std::exception {
 public:
  KernelFault(KernelFaultKind kind, std::string message);
  ~KernelFault() override;
  const char* what() const noexcept override { return message_.c_str(); }
  KernelFaultKind kind() const { return kind_; }

 private:
  KernelFaultKind kind_;
  std::string message_;
};

}  // namespace npusim

#include "op_under_test/runtime/launch.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "op_under_test/npu/block_scheduler.h"
#include "op_under_test/runtime/config.h"
#include "op_under_test/runtime/context.h"
#include "op_under_test/runtime/strict_report.h"

namespace npusim {
namespace {

std::optional<StrictKind> StrictKindOf(KernelFaultKind kind) {
  switch (kind) {
    case KernelFaultKind::kOutOfBounds:
    case KernelFaultKind::kUnifiedBufferOverflow:
      return StrictKind::kOutOfBounds;
    case KernelFaultKind::kUnaligned:
      return StrictKind::kUnaligned;
    case KernelFaultKind::kUseAfterFree:
      return StrictKind::kUseAfterFree;
    case KernelFaultKind::kIllegalOperation:
      return std::nullopt;
  }
  return std::nullopt;
}

TaskOutcome RunLaunch(const KernelLaunch& launch, Device& device) {
  const std::optional<KernelFault> fault =
      RunBlocks(launch, *device.memory(), device.vector_mode());
  if (!fault) return {};
  if (const auto kind = StrictKindOf(fault->kind())) StrictReport(*kind, fault->what());
  const bool has_vector_cores = ActiveConfig().soc->vector_core_count > 0;
  return {
      has_vector_cores ? ACL_ERROR_RT_VECTOR_CORE_EXCEPTION : ACL_ERROR_RT_AICORE_EXCEPTION,
      std::string(has_vector_cores ? "vector core" : "AI core") + " exception: " + fault->what()};
}

}  // namespace

aclError EnqueueKernels(aclrtStream stream_handle, std::vector<KernelLaunch> launches) {
  std::shared_ptr<Stream> stream;
  if (const aclError error = ResolveStream(stream_handle, &stream)) return error;
  for (KernelLaunch& launch : launches) {
    stream->Enqueue([launch = std::move(launch), &device = stream->device()] {
      return RunLaunch(launch, device);
    });
  }
  return ACL_SUCCESS;
}

}  // namespace npusim

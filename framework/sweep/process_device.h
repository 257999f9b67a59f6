// A device in a process of its own, so that nothing it does can take the sweep with it.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>

#include "framework/run/worker_process.h"
#include "framework/sweep/device.h"
#include "framework/sweep/messages.h"
#include "framework/sweep/shared_memory.h"

namespace touchstone::sweep {

struct ProcessOptions {
  std::string program;          ///< whose sweep worker is run
  double timeout_seconds = 60;  ///< to start, for a chunk, and to end
  uint64_t chunk_elements = 0;  ///< largest chunk
  std::function<bool()> stop;   ///< asked while waiting; true ends the wait with an error
};

/// Started by one thread, which must live as long as the device; used by any one thread after that.
class ProcessDevice final : public Device {
 public:
  /// Errors (infrastructure): the process cannot be started. Whether the device itself can be had
  /// shows at the first Await.
  static Result<std::unique_ptr<ProcessDevice>> Start(const SweepPlan& plan,
                                                      const ProcessOptions& options);

  Status Begin(uint64_t first, uint64_t count) override;
  Result<ChunkResult> Await() override;
  Result<std::vector<std::string>> Close() override;

 private:
  ProcessDevice(SharedMemory memory, const ProcessOptions& options, size_t element_bytes)
      : memory_(std::move(memory)), options_(options), element_bytes_(element_bytes) {}

  Result<WorkerReply> Receive();
  Error Ended() const;

  SharedMemory memory_;
  ProcessOptions options_;
  size_t element_bytes_;
  std::unique_ptr<run::WorkerProcess> process_;
  std::deque<std::string> lines_;
  std::deque<ChunkOrder> begun_;
  int next_slot_ = 0;
};

}  // namespace touchstone::sweep

#include "framework/sweep/process_device.h"

#include <fmt/format.h>
#include <poll.h>

#include <chrono>

#include "framework/sweep/worker.h"

namespace touchstone::sweep {
namespace {

constexpr int kPollMilliseconds = 200;  ///< between two looks at `stop`
constexpr int kEndMilliseconds = 5;
constexpr int kEndPolls = 200;

}  // namespace

Result<std::unique_ptr<ProcessDevice>> ProcessDevice::Start(const SweepPlan& plan,
                                                            const ProcessOptions& options) {
  const size_t element_bytes = static_cast<size_t>(tensor::SizeBytes(plan.dtype));
  auto memory =
      SharedMemory::Create(SlotBytes(options.chunk_elements, element_bytes) * Device::kDepth);
  if (!memory) return memory.errors();
  std::unique_ptr<ProcessDevice> device(
      new ProcessDevice(std::move(*memory), options, element_bytes));
  auto process =
      run::WorkerProcess::Start({options.program, std::string(plan.soc->name), plan.contract,
                                 plan.device_libs, kWorkerCommand, device->memory_.fd()});
  if (!process) return process.errors();
  device->process_ = std::move(*process);
  device->process_->Send(
      ToLine(WorkOrder{plan.op->name, std::string(tensor::Name(plan.dtype)), plan.patterns.stride(),
                       plan.constants, options.chunk_elements}));
  return device;
}

Status ProcessDevice::Begin(uint64_t first, uint64_t count) {
  begun_.push_back({first, count, next_slot_});
  next_slot_ = (next_slot_ + 1) % kDepth;
  process_->Send(ToLine(begun_.back()));
  process_->Flush();
  return Done{};
}

Error ProcessDevice::Ended() const {
  std::string text = "the device's process " + process_->ExitText();
  if (!begun_.empty()) {
    text += fmt::format(", while it computed patterns {} to {}", begun_.front().first,
                        begun_.front().first + begun_.front().count - 1);
  }
  std::string log = process_->Log(0);
  while (!log.empty() && log.back() == '\n') log.pop_back();
  const size_t last_line = log.rfind('\n');
  if (last_line != std::string::npos) log.erase(0, last_line + 1);
  return InfrastructureError(text + (log.empty() ? "" : "; it last printed: " + log));
}

Result<WorkerReply> ProcessDevice::Receive() {
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                           std::chrono::duration<double>(options_.timeout_seconds));
  bool ended = false;
  while (lines_.empty()) {
    if (ended) {
      // What closes its channel has ended or is about to; how it ended is worth a moment.
      for (int i = 0; i < kEndPolls && !process_->HasExited(); ++i)
        poll(nullptr, 0, kEndMilliseconds);
      process_->Kill();
      return Ended();
    }
    if (options_.stop && options_.stop()) return InfrastructureError("stopped");
    if (Clock::now() > deadline) {
      process_->Kill();
      return InfrastructureError(fmt::format("the device's process did not answer for {} seconds",
                                             options_.timeout_seconds));
    }
    pollfd ready = {process_->fd(), POLLIN, 0};
    if (process_->has_output()) ready.events |= POLLOUT;
    poll(&ready, 1, kPollMilliseconds);
    process_->Flush();
    for (std::string& line : process_->Receive(ended)) lines_.push_back(std::move(line));
  }
  auto reply = ParseWorkerReply(lines_.front());
  lines_.pop_front();
  if (reply && std::holds_alternative<WorkerFatal>(*reply)) {
    return InfrastructureError(std::get<WorkerFatal>(*reply).reason);
  }
  return reply;
}

Result<ChunkResult> ProcessDevice::Await() {
  while (true) {
    auto reply = Receive();
    if (!reply) return reply.errors();
    if (std::holds_alternative<WorkerReady>(*reply)) continue;
    const auto* done = std::get_if<ChunkDone>(&*reply);
    if (done == nullptr || begun_.empty() || done->first != begun_.front().first) {
      return InfrastructureError("the device's process answered what it was not asked");
    }
    const ChunkOrder order = begun_.front();
    begun_.pop_front();
    const size_t slot_bytes = SlotBytes(options_.chunk_elements, element_bytes_);
    const auto slot =
        memory_.bytes().subspan(static_cast<size_t>(order.slot) * slot_bytes, slot_bytes);
    ChunkResult result;
    result.first = order.first;
    result.count = order.count;
    result.refusal = done->refusal;
    result.output = slot.first(order.count * element_bytes_);
    if (done->any_unwritten) {
      const auto flags = slot.subspan(order.count * element_bytes_, order.count);
      result.unwritten = {reinterpret_cast<const uint8_t*>(flags.data()), flags.size()};
    }
    result.differing = done->differing;
    result.first_differing = done->first_differing;
    result.problems = done->problems;
    return result;
  }
}

Result<std::vector<std::string>> ProcessDevice::Close() {
  process_->SendEnd();
  process_->Flush();
  while (true) {
    auto reply = Receive();
    if (!reply) return reply.errors();
    if (auto* closed = std::get_if<WorkerClosed>(&*reply)) return std::move(closed->problems);
  }
}

}  // namespace touchstone::sweep

#include "framework/sweep/sweep.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "framework/sweep/chunk_judge.h"
#include "framework/sweep/process_device.h"
#include "framework/sweep/tally.h"

namespace touchstone::sweep {
namespace {

constexpr auto kReportInterval = std::chrono::milliseconds(100);

/// What all lanes share.
class Shared {
 public:
  Shared(const SweepPlan& plan, uint64_t chunk_elements)
      : plan_(plan), chunk_elements_(chunk_elements), tally_(plan) {}

  const SweepPlan& plan() const { return plan_; }
  Tally& tally() { return tally_; }
  uint64_t chunk_count() const {
    return (plan_.patterns.count() + chunk_elements_ - 1) / chunk_elements_;
  }

  /// The next chunk that nobody has begun; false when there is none.
  bool NextChunk(uint64_t& first, uint64_t& count) {
    const uint64_t chunk = next_chunk_++;
    if (cancelled_ || chunk >= chunk_count()) return false;
    first = chunk * chunk_elements_;
    count = std::min(chunk_elements_, plan_.patterns.count() - first);
    return true;
  }

  void Cancel() { cancelled_ = true; }
  bool cancelled() const { return cancelled_; }

  void Fail(const Errors& errors) {
    const std::lock_guard lock(mutex_);
    // Errors that come of giving up are no news.
    if (!cancelled_) errors_ = errors;
    cancelled_ = true;
  }
  void Refuse(const std::string& text) {
    const std::lock_guard lock(mutex_);
    if (!cancelled_) refusal_ = text;
    cancelled_ = true;
  }
  void Done(uint64_t patterns) { done_ += patterns; }
  uint64_t done() const { return done_; }

  void LaneEnded() {
    const std::lock_guard lock(mutex_);
    ++ended_lanes_;
    lane_ended_.notify_all();
  }
  /// True when `lanes` lanes have ended; waits a moment for that.
  bool WaitForLanes(size_t lanes) {
    std::unique_lock lock(mutex_);
    return lane_ended_.wait_for(lock, kReportInterval, [&] { return ended_lanes_ == lanes; });
  }

  const Errors& errors() const { return errors_; }
  const std::string& refusal() const { return refusal_; }

 private:
  const SweepPlan& plan_;
  const uint64_t chunk_elements_;
  Tally tally_;
  std::atomic<uint64_t> next_chunk_ = 0;
  std::atomic<uint64_t> done_ = 0;
  std::atomic<bool> cancelled_ = false;
  std::mutex mutex_;
  std::condition_variable lane_ended_;
  size_t ended_lanes_ = 0;
  Errors errors_;
  std::string refusal_;
};

/// One device and the thread that judges what it computes.
class Lane {
 public:
  Lane(Shared& shared, Device& device)
      : shared_(shared), device_(device), judge_(shared.plan(), shared.tally()) {}

  void Run() {
    if (auto worked = Work(); !worked) shared_.Fail(worked.errors());
    judge_.Finish();
    shared_.LaneEnded();
  }

 private:
  Status BeginNext() {
    uint64_t first = 0, count = 0;
    if (!shared_.NextChunk(first, count)) return Done{};
    ++under_way_;
    return device_.Begin(first, count);
  }

  Status Work() {
    for (int i = 0; i < Device::kDepth; ++i) {
      if (auto begun = BeginNext(); !begun) return begun;
    }
    while (under_way_ > 0) {
      const auto chunk = device_.Await();
      if (!chunk) return chunk.errors();
      --under_way_;
      if (!chunk->refusal.empty()) {
        shared_.Refuse(chunk->refusal);
        return Done{};
      }
      if (auto judged = judge_.Add(*chunk); !judged) return judged;
      shared_.Done(chunk->count);
      if (auto begun = BeginNext(); !begun) return begun;
    }
    const auto problems = device_.Close();
    if (!problems) return problems.errors();
    shared_.tally().AddProblems(*problems);
    return Done{};
  }

  Shared& shared_;
  Device& device_;
  ChunkJudge judge_;
  int under_way_ = 0;
};

// Element `index` is what the judge calls it; its enclosure is worked out once more.
Status AddEnclosures(SweepResult& result) {
  Expectation expectation(result.plan);
  judge::ExpectedChunk expected;
  for (WorstPattern& worst : result.worst) {
    const uint64_t number = worst.bits / result.plan.patterns.stride();
    if (auto evaluated = expectation.Evaluate(number, 1, expected); !evaluated) return evaluated;
    worst.lower = expected.lower[0];
    worst.upper = expected.upper[0];
  }
  return Done{};
}

}  // namespace

uint64_t DefaultChunkElements(const SweepPlan& plan) {
  constexpr uint64_t kLargest = uint64_t{1} << 17;
  constexpr uint64_t kFewestChunks = 8;
  return std::clamp<uint64_t>(plan.patterns.count() / kFewestChunks, 1, kLargest);
}

Result<SweepResult> RunSweep(const SweepPlan& plan, const SweepOptions& options,
                             const StartDevice& start_device) {
  Shared shared(plan,
                options.chunk_elements != 0 ? options.chunk_elements : DefaultChunkElements(plan));
  const auto lanes = static_cast<size_t>(std::clamp<uint64_t>(
      static_cast<uint64_t>(std::max(1, options.jobs)), 1, shared.chunk_count()));
  std::vector<std::unique_ptr<Device>> devices;
  for (size_t i = 0; i < lanes; ++i) {
    auto device = start_device([&shared] { return shared.cancelled(); });
    if (!device) return device.errors();
    devices.push_back(std::move(*device));
  }
  std::vector<std::thread> threads;
  for (const auto& device : devices) {
    threads.emplace_back([&shared, &device] { Lane(shared, *device).Run(); });
  }
  bool stopped = false;
  while (!shared.WaitForLanes(lanes)) {
    if (options.stop && !stopped && options.stop()) {
      stopped = true;
      shared.Cancel();
    }
    if (options.progress) options.progress(shared.done(), plan.patterns.count());
  }
  for (std::thread& thread : threads) thread.join();
  if (!shared.errors().empty()) return shared.errors();
  if (stopped) return InfrastructureError("the sweep was interrupted; nothing is written");
  if (!shared.refusal().empty()) {
    SweepResult refused;
    refused.plan = plan;
    refused.refusal = shared.refusal();
    return refused;
  }
  SweepResult result = shared.tally().Finish();
  if (auto added = AddEnclosures(result); !added) return added.errors();
  return result;
}

Result<SweepResult> RunSweep(const SweepPlan& plan, const SweepOptions& options) {
  ProcessOptions process;
  process.program = "/proc/self/exe";
  process.chunk_elements =
      options.chunk_elements != 0 ? options.chunk_elements : DefaultChunkElements(plan);
  return RunSweep(plan, options,
                  [&](std::function<bool()> stop) -> Result<std::unique_ptr<Device>> {
                    process.stop = std::move(stop);
                    auto device = ProcessDevice::Start(plan, process);
                    if (!device) return device.errors();
                    return std::unique_ptr<Device>(std::move(*device));
                  });
}

}  // namespace touchstone::sweep

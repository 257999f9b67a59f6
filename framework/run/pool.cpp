#include "framework/run/pool.h"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <optional>
#include <utility>

#include "framework/record/record_json.h"
#include "framework/run/describe.h"
#include "framework/run/memory_budget.h"
#include "framework/run/messages.h"
#include "framework/run/work_queue.h"
#include "framework/run/worker_process.h"

namespace touchstone::run {
namespace {

using Clock = std::chrono::steady_clock;
using record::CaseRecord;
using record::CaseStatus;

/// Workers that break outside of any case, one after the other, before the run is given up.
constexpr int kMaxStrikes = 3;
constexpr std::chrono::milliseconds kPollInterval{100};

Clock::time_point After(double seconds) {
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(
                            std::chrono::duration<double>(std::min(seconds, 1e8)));
}

/// A worker process and what it is busy with.
struct Worker {
  enum class State { kStarting, kRunning, kClosing };

  std::unique_ptr<WorkerProcess> process;
  State state = State::kStarting;
  Task task;
  uint64_t memory_bytes = 0;     ///< of the budget
  size_t finished = 0;           ///< cases of the task that are done
  bool in_case = false;          ///< the case number `finished` is running
  std::vector<size_t> history;   ///< cases it has finished since it started
  std::vector<CaseRecord> held;  ///< results of an exclusive task, until the device is closed
  Clock::time_point deadline;
  Clock::time_point case_started;
  uint64_t log_bytes = 0;  ///< printed before the running case
  bool timed_out = false;
  bool closed = false;  ///< has said how the device closed
  std::string fatal;    ///< why it gave up
  bool done = false;    ///< to be removed

  size_t current() const { return task.cases[finished]; }
};

class Pool {
 public:
  Pool(const PoolOptions& options, const std::vector<PlannedCase>& cases,
       const std::vector<size_t>& selected, const DeliverFn& deliver)
      : options_(options),
        cases_(cases),
        deliver_(deliver),
        queue_(cases, WithinBudget(selected), options.jobs, options.memory_budget_bytes) {}

  Result<PoolResult> Run(const std::function<bool()>& stop) {
    while (!stop()) {
      if (auto filled = StartWorkers(); !filled) return filled.errors();
      if (workers_.empty()) break;
      Wait();
      for (Worker& worker : workers_) {
        if (auto served = Serve(worker); !served) return served.errors();
      }
      std::erase_if(workers_, [](const Worker& worker) { return worker.done; });
    }
    return std::move(result_);
  }

 private:
  std::vector<size_t> WithinBudget(const std::vector<size_t>& selected) {
    std::vector<size_t> fitting;
    for (const size_t index : selected) {
      const uint64_t need = cases_[index].memory_bytes;
      if (need <= options_.memory_budget_bytes) {
        fitting.push_back(index);
        continue;
      }
      result_.left_out[index] = fmt::format(
          "it needs about {} of host memory, the budget is {}; --memory-budget sets another",
          BytesText(need), BytesText(options_.memory_budget_bytes));
    }
    return fitting;
  }

  uint64_t FreeBytes() const {
    uint64_t free = options_.memory_budget_bytes;
    for (const Worker& worker : workers_) free -= std::min(free, worker.memory_bytes);
    return free;
  }

  Status StartWorkers() {
    while (workers_.size() < static_cast<size_t>(options_.jobs) && !queue_.empty()) {
      std::optional<Task> task = queue_.Take(FreeBytes());
      if (!task) break;  // what runs now has to end first
      auto process = WorkerProcess::Start(
          {options_.worker_program, task->kind.first, task->kind.second, options_.device_libs});
      if (!process) return process.errors();
      Worker& worker = workers_.emplace_back();
      worker.process = std::move(process).value();
      worker.deadline = After(options_.startup_timeout_seconds);
      Assign(worker, std::move(*task));
    }
    return Done{};
  }

  void Assign(Worker& worker, Task task) {
    std::vector<suite::Case> batch;
    for (const size_t index : task.cases) batch.push_back(cases_[index].source);
    const std::string text = suite::WriteSuite(batch);
    worker.process->Send(BatchHeader(text.size()) + text);
    worker.process->Flush();
    worker.memory_bytes = task.memory_bytes;
    worker.task = std::move(task);
    worker.finished = 0;
    worker.in_case = false;
  }

  void Wait() {
    std::vector<pollfd> files;
    auto until = Clock::now() + kPollInterval;
    for (const Worker& worker : workers_) {
      const short wanted = worker.process->has_output() ? POLLIN | POLLOUT : POLLIN;
      files.push_back({worker.process->fd(), wanted, 0});
      until = std::min(until, worker.deadline);
    }
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
    // An interrupted poll is not an error: the caller looks at `stop` next.
    (void)poll(files.data(), files.size(), static_cast<int>(std::max<long long>(left + 1, 0)));
  }

  Status Serve(Worker& worker) {
    worker.process->Flush();
    bool ended = false;
    // Looked at before the last lines are read, so that none can arrive in between.
    const bool exited = worker.process->HasExited();
    for (const std::string& line : worker.process->Receive(ended)) {
      auto message = ParseWorkerMessage(line);
      if (!message) return message.errors();
      auto handled = std::visit([&](auto& one) { return Handle(worker, one); }, *message);
      if (!handled) return handled;
    }
    if (exited || ended) {
      // A worker that has closed its end without having exited yet is about to; if what it started
      // keeps the channel open, its exit is what counts.
      worker.process->Kill();
      return Gone(worker);
    }
    if (Clock::now() >= worker.deadline) {
      worker.timed_out = true;
      worker.process->Kill();
      return Gone(worker);
    }
    return Done{};
  }

  Status Handle(Worker& worker, ReadyMessage&) {
    worker.state = Worker::State::kRunning;
    worker.deadline = After(options_.startup_timeout_seconds);
    return Done{};
  }

  Status Handle(Worker& worker, FatalMessage& message) {
    worker.fatal = message.reason;
    return Done{};
  }

  Status Handle(Worker& worker, StartedMessage& message) {
    if (message.index != worker.finished || worker.finished >= worker.task.cases.size()) {
      return InfrastructureError("a worker started a case out of turn");
    }
    worker.in_case = true;
    worker.case_started = Clock::now();
    worker.deadline = After(cases_[worker.current()].timeout_seconds);
    worker.log_bytes = message.log_bytes;
    return Done{};
  }

  Status Handle(Worker& worker, FinishedMessage& message) {
    if (!worker.in_case || message.index != worker.finished) {
      return InfrastructureError("a worker finished a case out of turn");
    }
    auto record = record::CaseFromJson(message.record_json);
    if (!record) return record.errors();
    const size_t index = worker.current();
    if (record->id != cases_[index].source.id) {
      return InfrastructureError(fmt::format("a worker sent the result of '{}' for '{}'",
                                             record->id, cases_[index].source.id));
    }
    strikes_ = 0;
    const bool first = worker.history.empty();
    worker.history.push_back(index);
    ++worker.finished;
    worker.in_case = false;
    worker.deadline = After(options_.startup_timeout_seconds);
    if (message.device_lost) {
      // The rest goes to another worker; the exit that follows is expected.
      PutBackRest(worker);
      worker.history.clear();
      worker.done = true;
      if (record->status == CaseStatus::kDeviceFault && !first) {
        RunAlone(worker.task.kind, index, record->reason);
        return Done{};
      }
      return Deliver(index, std::move(record).value());
    }
    if (worker.task.exclusive) {
      worker.held.push_back(std::move(record).value());
      return Done{};
    }
    return Deliver(index, std::move(record).value());
  }

  Status Handle(Worker& worker, BatchDoneMessage&) {
    if (worker.finished != worker.task.cases.size()) {
      return InfrastructureError("a worker ended a batch before its last case");
    }
    std::optional<Task> next;
    if (!worker.task.exclusive && !worker.task.heavy) next = queue_.TakeFor(worker.task.kind);
    if (next) {
      worker.deadline = After(options_.startup_timeout_seconds);
      Assign(worker, std::move(*next));
      return Done{};
    }
    worker.state = Worker::State::kClosing;
    worker.deadline = After(options_.shutdown_timeout_seconds);
    worker.process->SendEnd();
    worker.process->Flush();
    return Done{};
  }

  Status Handle(Worker& worker, ClosedMessage& message) {
    worker.closed = true;
    return Closed(worker, message.reports);
  }

  /// The device of a worker has been closed, or has not been able to.
  Status Closed(Worker& worker, const std::vector<device::StrictReport>& reports) {
    if (!reports.empty() && worker.history.size() > 1) {
      FindCulprit(worker);
      return Done{};
    }
    if (!reports.empty() && !worker.task.exclusive) {
      queue_.AddExclusive(worker.task.kind, worker.history);
      return Done{};
    }
    for (size_t i = 0; i < worker.held.size(); ++i) {
      CaseRecord& record = worker.held[i];
      for (const device::StrictReport& report : reports) Blame(record, report);
      if (auto done = Deliver(worker.history[i], std::move(record)); !done) return done;
    }
    worker.held.clear();
    return Done{};
  }

  /// Both halves run again, each in a worker of its own, so that what the device reports at the end
  /// can be told to belong to one of them.
  void FindCulprit(const Worker& worker) {
    const auto middle =
        worker.history.begin() + static_cast<std::ptrdiff_t>(worker.history.size() / 2);
    queue_.AddExclusive(worker.task.kind, {worker.history.begin(), middle});
    queue_.AddExclusive(worker.task.kind, {middle, worker.history.end()});
  }

  static void Blame(CaseRecord& record, const device::StrictReport& report) {
    const std::string text = report.kind + ": " + report.message;
    record.strict_reports.push_back(text);
    if (record::IsGood(record.status)) record.status = CaseStatus::kFail;
    record.reason += (record.reason.empty() ? "" : "; ") + ("when the device was closed, " + text);
  }

  Status Gone(Worker& worker) {
    if (worker.done) return Done{};
    worker.done = true;
    const std::string how =
        worker.timed_out ? "did not answer in time" : worker.process->ExitText();
    if (!worker.fatal.empty() || worker.state == Worker::State::kStarting) {
      return CannotStart(worker, worker.fatal.empty() ? "it " + how : worker.fatal);
    }
    if (worker.in_case) return Lost(worker);
    if (worker.state == Worker::State::kClosing) {
      if (worker.closed) return Done{};
      return Closed(worker, {{"close_failed", "the worker " + how}});
    }
    if (++strikes_ >= kMaxStrikes) {
      return InfrastructureError(fmt::format("workers break between cases, the last one {}", how));
    }
    PutBackRest(worker);
    return Done{};
  }

  /// A chip that only some cases ask for may be missing; the run's own must be there.
  Status CannotStart(Worker& worker, const std::string& why) {
    const DeviceKind kind = worker.task.kind;
    const std::string reason =
        fmt::format("the worker for {} ({}) failed: {}", kind.first, kind.second, why);
    if (kind == DeviceKind{options_.soc, options_.contract} || !worker.history.empty()) {
      return InfrastructureError(reason);
    }
    for (const size_t index : worker.task.cases) result_.left_out[index] = reason;
    for (const size_t index : queue_.Drop(kind)) result_.left_out[index] = reason;
    return Done{};
  }

  /// The worker ended in the middle of a case.
  Status Lost(Worker& worker) {
    const size_t index = worker.current();
    const PlannedCase& planned = cases_[index];
    CaseRecord record = DescribeCase(planned.source, planned.soc, planned.contract);
    record.duration_ms =
        std::chrono::duration<double, std::milli>(Clock::now() - worker.case_started).count();
    if (worker.timed_out) {
      record.status = CaseStatus::kTimeout;
      record.reason = fmt::format("no end after {} s, the time limit", planned.timeout_seconds);
    } else {
      record.status = CaseStatus::kCrash;
      record.reason = "the worker " + worker.process->ExitText();
    }
    record.error_text = worker.process->Log(worker.log_bytes);
    const bool first = worker.history.empty();
    // Held results of an exclusive group are safe with the cases' earlier records or run again.
    for (size_t i = 0; i < worker.held.size(); ++i) {
      if (auto done = Deliver(worker.history[i], std::move(worker.held[i])); !done) return done;
    }
    ++worker.finished;
    PutBackRest(worker);
    if (first) return Deliver(index, std::move(record));
    RunAlone(worker.task.kind, index, record.reason);
    return Done{};
  }

  void PutBackRest(const Worker& worker) {
    const auto rest = worker.task.cases.begin() + static_cast<std::ptrdiff_t>(worker.finished);
    const std::vector<size_t> cases(rest, worker.task.cases.end());
    if (!cases.empty()) queue_.PutBack(worker.task.kind, cases);
  }

  void RunAlone(const DeviceKind& kind, size_t index, const std::string& reason) {
    first_failure_[index] = reason;
    queue_.AddExclusive(kind, {index});
  }

  Status Deliver(size_t index, CaseRecord record) {
    const auto failure = first_failure_.find(index);
    if (failure != first_failure_.end() && record::IsGood(record.status)) {
      record.reason = fmt::format("ends as {} when run alone, but after other cases: {}",
                                  record::Name(record.status), failure->second);
      record.status = CaseStatus::kReview;
    }
    record.suite = cases_[index].source.suite;
    record.repro = cases_[index].repro;
    return deliver_(index, std::move(record));
  }

  const PoolOptions& options_;
  const std::vector<PlannedCase>& cases_;
  const DeliverFn& deliver_;
  PoolResult result_;  ///< made before the queue, which is given what fits the budget
  WorkQueue queue_;
  std::vector<Worker> workers_;
  std::map<size_t, std::string> first_failure_;  ///< of cases that run once more, alone
  int strikes_ = 0;
};

}  // namespace

Result<PoolResult> RunPool(const PoolOptions& options, const std::vector<PlannedCase>& cases,
                           const std::vector<size_t>& selected, const DeliverFn& deliver,
                           const std::function<bool()>& stop) {
  return Pool(options, cases, selected, deliver).Run(stop);
}

}  // namespace touchstone::run

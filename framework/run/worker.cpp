#include "framework/run/worker.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <utility>

#include "framework/device/session.h"
#include "framework/record/record_json.h"
#include "framework/run/channel.h"
#include "framework/run/executor.h"
#include "framework/run/messages.h"
#include "framework/suite/suite.h"
#include "framework/tensor/host_bytes.h"

namespace touchstone::run {
namespace {

constexpr int kInfrastructureExit = 3;

/// Flags come in pairs of name and value; only the pool writes them.
std::map<std::string, std::string> ReadFlags(const std::vector<std::string>& args) {
  std::map<std::string, std::string> flags;
  for (size_t i = 0; i + 1 < args.size(); i += 2) flags[args[i]] = args[i + 1];
  return flags;
}

/// Standard error is the log file that the pool reads after a crash.
uint64_t LogBytes() {
  std::fflush(nullptr);
  const off_t end = lseek(STDERR_FILENO, 0, SEEK_END);
  return end < 0 ? 0 : static_cast<uint64_t>(end);
}

class Worker {
 public:
  Worker(Channel channel, std::map<std::string, std::string> flags)
      : channel_(std::move(channel)), flags_(std::move(flags)) {}

  int Run() {
    auto libraries = device::Libraries::Load(flags_["--device-libs"]);
    if (!libraries) return Fatal(libraries.error());
    contract_ = flags_["--contract"];
    auto session = device::Session::Open(*libraries, {flags_["--soc"], contract_, 0});
    if (!session) return Fatal(session.error());
    session_ = std::move(session).value();
    if (!Send(ReadyMessage{})) return kInfrastructureExit;
    std::string header;
    while (channel_.ReadLine(header)) {
      const int code = RunBatch(header);
      if (code != 0) return code;
    }
    auto reports = session_->Close();
    if (!reports) return Fatal(reports.error());
    return Send(ClosedMessage{std::move(reports).value()}) ? 0 : kInfrastructureExit;
  }

 private:
  bool Send(const WorkerMessage& message) { return channel_.Write(ToLine(message)); }

  int Fatal(const Error& error) {
    (void)Send(FatalMessage{error.ToString()});
    return kInfrastructureExit;
  }

  int RunBatch(const std::string& header) {
    auto size = ParseBatchHeader(header);
    if (!size) return Fatal(size.error());
    std::string text;
    if (!channel_.ReadBytes(*size, text)) return kInfrastructureExit;
    auto batch = suite::LoadSuiteText(text, "batch");
    if (!batch) return Fatal(batch.error());
    for (size_t i = 0; i < batch->cases.size(); ++i) {
      if (!Send(StartedMessage{i, LogBytes()})) return kInfrastructureExit;
      ExecutedCase executed = ExecuteCase(*session_, batch->cases[i], contract_);
      const FinishedMessage finished{i, executed.device_lost, record::ToJson(executed.record)};
      if (!Send(finished)) return kInfrastructureExit;
      // A faulted device cannot be closed in order; the next worker opens it afresh.
      if (executed.device_lost) _exit(0);
    }
    return Send(BatchDoneMessage{}) ? 0 : kInfrastructureExit;
  }

  Channel channel_;
  std::map<std::string, std::string> flags_;
  std::string contract_;
  std::unique_ptr<device::Session> session_;
};

}  // namespace

int WorkerMain(const std::vector<std::string>& args) {
  // A worker must not outlive the run, and a crash that is a result needs no core file.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  tensor::KeepFreedMemory();
  std::map<std::string, std::string> flags = ReadFlags(args);
  const auto channel = flags.find("--channel");
  if (channel == flags.end()) return kInfrastructureExit;
  return Worker(Channel(std::atoi(channel->second.c_str())), std::move(flags)).Run();
}

}  // namespace touchstone::run

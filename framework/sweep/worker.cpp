#include "framework/sweep/worker.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include <cstdlib>
#include <map>

#include "framework/device/session.h"
#include "framework/run/channel.h"
#include "framework/sweep/chunk_runner.h"
#include "framework/sweep/messages.h"
#include "framework/sweep/shared_memory.h"

namespace touchstone::sweep {
namespace {

constexpr int kInfrastructureExit = 3;

/// Flags come in pairs of name and value; only a sweep writes them.
std::map<std::string, std::string> ReadFlags(const std::vector<std::string>& args) {
  std::map<std::string, std::string> flags;
  for (size_t i = 0; i + 1 < args.size(); i += 2) flags[args[i]] = args[i + 1];
  return flags;
}

std::vector<std::string> Texts(const std::vector<device::StrictReport>& reports) {
  std::vector<std::string> texts;
  for (const device::StrictReport& report : reports) {
    texts.push_back(report.kind + ": " + report.message);
  }
  return texts;
}

class Worker {
 public:
  Worker(run::Channel channel, std::map<std::string, std::string> flags)
      : channel_(std::move(channel)), flags_(std::move(flags)) {}

  int Run() {
    std::string line;
    if (!channel_.ReadLine(line)) return kInfrastructureExit;
    const auto order = ParseWorkOrder(line);
    if (!order) return Fatal(order.error());
    const auto plan = PlanFrom(*order);
    if (!plan) return Fatal(plan.error());
    const size_t element_bytes = static_cast<size_t>(tensor::SizeBytes(plan->dtype));
    const size_t slot_bytes = SlotBytes(order->chunk_elements, element_bytes);
    auto memory =
        SharedMemory::Open(std::atoi(flags_["--shared"].c_str()), slot_bytes * Device::kDepth);
    if (!memory) return Fatal(memory.error());
    auto libraries = device::Libraries::Load(flags_["--device-libs"]);
    if (!libraries) return Fatal(libraries.error());
    // There is a worker for each core; results do not depend on the number of threads.
    setenv("NPUSIM_THREADS", "1", 0);
    auto session = device::Session::Open(*libraries, {flags_["--soc"], flags_["--contract"], 0});
    if (!session) return Fatal(session.error());
    if (!Send(WorkerReady{})) return kInfrastructureExit;

    std::vector<std::string> problems;
    {
      ChunkRunner runner(**session, *plan);
      while (channel_.ReadLine(line)) {
        const auto chunk = ParseChunkOrder(line);
        if (!chunk) return Fatal(chunk.error());
        const auto slot =
            memory->bytes().subspan(static_cast<size_t>(chunk->slot) * slot_bytes, slot_bytes);
        const size_t output_bytes = chunk->count * element_bytes;
        const auto flags = slot.subspan(output_bytes, chunk->count);
        const auto result = runner.Run(chunk->first, chunk->count, slot.first(output_bytes),
                                       {reinterpret_cast<uint8_t*>(flags.data()), flags.size()});
        if (!result) return Fatal(result.error());
        if (!Send(ChunkDone{result->first, result->refusal, !result->unwritten.empty(),
                            result->differing, result->first_differing, result->problems})) {
          return kInfrastructureExit;
        }
      }
      auto checked = runner.Check();
      if (!checked) return Fatal(checked.error());
      problems = std::move(*checked);
    }
    const auto reports = (*session)->Close();
    if (!reports) return Fatal(reports.error());
    for (std::string& text : Texts(*reports)) problems.push_back(std::move(text));
    return Send(WorkerClosed{problems}) ? 0 : kInfrastructureExit;
  }

 private:
  Result<SweepPlan> PlanFrom(const WorkOrder& order) {
    SweepWords words;
    words.operator_name = order.operator_name;
    words.dtype = order.dtype;
    words.soc = flags_["--soc"];
    words.contract = flags_["--contract"];
    words.stride = order.stride;
    for (const ConstantInput& constant : order.constants) words.constants[constant.name] = "0";
    auto plan = MakePlan(words);
    if (plan) plan->constants = order.constants;
    return plan;
  }

  bool Send(const WorkerReply& reply) { return channel_.Write(ToLine(reply)); }

  int Fatal(const Error& error) {
    (void)Send(WorkerFatal{error.ToString()});
    return kInfrastructureExit;
  }

  run::Channel channel_;
  std::map<std::string, std::string> flags_;
};

}  // namespace

int WorkerMain(const std::vector<std::string>& args) {
  // A worker must not outlive the sweep, and a crash that is a result needs no core file.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  std::map<std::string, std::string> flags = ReadFlags(args);
  const auto channel = flags.find("--channel");
  if (channel == flags.end()) return kInfrastructureExit;
  return Worker(run::Channel(std::atoi(channel->second.c_str())), std::move(flags)).Run();
}

}  // namespace touchstone::sweep

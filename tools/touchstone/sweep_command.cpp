#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <thread>

#include "framework/device/libraries.h"
#include "framework/run/interrupt.h"
#include "framework/sweep/sweep.h"
#include "framework/sweep/sweep_json.h"
#include "framework/sweep/sweep_text.h"
#include "reports/format.h"
#include "tools/touchstone/commands.h"
#include "tools/touchstone/exit_code.h"
#include "tools/touchstone/terminal.h"
#include "tools/touchstone/version.h"

namespace touchstone::tools {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFiles[] = {"sweep.json", "sweep.md"};

struct Flags {
  std::string operator_name, dtype;
  std::string label = "0";
  std::optional<std::string> weight, pos_weight, device_libs;
  std::string soc = std::string(soc::kDefaultSoc);
  std::string contract;
  std::string out = "out";
  std::optional<int64_t> jobs, stride;
  bool quiet = false;
};

void Declare(FlagSet& set, Flags& flags) {
  set.Text("--operator", &flags.operator_name, "Operator, with or without 'aclnn'", true);
  set.Text("--dtype", &flags.dtype, "fp32, fp16 or bf16: of the logits and of everything else",
           true);
  set.Text("--label", &flags.label, "Every label (default: 0)");
  set.OptionalText("--weight", &flags.weight, "Every weight (default: absent)");
  set.OptionalText("--pos-weight", &flags.pos_weight, "Every pos_weight (default: absent)");
  set.Text("--soc", &flags.soc, "Chip to simulate, or that the toolkit must report");
  set.Text("--contract", &flags.contract, "documented (the published page) or source (upstream)");
  set.OptionalText(
      "--device-libs", &flags.device_libs,
      "Directory of the device libraries (default: the simulated NPU beside the program)");
  set.Integer("--jobs", &flags.jobs, 1, 1024, "Devices at a time (default: one per core)");
  set.Text("--out", &flags.out, "Directory for sweep.json and sweep.md");
  set.Integer("--stride", &flags.stride, 1, int64_t{1} << 31,
              "Only every Nth pattern, which is no whole pass; odd ones vary the last bits");
  set.Flag("--quiet", &flags.quiet, "Only the summary");
}

sweep::SweepWords Words(const Flags& flags) {
  sweep::SweepWords words;
  words.operator_name = flags.operator_name;
  words.dtype = flags.dtype;
  words.constants["target"] = flags.label;
  if (flags.weight) words.constants["weight"] = *flags.weight;
  if (flags.pos_weight) words.constants["pos_weight"] = *flags.pos_weight;
  words.soc = flags.soc;
  words.contract = flags.contract;
  words.device_libs = flags.device_libs.value_or("");
  words.stride = static_cast<uint64_t>(flags.stride.value_or(1));
  return words;
}

// No result of an earlier sweep may be taken for this one's.
Status PrepareDirectory(const std::string& out) {
  std::error_code error;
  fs::create_directories(out, error);
  if (error) {
    return InfrastructureError(
        fmt::format("cannot make the directory '{}': {}", out, error.message()));
  }
  for (const char* file : kFiles) {
    const fs::path path = fs::path(out) / file;
    fs::remove(path, error);
    if (error) {
      return InfrastructureError(
          fmt::format("cannot remove '{}': {}", path.string(), error.message()));
    }
  }
  return Done{};
}

double CpuSeconds() {
  double seconds = 0;
  for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage usage{};
    getrusage(who, &usage);
    for (const timeval& time : {usage.ru_utime, usage.ru_stime}) {
      seconds += static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    }
  }
  return seconds;
}

Result<sweep::SweepResult> SweepWithProgress(const Flags& flags, const sweep::SweepPlan& plan) {
  Progress progress(flags.quiet          ? Progress::Style::kQuiet
                    : StderrIsTerminal() ? Progress::Style::kBar
                                         : Progress::Style::kPlain,
                    "patterns");
  sweep::SweepOptions options;
  options.jobs = flags.jobs ? static_cast<int>(*flags.jobs)
                            : static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  const run::InterruptGuard guard;
  options.stop = [] { return run::InterruptGuard::Interrupted(); };
  options.progress = [&](uint64_t done, uint64_t total) { progress.Update(done, total, 0); };
  auto result = sweep::RunSweep(plan, options);
  progress.Finish();
  return result;
}

Status Write(const Flags& flags, const sweep::SweepResult& result,
             const std::map<std::string, std::string>& digests) {
  const std::string texts[] = {sweep::ToJson(result, {kToolVersion, digests}),
                               sweep::Markdown(result)};
  for (size_t i = 0; i < std::size(kFiles); ++i) {
    const std::string path = (fs::path(flags.out) / kFiles[i]).string();
    if (auto written = reports::WriteFileWhole(path, texts[i]); !written) return written;
  }
  return Done{};
}

int Run(const Flags& flags) {
  if (flags.device_libs && flags.device_libs->empty()) {
    return Report({UsageError("--device-libs takes a directory, not ''")});
  }
  const auto plan = sweep::MakePlan(Words(flags));
  if (!plan.ok()) return Report(plan.errors());
  const auto digests = device::DigestLibraries(plan->device_libs);
  if (!digests.ok()) return Report(digests.errors());
  if (const auto prepared = PrepareDirectory(flags.out); !prepared.ok()) {
    return Report(prepared.errors());
  }
  const auto start = std::chrono::steady_clock::now();
  const auto result = SweepWithProgress(flags, *plan);
  if (!result.ok()) return Report(result.errors());
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!result->refusal.empty()) {
    fmt::print(stderr, "error: {} did not compute: {}\n", plan->op->name, result->refusal);
    return kNotAsExpected;
  }
  if (const auto written = Write(flags, *result, *digests); !written.ok()) {
    return Report(written.errors());
  }
  fmt::print("{}", sweep::SummaryText(*result));
  const double cpu_seconds = CpuSeconds();
  fmt::print("{:.1f} s, {:.1f} s of CPU time, {:.1f} ns of it per pattern\n", seconds, cpu_seconds,
             1e9 * cpu_seconds / static_cast<double>(std::max<uint64_t>(1, result->patterns)));
  for (const char* file : kFiles) fmt::print("{}\n", (fs::path(flags.out) / file).string());
  return result->passed() ? kAllAsExpected : kNotAsExpected;
}

}  // namespace

Command SweepCommand() {
  auto flags = std::make_shared<Flags>();
  return {"sweep", "Put every bit pattern of the logit through operator and judge",
          [flags](FlagSet& set) { Declare(set, *flags); }, [flags] { return Run(*flags); }};
}

}  // namespace touchstone::tools

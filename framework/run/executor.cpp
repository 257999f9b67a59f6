#include "framework/run/executor.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <new>
#include <stdexcept>
#include <utility>

#include "framework/data/digest.h"
#include "framework/run/conclusion.h"
#include "framework/run/describe.h"
#include "framework/run/device_run.h"
#include "framework/run/element_access.h"
#include "framework/run/expected_output.h"
#include "framework/run/judging.h"
#include "framework/run/memory_budget.h"

namespace touchstone::run {
namespace {

using Clock = std::chrono::steady_clock;

/// The error with its file, without an excerpt.
std::string OneLine(Error error) {
  error.excerpt.clear();
  return error.ToString();
}

/// The view's elements in row-major order, whatever the layout: equal values, equal digest.
std::string DigestOfView(const tensor::TensorLayout& layout, std::span<const std::byte> storage) {
  const int64_t count = tensor::ElementCount(layout.shape).value_or(0);
  data::StreamingDigest digest(data::StreamingDigest::Width::k64);
  std::vector<std::byte> scratch;
  for (int64_t first = 0; first < count; first += kChunkElements) {
    const auto size = static_cast<size_t>(std::min(kChunkElements, count - first));
    digest.Update(DenseElements(layout, storage, first, size, scratch));
  }
  return digest.Hex();
}

/// Runs a case and gathers what is seen.
class Execution {
 public:
  Execution(device::Session& session, const suite::Case& source, const std::string& contract)
      : session_(session), source_(source) {
    executed_.record = DescribeCase(source, session.soc_name(), contract);
  }

  ExecutedCase Run() {
    const auto start = Clock::now();
    try {
      if (auto done = Observe(); !done) seen_.obstacle = OneLine(done.error());
    } catch (const std::bad_alloc&) {
      seen_.obstacle = NoMemory();
    } catch (const std::length_error&) {
      seen_.obstacle = NoMemory();
    }
    Finish();
    const std::chrono::duration<double, std::milli> elapsed = Clock::now() - start;
    executed_.record.duration_ms = elapsed.count();
    return std::move(executed_);
  }

 private:
  /// The one place where the want of host memory, in reference and judge too, becomes a result.
  std::string NoMemory() const {
    return fmt::format("host memory: not enough while {}; the case needs about {}", doing_,
                       BytesText(MemoryNeed(source_)));
  }

  Status Observe() {
    doing_ = "making the inputs";
    auto prepared = PrepareCase(source_);
    if (!prepared) return prepared.errors();
    prepared_ = std::move(prepared).value();
    for (record::TensorRecord& input : executed_.record.inputs) {
      const auto found = prepared_.inputs.find(input.name);
      if (found != prepared_.inputs.end()) input.digest = found->second.digest;
    }
    for (const auto& [name, output] : prepared_.outputs) {
      seen_.output_elements +=
          static_cast<uint64_t>(tensor::ElementCount(output.layout.shape).value_or(0));
    }
    doing_ = "running it";
    if (auto ran = RunAll(); !ran) return ran;
    doing_ = "judging the output";
    Judge();
    return Done{};
  }

  Status RunAll() {
    const int runs = std::max(2, source_.repeat);
    DeviceRuns device(session_, prepared_);
    for (int run = 0; run < runs; ++run) {
      auto result = device.Next(source_.determinism && run > 0);
      if (!result) return result.errors();
      seen_.runs.push_back(std::move(result->outcome));
      for (std::string& violation : result->violations) {
        if (std::find(seen_.violations.begin(), seen_.violations.end(), violation) ==
            seen_.violations.end()) {
          seen_.violations.push_back(std::move(violation));
        }
      }
      if (result->device_lost) {
        executed_.device_lost = true;
        return Done{};
      }
      if (seen_.first_difference.empty() && !result->first_difference.empty()) {
        seen_.first_difference = fmt::format("run {}, {}", run + 1, result->first_difference);
      }
    }
    outputs_ = device.TakeOutputs();
    return Done{};
  }

  void Judge() {
    const bool succeeded =
        !executed_.device_lost && std::all_of(seen_.runs.begin(), seen_.runs.end(), [](auto& run) {
          return run.phase2_status.has_value() && run.FirstFailure() == 0;
        });
    if (!succeeded) return;
    for (const auto& [name, output] : prepared_.outputs) {
      if (name == executed_.record.output.name) {
        const std::span<const std::byte> storage = outputs_.at(name).storage;
        executed_.record.output.digest = DigestOfView(output.layout, storage);
        if (source_.expect.ok) {
          seen_.output_mismatch = OutputMismatch(source_.expect.output, name, output.layout,
                                                 storage, executed_.record.output.digest);
        }
      }
    }
    if (!source_.expect.ok || seen_.output_elements == 0) return;
    auto soc = soc::FindSoc(session_.soc_name());
    if (!soc) {
      seen_.judging_problem = soc.error().message;
      return;
    }
    for (const auto& [name, output] : prepared_.outputs) {
      auto judgement = JudgeOutput(prepared_, name, outputs_.at(name), **soc);
      if (!judgement) {
        seen_.judging_problem = OneLine(judgement.error());
        return;
      }
      Add(name, std::move(judgement).value());
    }
  }

  /// Metrics and worst elements are the first output's; every output's verdicts count.
  void Add(const std::string& name, judge::Judgement judgement) {
    if (!seen_.judgement) {
      seen_.judgement = std::move(judgement);
      return;
    }
    seen_.judgement->metrics.unwritten += judgement.metrics.unwritten;
    for (judge::Verdict& verdict : judgement.verdicts) {
      if (!verdict.reason.empty()) verdict.reason = name + ": " + verdict.reason;
      seen_.judgement->verdicts.push_back(std::move(verdict));
    }
  }

  void Finish() {
    record::CaseRecord& record = executed_.record;
    Conclusion conclusion = Conclude(source_, seen_);
    record.status = conclusion.status;
    record.reason = std::move(conclusion.reason);
    if (!seen_.runs.empty()) {
      const device::CallOutcome& first = seen_.runs.front();
      record.phase1_status = first.phase1_status;
      record.phase2_status = first.phase2_status;
      record.sync_status = first.sync_status;
      record.error_text = first.error_text;
      record.workspace_bytes = first.workspace_bytes;
    }
    for (const device::CallOutcome& run : seen_.runs) {
      for (const device::StrictReport& report : run.reports) {
        const std::string text = report.kind + ": " + report.message;
        if (std::find(record.strict_reports.begin(), record.strict_reports.end(), text) ==
            record.strict_reports.end()) {
          record.strict_reports.push_back(text);
        }
      }
    }
    record.determinism.runs = static_cast<int>(seen_.runs.size());
    record.determinism.identical = seen_.first_difference.empty();
    record.determinism.first_difference = seen_.first_difference;
    record.guards.intact = seen_.violations.empty();
    for (const std::string& violation : seen_.violations) {
      record.guards.violation += (record.guards.violation.empty() ? "" : "; ") + violation;
    }
    if (!seen_.judgement) return;
    record.metrics = seen_.judgement->metrics;
    record.verdicts = seen_.judgement->verdicts;
    record.worst = seen_.judgement->worst;
    record.pattern = seen_.judgement->pattern;
    // One worst element shows how good a pass was; ten show what a failure has in common.
    const size_t shown = record::IsGood(record.status) ? 1 : 10;
    if (record.worst.size() > shown) record.worst.resize(shown);
  }

  device::Session& session_;
  const suite::Case& source_;
  const char* doing_ = "";
  ExecutedCase executed_;
  PreparedCase prepared_;
  Observation seen_;
  std::map<std::string, RunOutput> outputs_;
};

}  // namespace

ExecutedCase ExecuteCase(device::Session& session, const suite::Case& source,
                         const std::string& contract) {
  return Execution(session, source, contract).Run();
}

}  // namespace touchstone::run

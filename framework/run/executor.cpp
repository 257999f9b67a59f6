#include "framework/run/executor.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "framework/data/digest.h"
#include "framework/run/conclusion.h"
#include "framework/run/describe.h"
#include "framework/run/expected_output.h"
#include "framework/run/judging.h"

namespace touchstone::run {
namespace {

using Clock = std::chrono::steady_clock;

std::string HexDigest(std::span<const std::byte> bytes) { return data::Xxh3Hex(bytes); }

/// The error with its file, without an excerpt.
std::string OneLine(Error error) {
  error.excerpt.clear();
  return error.ToString();
}

/// The view's elements in row-major order, whatever the layout: equal values, equal digest.
std::string DigestOfView(const tensor::TensorLayout& layout, std::span<const std::byte> storage) {
  const tensor::Dims& shape = layout.shape;
  const auto count = static_cast<size_t>(tensor::ElementCount(shape).value_or(0));
  const auto size = static_cast<size_t>(tensor::SizeBytes(layout.dtype));
  if (tensor::IsContiguous(layout)) {
    if (count == 0) return HexDigest({});
    return HexDigest(storage.subspan(static_cast<size_t>(layout.offset) * size, count * size));
  }
  tensor::HostTensor dense{tensor::ContiguousLayout(layout.dtype, shape), {}};
  dense.storage.resize(count * size);
  tensor::ScatterBits(dense.layout, tensor::GatherBits(layout, storage), dense.storage);
  return HexDigest(dense.storage);
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
    if (auto done = Observe(); !done) seen_.obstacle = OneLine(done.error());
    Finish();
    const std::chrono::duration<double, std::milli> elapsed = Clock::now() - start;
    executed_.record.duration_ms = elapsed.count();
    return std::move(executed_);
  }

 private:
  Status Observe() {
    auto prepared = PrepareCase(source_);
    if (!prepared) return prepared.errors();
    prepared_ = std::move(prepared).value();
    for (record::TensorRecord& input : executed_.record.inputs) {
      const auto found = prepared_.inputs.find(input.name);
      if (found != prepared_.inputs.end()) input.digest = HexDigest(found->second.tensor.storage);
    }
    for (const auto& [name, output] : prepared_.outputs) {
      seen_.output_elements +=
          static_cast<uint64_t>(tensor::ElementCount(output.layout.shape).value_or(0));
    }
    if (auto ran = RunAll(); !ran) return ran;
    Judge();
    return Done{};
  }

  Status RunAll() {
    const int runs = std::max(2, source_.repeat);
    for (int run = 0; run < runs; ++run) {
      auto result = RunOnDevice(session_, prepared_, run, source_.determinism && run > 0);
      if (!result) return result.errors();
      seen_.runs.push_back(result->outcome);
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
      if (run < 2) {
        outputs_[run] = std::move(result->outputs);
      }
      if (run > 0) Compare(run, run < 2 ? outputs_[run] : result->outputs);
    }
    return Done{};
  }

  void Compare(int run, const std::map<std::string, std::vector<std::byte>>& outputs) {
    if (!seen_.first_difference.empty()) return;
    for (const auto& [name, output] : prepared_.outputs) {
      const std::string difference =
          FirstDifference(output.layout, {outputs_[0].at(name), PatternOfRun(0).output_byte},
                          {outputs.at(name), PatternOfRun(run).output_byte});
      if (difference.empty()) continue;
      seen_.first_difference = fmt::format("run {}, {}", run + 1, difference);
      return;
    }
  }

  void Judge() {
    const bool succeeded =
        !executed_.device_lost && std::all_of(seen_.runs.begin(), seen_.runs.end(), [](auto& run) {
          return run.phase2_status.has_value() && run.FirstFailure() == 0;
        });
    if (!succeeded) return;
    for (const auto& [name, output] : prepared_.outputs) {
      if (name == executed_.record.output.name) {
        executed_.record.output.digest = DigestOfView(output.layout, outputs_[0].at(name));
        if (source_.expect.ok) {
          seen_.output_mismatch =
              OutputMismatch(source_.expect.output, name, output.layout, outputs_[0].at(name),
                             executed_.record.output.digest);
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
      auto judgement =
          JudgeOutput(prepared_, name, {outputs_[0].at(name), PatternOfRun(0).output_byte},
                      {outputs_[1].at(name), PatternOfRun(1).output_byte}, **soc);
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
  ExecutedCase executed_;
  PreparedCase prepared_;
  Observation seen_;
  std::map<std::string, std::vector<std::byte>> outputs_[2];  ///< of the first two runs
};

}  // namespace

ExecutedCase ExecuteCase(device::Session& session, const suite::Case& source,
                         const std::string& contract) {
  return Execution(session, source, contract).Run();
}

}  // namespace touchstone::run

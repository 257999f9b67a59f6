#include "framework/sweep/chunk_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "framework/device/call.h"
#include "framework/device/guarded_buffer.h"
#include "framework/run/device_run.h"
#include "framework/suite/status_names.h"
#include "framework/sweep/pattern_fill.h"

namespace touchstone::sweep {

using device::GuardedBuffer;

namespace {

std::string RefusalText(const device::CallOutcome& outcome) {
  std::string why = outcome.error_text;  // lines, the last one ended too
  while (!why.empty() && why.back() == '\n') why.pop_back();
  std::replace(why.begin(), why.end(), '\n', ' ');
  const auto text = [&](const char* step, int status) {
    return fmt::format("{} returned {}{}{}", step, suite::StatusText(status),
                       why.empty() ? "" : ": ", why);
  };
  if (outcome.phase1_status.value_or(0) != 0) return text("phase 1", *outcome.phase1_status);
  if (outcome.phase2_status.value_or(0) != 0) return text("phase 2", *outcome.phase2_status);
  if (outcome.sync_status.value_or(0) != 0) return text("synchronisation", *outcome.sync_status);
  return outcome.sync_status ? "" : "phase 1 gave no executor";
}

/// Copied from the device at a time: stays in a cache while it is compared.
constexpr size_t kPieceBytes = size_t{64} << 10;

void AddProblems(const device::CallOutcome& outcome, std::vector<std::string>& problems) {
  problems.insert(problems.end(), outcome.violations.begin(), outcome.violations.end());
  for (const device::StrictReport& report : outcome.reports) {
    problems.push_back(fmt::format("{}: {}", report.kind, report.message));
  }
}

}  // namespace

/// The device's memory for one of the two runs.
class ChunkRunner::RunBuffers {
 public:
  RunBuffers(device::Session& session, const SweepPlan& plan, int run)
      : session_(session), plan_(plan), pattern_(run::PatternOfRun(run)) {}

  Status Prepare(uint64_t count) {
    request_.op = plan_.op;
    request_.attributes = plan_.attributes;
    request_.workspace_byte = pattern_.output_byte;
    request_.guard_byte = pattern_.guard_byte;
    if (auto placed = Place(plan_.swept, count); !placed) return placed;
    for (const ConstantInput& constant : plan_.constants) {
      if (auto placed = Place(constant.name, constant.one_element ? 1 : count); !placed) {
        return placed;
      }
      if (auto sent = buffers_.at(constant.name).Upload(Bytes(constant)); !sent) return sent;
    }
    return Place(plan_.output, count);
  }

  Status Send(std::span<const std::byte> patterns) {
    if (auto sent = buffers_.at(plan_.swept).Upload(patterns); !sent) return sent;
    return buffers_.at(plan_.output).Fill(pattern_.output_byte);
  }

  Result<device::CallOutcome> Call() { return device::CallOperator(session_, request_); }

  Status Fetch(const std::string& name, std::span<std::byte> bytes) const {
    return buffers_.at(name).Download(bytes);
  }

  /// Whether the buffer holds these bytes.
  Result<bool> Holds(const std::string& name, std::span<const std::byte> bytes) const {
    const GuardedBuffer& buffer = buffers_.at(name);
    std::array<std::byte, kPieceBytes> piece;
    for (size_t offset = 0; offset < bytes.size(); offset += piece.size()) {
      const auto wanted = bytes.subspan(offset, std::min(piece.size(), bytes.size() - offset));
      const auto read = buffer.DownloadPart(offset, std::span(piece).first(wanted.size()));
      if (!read) return read.errors();
      // Not the containers' own comparison, which goes byte by byte.
      if (std::memcmp(piece.data(), wanted.data(), wanted.size()) != 0) return false;
    }
    return true;
  }

  Status Check(std::vector<std::string>& problems) const {
    for (const auto& [name, buffer] : buffers_) {
      auto broken = buffer.CheckGuards();
      if (!broken) return broken.errors();
      if (*broken) problems.push_back(**broken);
    }
    for (const ConstantInput& constant : plan_.constants) {
      std::vector<std::byte> now(buffers_.at(constant.name).payload_bytes());
      if (auto fetched = Fetch(constant.name, now); !fetched) return fetched;
      if (now != Bytes(constant)) problems.push_back(ChangedText(constant.name));
    }
    return Done{};
  }

  static std::string ChangedText(const std::string& name) {
    return fmt::format("input '{}' was changed", name);
  }

  uint8_t output_byte() const { return pattern_.output_byte; }

 private:
  Status Place(const std::string& name, uint64_t count) {
    const tensor::TensorLayout layout =
        tensor::ContiguousLayout(plan_.dtype, {static_cast<int64_t>(count)});
    auto buffer =
        GuardedBuffer::Allocate(session_, name, count * ElementBytes(), pattern_.guard_byte);
    if (!buffer) return buffer.errors();
    const auto [place, is_new] = buffers_.emplace(name, std::move(buffer).value());
    request_.tensors[name] = {layout, place->second.payload()};
    return Done{};
  }

  size_t ElementBytes() const { return static_cast<size_t>(tensor::SizeBytes(plan_.dtype)); }

  std::vector<std::byte> Bytes(const ConstantInput& constant) const {
    std::vector<std::byte> bytes(buffers_.at(constant.name).payload_bytes());
    FillConstant(constant.bits, ElementBytes(), bytes);
    return bytes;
  }

  device::Session& session_;
  const SweepPlan& plan_;
  run::FillPattern pattern_;
  std::map<std::string, GuardedBuffer> buffers_;
  device::CallRequest request_;
};

ChunkRunner::ChunkRunner(device::Session& session, const SweepPlan& plan)
    : session_(session), plan_(plan) {}
ChunkRunner::~ChunkRunner() = default;

Status ChunkRunner::Prepare(uint64_t count) {
  if (count == count_) return Done{};
  auto checked = Check();
  if (!checked) return checked.errors();
  problems_ = std::move(*checked);
  for (int run = 0; run < 2; ++run) {
    runs_[run] = std::make_unique<RunBuffers>(session_, plan_, run);
    if (auto prepared = runs_[run]->Prepare(count); !prepared) return prepared;
  }
  const size_t bytes = count * static_cast<size_t>(tensor::SizeBytes(plan_.dtype));
  patterns_.resize(bytes);
  second_output_.resize(bytes);
  count_ = count;
  return Done{};
}

Result<ChunkResult> ChunkRunner::Run(uint64_t first, uint64_t count, std::span<std::byte> output,
                                     std::span<uint8_t> unwritten) {
  if (auto prepared = Prepare(count); !prepared) return prepared.errors();
  FillPatterns(plan_.patterns, first, patterns_);
  ChunkResult result{first, count, {}, output, {}, 0, kNoPattern, {}};
  for (int run = 0; run < 2; ++run) {
    RunBuffers& buffers = *runs_[run];
    if (auto sent = buffers.Send(patterns_); !sent) return sent.errors();
    auto outcome = buffers.Call();
    if (!outcome) return outcome.errors();
    AddProblems(*outcome, result.problems);
    result.refusal = RefusalText(*outcome);
    if (!result.refusal.empty()) return result;
    if (run == 0) {
      if (auto fetched = buffers.Fetch(plan_.output, output); !fetched) return fetched.errors();
    } else {
      const auto same = buffers.Holds(plan_.output, output);
      if (!same) return same.errors();
      if (!*same) {
        auto fetched = buffers.Fetch(plan_.output, second_output_);
        if (!fetched) return fetched.errors();
        Compare(result, unwritten);
      }
    }
    const auto unchanged = buffers.Holds(plan_.swept, patterns_);
    if (!unchanged) return unchanged.errors();
    if (!*unchanged) result.problems.push_back(RunBuffers::ChangedText(plan_.swept));
  }
  return result;
}

// What no run wrote holds each run's own fill; anything else that differs is not deterministic.
void ChunkRunner::Compare(ChunkResult& result, std::span<uint8_t> unwritten) const {
  const size_t size = result.output.size() / result.count;
  const auto is_filled = [size](const std::byte* element, uint8_t byte) {
    for (size_t i = 0; i < size; ++i) {
      if (std::to_integer<uint8_t>(element[i]) != byte) return false;
    }
    return true;
  };
  bool any_unwritten = false;
  for (size_t i = 0; i < result.count; ++i) {
    const std::byte* one = result.output.data() + i * size;
    const std::byte* two = second_output_.data() + i * size;
    const bool untouched =
        is_filled(one, runs_[0]->output_byte()) && is_filled(two, runs_[1]->output_byte());
    unwritten[i] = untouched ? 1 : 0;
    any_unwritten |= untouched;
    if (untouched || std::memcmp(one, two, size) == 0) continue;
    if (result.differing++ == 0) result.first_differing = result.first + i;
  }
  if (any_unwritten) result.unwritten = unwritten;
}

Result<std::vector<std::string>> ChunkRunner::Check() {
  std::vector<std::string> problems = std::move(problems_);
  for (const auto& buffers : runs_) {
    if (buffers == nullptr) continue;
    if (auto checked = buffers->Check(problems); !checked) return checked.errors();
  }
  return problems;
}

}  // namespace touchstone::sweep

#include "framework/run/device_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "framework/device/guarded_buffer.h"

namespace touchstone::run {
namespace {

using device::GuardedBuffer;

device::CallProtocol ToCallProtocol(const suite::Protocol& protocol) {
  device::CallProtocol call;
  call.null_workspace_size = protocol.null_workspace_size;
  call.null_executor = protocol.null_executor;
  call.null_executor_in_phase2 = protocol.null_executor_in_phase2;
  call.null_workspace = protocol.null_workspace;
  call.reuse_executor = protocol.reuse_executor;
  return call;
}

/// One run in progress.
class Runner {
 public:
  Runner(device::Session& session, const PreparedCase& prepared, int run)
      : session_(session), prepared_(prepared), run_(run), pattern_(PatternOfRun(run)) {}

  Result<DeviceRun> Run(bool vary) {
    std::optional<GuardedBuffer> spacer;
    if (vary) {
      // Odd multiples of 64 bytes, so that neither pages nor cache lines fall as before.
      const size_t bytes = static_cast<size_t>(run_ % 16) * 4096 + static_cast<size_t>(run_) * 64;
      auto moved = GuardedBuffer::Allocate(session_, "spacer", bytes, pattern_.guard_byte);
      if (!moved) return moved.errors();
      spacer = std::move(moved).value();
      if (auto renewed = session_.RenewStream(); !renewed) return renewed.errors();
    }
    const bool outputs_first = vary && run_ % 2 == 1;
    if (outputs_first) {
      if (auto placed = PlaceOutputs(); !placed) return placed.errors();
    }
    if (auto placed = PlaceInputs(); !placed) return placed.errors();
    if (!outputs_first) {
      if (auto placed = PlaceOutputs(); !placed) return placed.errors();
    }
    if (auto called = Call(); !called) return called.errors();
    if (!result_.device_lost) {
      if (auto checked = Check(); !checked) return checked.errors();
    }
    return std::move(result_);
  }

 private:
  Result<GuardedBuffer*> Place(const std::string& name, const tensor::TensorLayout& layout,
                               size_t bytes) {
    auto buffer = GuardedBuffer::Allocate(session_, name, bytes, pattern_.guard_byte);
    if (!buffer) return buffer.errors();
    const auto [place, unused] = buffers_.emplace(name, std::move(buffer).value());
    request_.tensors[name] = {layout, place->second.payload()};
    return &place->second;
  }

  Status PlaceInputs() {
    for (const auto& [name, input] : prepared_.inputs) {
      auto buffer = Place(name, input.tensor.layout, input.tensor.storage.size());
      if (!buffer) return buffer.errors();
      if (auto sent = (*buffer)->Upload(Stored(input)); !sent) return sent;
    }
    return Done{};
  }

  Status PlaceOutputs() {
    for (const auto& [name, output] : prepared_.outputs) {
      auto buffer = Place(name, output.layout, output.storage_bytes);
      if (!buffer) return buffer.errors();
      if (auto filled = (*buffer)->Fill(pattern_.output_byte); !filled) return filled;
    }
    return Done{};
  }

  /// The input's bytes as this run stores them; only gaps differ from run to run.
  std::span<const std::byte> Stored(const PreparedInput& input) {
    if (!input.gaps.any() || pattern_.output_byte == kFirstFillByte) return input.tensor.storage;
    staging_ = input.tensor.storage;
    input.gaps.Fill(staging_, pattern_.output_byte);
    return staging_;
  }

  Status Call() {
    const suite::Case& source = *prepared_.source;
    request_.op = source.op;
    request_.attributes = source.attributes;
    request_.protocol = ToCallProtocol(source.protocol);
    request_.workspace_byte = pattern_.output_byte;
    request_.guard_byte = pattern_.guard_byte;
    auto outcome = device::CallOperator(session_, request_);
    if (!outcome) return outcome.errors();
    result_.outcome = std::move(outcome).value();
    result_.violations = result_.outcome.violations;
    result_.device_lost = device::IsDeviceFault(result_.outcome.sync_status.value_or(0));
    return Done{};
  }

  Status Check() {
    for (const auto& [name, buffer] : buffers_) {
      auto broken = buffer.CheckGuards();
      if (!broken) return broken.errors();
      if (*broken) result_.violations.push_back(**broken);
    }
    for (const auto& [name, input] : prepared_.inputs) {
      std::vector<std::byte> after(input.tensor.storage.size());
      if (auto read = buffers_.at(name).Download(after); !read) return read;
      const std::span<const std::byte> before = Stored(input);
      const auto difference = std::mismatch(before.begin(), before.end(), after.begin());
      if (difference.first == before.end()) continue;
      const auto position = difference.first - before.begin();
      result_.violations.push_back(
          fmt::format("input '{}' was changed, first in storage element {}", name,
                      position / tensor::SizeBytes(input.tensor.layout.dtype)));
    }
    for (const auto& [name, output] : prepared_.outputs) {
      std::vector<std::byte>& after = result_.outputs[name];
      after.resize(output.storage_bytes);
      if (auto read = buffers_.at(name).Download(after); !read) return read;
      CheckOutput(name, output, after);
    }
    return Done{};
  }

  void CheckOutput(const std::string& name, const PreparedOutput& output,
                   std::span<const std::byte> after) {
    if (result_.outcome.phase1_status != 0) {
      const bool untouched = std::all_of(after.begin(), after.end(), [this](std::byte b) {
        return std::to_integer<uint8_t>(b) == pattern_.output_byte;
      });
      if (!untouched) {
        result_.violations.push_back(
            fmt::format("output '{}' was written although phase 1 failed", name));
      }
      return;
    }
    const std::string change = output.gaps.FindChange(after, pattern_.output_byte);
    if (!change.empty()) {
      result_.violations.push_back(fmt::format("output '{}': {}", name, change));
    }
  }

  device::Session& session_;
  const PreparedCase& prepared_;
  int run_;
  FillPattern pattern_;
  std::map<std::string, GuardedBuffer> buffers_;
  std::vector<std::byte> staging_;
  device::CallRequest request_;
  DeviceRun result_;
};

}  // namespace

FillPattern PatternOfRun(int run) {
  static constexpr std::array<FillPattern, 4> kPatterns = {{
      {kFirstFillByte, 0x5C},
      {0xA5, 0xC3},
      {0x3C, 0x96},
      {0x00, 0x6A},
  }};
  return kPatterns[static_cast<size_t>(run) % kPatterns.size()];
}

Result<DeviceRun> RunOnDevice(device::Session& session, const PreparedCase& prepared, int run,
                              bool vary) {
  return Runner(session, prepared, run).Run(vary);
}

}  // namespace touchstone::run

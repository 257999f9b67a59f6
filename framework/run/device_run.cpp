#include "framework/run/device_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "framework/run/element_access.h"

namespace touchstone::run {
namespace {

using device::GuardedBuffer;

device::CallProtocol ToCallProtocol(const suite::Protocol& protocol) {
  device::CallProtocol call;
  call.null_workspace_size = protocol.null_workspace_size;
  call.null_executor = protocol.null_executor;
  call.null_executor_in_phase2 = protocol.null_executor_in_phase2;
  call.null_workspace = protocol.null_workspace;
  call.small_workspace = protocol.small_workspace;
  call.reuse_executor = protocol.reuse_executor;
  call.equal_call_before = protocol.equal_call_before;
  call.repeatable_executor = protocol.repeatable_executor;
  call.new_addresses = protocol.new_addresses;
  call.destroyed_tensor = protocol.destroyed_tensor;
  call.view_before_storage = protocol.view_before_storage;
  call.destroy_tensors_before_phase2 = protocol.destroy_tensors_before_phase2;
  call.two_streams = protocol.two_streams;
  call.destroyed_stream = protocol.destroyed_stream;
  call.two_devices = protocol.two_devices;
  call.stream_of_other_device = protocol.stream_of_other_device;
  call.phase2_on_other_device = protocol.phase2_on_other_device;
  call.phase2_on_other_thread = protocol.phase2_on_other_thread;
  return call;
}

/// Copied from the device at a time: what it is compared with stays beside it in an L2 cache of
/// half a MiB, and it holds whole elements.
constexpr size_t kPieceBytes = size_t{64} << 10;

void CompareViews(const tensor::TensorLayout& layout, std::span<const std::byte> first_run,
                  std::span<const std::byte> later_run, RunComparison& comparison) {
  std::vector<std::byte> a, b;
  const int64_t count = tensor::ElementCount(layout.shape).value_or(0);
  for (int64_t first = 0; first < count; first += kChunkElements) {
    const auto size = static_cast<size_t>(std::min(kChunkElements, count - first));
    comparison.Compare(first, DenseElements(layout, first_run, first, size, a),
                       DenseElements(layout, later_run, first, size, b));
  }
}

/// Calls `visit(offset, bytes)` for the payload in pieces until it returns false.
template <typename Visit>
Status ForEachPiece(const GuardedBuffer& buffer, std::vector<std::byte>& piece, Visit&& visit) {
  for (size_t offset = 0; offset < buffer.payload_bytes(); offset += kPieceBytes) {
    piece.resize(std::min(kPieceBytes, buffer.payload_bytes() - offset));
    if (auto read = buffer.DownloadPart(offset, piece); !read) return read;
    if (!visit(offset, std::span<const std::byte>(piece))) break;
  }
  return Done{};
}

bool Holds(std::span<const std::byte> bytes, uint8_t byte) {
  return bytes.empty() || (std::to_integer<uint8_t>(bytes[0]) == byte &&
                           std::memcmp(&bytes[0], &bytes[1], bytes.size() - 1) == 0);
}

}  // namespace

Result<DeviceRun> DeviceRuns::Next(bool vary) {
  pattern_ = PatternOfRun(run_);
  const bool keep_places = run_ > 0 && !vary;
  if (auto placed = keep_places ? Renew() : Place(vary); !placed) return placed.errors();
  DeviceRun result;
  if (auto called = Call(result); !called) return called.errors();
  if (!result.device_lost) {
    if (auto checked = Check(result); !checked) return checked.errors();
  }
  ++run_;
  return result;
}

Status DeviceRuns::Place(bool vary) {
  buffers_.clear();
  spacer_.reset();
  if (vary) {
    // Odd multiples of 64 bytes, so that neither pages nor cache lines fall as before.
    const size_t bytes = static_cast<size_t>(run_ % 16) * 4096 + static_cast<size_t>(run_) * 64;
    auto moved = GuardedBuffer::Allocate(session_, "spacer", bytes, pattern_.guard_byte);
    if (!moved) return moved.errors();
    spacer_ = std::move(moved).value();
    if (auto renewed = session_.RenewStream(); !renewed) return renewed;
  }
  const bool outputs_first = vary && run_ % 2 == 1;
  if (outputs_first) {
    if (auto placed = PlaceOutputs(); !placed) return placed;
  }
  if (auto placed = PlaceInputs(); !placed) return placed;
  return outputs_first ? Status(Done{}) : PlaceOutputs();
}

Result<GuardedBuffer*> DeviceRuns::Allocate(const std::string& name,
                                            const tensor::TensorLayout& layout, size_t bytes) {
  auto buffer = GuardedBuffer::Allocate(session_, name, bytes, pattern_.guard_byte);
  if (!buffer) return buffer.errors();
  const auto [place, unused] = buffers_.emplace(name, std::move(buffer).value());
  request_.tensors[name] = {layout, place->second.payload()};
  return &place->second;
}

Status DeviceRuns::PlaceInputs() {
  for (const auto& [name, input] : prepared_.inputs) {
    auto buffer = Allocate(name, input.tensor.layout, input.tensor.storage.size());
    if (!buffer) return buffer.errors();
    if (auto sent = (*buffer)->Upload(Stored(input)); !sent) return sent;
  }
  return Done{};
}

Status DeviceRuns::PlaceOutputs() {
  for (const auto& [name, output] : prepared_.outputs) {
    auto buffer = Allocate(name, output.layout, output.storage_bytes);
    if (!buffer) return buffer.errors();
    if (auto filled = (*buffer)->Fill(pattern_.output_byte); !filled) return filled;
  }
  return Done{};
}

/// The buffers of the run before, with this run's patterns around and between the inputs, which
/// have been found unchanged.
Status DeviceRuns::Renew() {
  for (auto& [name, buffer] : buffers_) {
    if (auto set = buffer.RenewGuards(pattern_.guard_byte); !set) return set;
    const auto input = prepared_.inputs.find(name);
    if (input == prepared_.inputs.end()) {
      if (auto filled = buffer.Fill(pattern_.output_byte); !filled) return filled;
    } else if (input->second.gaps.any() || changed_.contains(name)) {
      if (auto sent = buffer.Upload(Stored(input->second)); !sent) return sent;
    }
  }
  return Done{};
}

std::span<const std::byte> DeviceRuns::Stored(const PreparedInput& input) {
  if (!input.gaps.any() || pattern_.output_byte == kFirstFillByte) return input.tensor.storage;
  with_gaps_ = input.tensor.storage;
  input.gaps.Fill(with_gaps_, pattern_.output_byte);
  return with_gaps_;
}

Status DeviceRuns::Call(DeviceRun& result) {
  const suite::Case& source = *prepared_.source;
  request_.op = source.op;
  request_.attributes = source.attributes;
  request_.protocol = ToCallProtocol(source.protocol);
  request_.workspace_byte = pattern_.output_byte;
  request_.guard_byte = pattern_.guard_byte;
  auto outcome = device::CallOperator(session_, request_);
  if (!outcome) return outcome.errors();
  result.outcome = std::move(outcome).value();
  result.violations = result.outcome.violations;
  result.device_lost = device::IsDeviceFault(result.outcome.sync_status.value_or(0));
  return Done{};
}

Status DeviceRuns::Check(DeviceRun& result) {
  for (const auto& [name, buffer] : buffers_) {
    auto broken = buffer.CheckGuards();
    if (!broken) return broken.errors();
    if (*broken) result.violations.push_back(**broken);
  }
  for (const auto& [name, input] : prepared_.inputs) {
    if (auto checked = CheckInput(name, input, result); !checked) return checked;
  }
  for (const auto& [name, output] : prepared_.outputs) {
    if (auto checked = CheckOutput(name, output, result); !checked) return checked;
  }
  return Done{};
}

Status DeviceRuns::CheckInput(const std::string& name, const PreparedInput& input,
                              DeviceRun& result) {
  const std::span<const std::byte> before = Stored(input);
  return ForEachPiece(
      buffers_.at(name), piece_, [&](size_t offset, std::span<const std::byte> after) {
        if (std::memcmp(&before[offset], after.data(), after.size()) == 0) return true;
        const auto difference = std::mismatch(after.begin(), after.end(), &before[offset]);
        const size_t position = offset + static_cast<size_t>(difference.first - after.begin());
        const auto size = static_cast<size_t>(tensor::SizeBytes(input.tensor.layout.dtype));
        result.violations.push_back(fmt::format(
            "input '{}' was changed, first in storage element {}", name, position / size));
        changed_.insert(name);
        return false;
      });
}

Status DeviceRuns::CheckOutput(const std::string& name, const PreparedOutput& output,
                               DeviceRun& result) {
  if (result.outcome.phase1_status != 0) {
    bool untouched = true;
    auto read = ForEachPiece(buffers_.at(name), piece_, [&](size_t, auto bytes) {
      return untouched = Holds(bytes, pattern_.output_byte);
    });
    if (!read) return read;
    if (!untouched) {
      result.violations.push_back(
          fmt::format("output '{}' was written although phase 1 failed", name));
    }
  }
  return run_ == 0 ? Keep(name, output, result) : Compare(name, output, result);
}

Status DeviceRuns::Keep(const std::string& name, const PreparedOutput& output, DeviceRun& result) {
  RunOutput& kept = outputs_[name];
  kept.unwritten = UnwrittenElements(tensor::ElementCount(output.layout.shape).value_or(0));
  kept.storage.resize(output.storage_bytes);
  if (auto read = buffers_.at(name).Download(kept.storage); !read) return read;
  CheckGaps(name, output, kept.storage, result);
  return Done{};
}

void DeviceRuns::CheckGaps(const std::string& name, const PreparedOutput& output,
                           std::span<const std::byte> after, DeviceRun& result) const {
  if (result.outcome.phase1_status != 0) return;  // all of it has been looked at
  const std::string change = output.gaps.FindChange(after, pattern_.output_byte);
  if (!change.empty()) result.violations.push_back(fmt::format("output '{}': {}", name, change));
}

Status DeviceRuns::Compare(const std::string& name, const PreparedOutput& output,
                           DeviceRun& result) {
  RunOutput& first = outputs_.at(name);
  RunComparison comparison(output.layout, PatternOfRun(0).output_byte, pattern_.output_byte,
                           run_ == 1 ? &first.unwritten : nullptr);
  const GuardedBuffer& buffer = buffers_.at(name);
  const auto size = static_cast<size_t>(tensor::SizeBytes(output.layout.dtype));
  if (tensor::IsContiguous(output.layout) && !output.gaps.any()) {
    const std::span<const std::byte> before = first.storage;
    auto read = ForEachPiece(buffer, piece_, [&](size_t offset, auto bytes) {
      comparison.Compare(static_cast<int64_t>(offset / size), before.subspan(offset, bytes.size()),
                         bytes);
      return true;
    });
    if (!read) return read;
  } else {
    tensor::HostBytes after(output.storage_bytes);
    if (auto read = buffer.Download(after); !read) return read;
    CheckGaps(name, output, after, result);
    CompareViews(output.layout, first.storage, after, comparison);
  }
  if (result.first_difference.empty()) result.first_difference = comparison.first_difference();
  return Done{};
}

FillPattern PatternOfRun(int run) {
  static constexpr std::array<FillPattern, 4> kPatterns = {{
      {kFirstFillByte, 0x5C},
      {0xA5, 0xC3},
      {0x3C, 0x96},
      {0x00, 0x6A},
  }};
  return kPatterns[static_cast<size_t>(run) % kPatterns.size()];
}

}  // namespace touchstone::run

#include "op_under_test/npu/vector_core.h"

#include <cstdio>
#include <cstring>
#include <string>

#include "op_under_test/runtime/strict_report.h"

namespace npusim {
namespace {

[[noreturn]] void ThrowMemoryFault(MemoryFault fault, const char* access, DeviceAddress address,
                                   uint64_t bytes) {
  KernelFaultKind kind = KernelFaultKind::kOutOfBounds;
  const char* reason = "outside every live allocation, or past the end of one";
  if (fault == MemoryFault::kUnaligned) {
    kind = KernelFaultKind::kUnaligned;
    reason = "not aligned to the element size";
  } else if (fault == MemoryFault::kUseAfterFree) {
    kind = KernelFaultKind::kUseAfterFree;
    reason = "in memory that was freed";
  }
  char text[200];
  std::snprintf(text, sizeof text, "%s %llu bytes at 0x%llx, %s", access,
                static_cast<unsigned long long>(bytes), static_cast<unsigned long long>(address),
                reason);
  throw KernelFault(kind, text);
}

const char* Name(Access access) { return access == Access::kRead ? "reads" : "writes"; }

}  // namespace

VectorCore::VectorCore(const KernelLaunch& launch, uint32_t block_index,
                       UnifiedBuffer& unified_buffer, const VectorUnit& vector_unit,
                       DeviceMemory& memory)
    : launch_(launch),
      block_index_(block_index),
      unified_buffer_(unified_buffer),
      vector_unit_(vector_unit),
      memory_(memory) {}

void VectorCore::CopyIn(void* local, DeviceAddress global, size_t count, size_t element_bytes) {
  if (count == 0) return;
  const size_t bytes = count * element_bytes;
  CheckLocal(local, bytes);
  ReportReadPastInput(global, bytes);
  MemoryFault fault{};
  if (!memory_.Read(global, bytes, element_bytes, static_cast<std::byte*>(local), &fault)) {
    ThrowMemoryFault(fault, Name(Access::kRead), global, bytes);
  }
}

void VectorCore::CopyOut(DeviceAddress global, const void* local, size_t count,
                         size_t element_bytes) {
  if (count == 0) return;
  const size_t bytes = count * element_bytes;
  CheckLocal(local, bytes);
  const MemoryWindow window = Open(global, bytes, element_bytes, Access::kWrite);
  ReportInputWrite(global, bytes);
  std::memcpy(window.host, local, bytes);
}

void VectorCore::CopyOutRepeated(DeviceAddress global, const void* local, size_t count,
                                 size_t element_bytes) {
  if (count == 0) return;
  CheckLocal(local, element_bytes);
  const size_t bytes = count * element_bytes;
  const SharedBlock block = BlockAround(global, element_bytes, Access::kWrite);
  const uint64_t offset = global - block->address();
  if (!block->Contains(offset, bytes)) {
    ThrowMemoryFault(MemoryFault::kOutOfBounds, Name(Access::kWrite), global, bytes);
  }
  ReportInputWrite(global, bytes);
  block->Repeat(offset, bytes, {static_cast<const std::byte*>(local), element_bytes});
}

void VectorCore::CopyInElements(void* local, size_t element_bytes, DeviceAddress global,
                                std::span<const int64_t> element_offsets) {
  if (element_offsets.empty()) return;
  CheckLocal(local, element_offsets.size() * element_bytes);
  const SharedBlock block = BlockAround(global, element_bytes, Access::kRead);
  auto* to = static_cast<std::byte*>(local);
  for (const int64_t element_offset : element_offsets) {
    const uint64_t offset =
        CheckedOffset(*block, global, element_offset, element_bytes, Access::kRead);
    CopyElement(to, block->host() + offset, element_bytes);
    to += element_bytes;
  }
}

void VectorCore::CopyOutElements(DeviceAddress global, const void* local, size_t element_bytes,
                                 std::span<const int64_t> element_offsets) {
  if (element_offsets.empty()) return;
  CheckLocal(local, element_offsets.size() * element_bytes);
  const SharedBlock block = BlockAround(global, element_bytes, Access::kWrite);
  const auto* from = static_cast<const std::byte*>(local);
  for (const int64_t element_offset : element_offsets) {
    const uint64_t offset =
        CheckedOffset(*block, global, element_offset, element_bytes, Access::kWrite);
    ReportInputWrite(block->address() + offset, element_bytes);
    CopyElement(block->host() + offset, from, element_bytes);
    from += element_bytes;
  }
}

void VectorCore::CopyElement(std::byte* to, const std::byte* from, size_t element_bytes) {
  switch (element_bytes) {  // constant sizes compile to single moves
    case 1:
      *to = *from;
      return;
    case 2:
      std::memcpy(to, from, 2);
      return;
    case 4:
      std::memcpy(to, from, 4);
      return;
    case 8:
      std::memcpy(to, from, 8);
      return;
    default:
      std::memcpy(to, from, element_bytes);
  }
}

MemoryWindow VectorCore::Open(DeviceAddress global, size_t bytes, size_t element_bytes,
                              Access access) const {
  MemoryFault fault{};
  MemoryWindow window = memory_.Open(global, bytes, element_bytes, access, &fault);
  if (window.host == nullptr) ThrowMemoryFault(fault, Name(access), global, bytes);
  return window;
}

SharedBlock VectorCore::BlockAround(DeviceAddress global, size_t element_bytes,
                                    Access access) const {
  MemoryFault fault{};
  SharedBlock block = memory_.FindBlock(global, &fault);
  if (!block) ThrowMemoryFault(fault, Name(access), global, element_bytes);
  if (global % element_bytes != 0) {
    ThrowMemoryFault(MemoryFault::kUnaligned, Name(access), global, element_bytes);
  }
  return block;
}

uint64_t VectorCore::CheckedOffset(DeviceBlock& block, DeviceAddress global, int64_t element_offset,
                                   size_t element_bytes, Access access) const {
  int64_t byte_offset = 0;
  const bool overflows =
      __builtin_mul_overflow(element_offset, static_cast<int64_t>(element_bytes), &byte_offset);
  // Modulo 2^64: a place below the block's start becomes a huge offset, which Contains refuses.
  const uint64_t offset = global - block.address() + static_cast<uint64_t>(byte_offset);
  if (overflows || !block.Contains(offset, element_bytes)) {
    ThrowMemoryFault(MemoryFault::kOutOfBounds, Name(access), block.address() + offset,
                     element_bytes);
  }
  block.Prepare(offset, element_bytes, access);
  return offset;
}

void VectorCore::CheckLocal(const void* local, size_t bytes) const {
  if (unified_buffer_.Contains(local, bytes)) return;
  throw KernelFault(KernelFaultKind::kUnifiedBufferOverflow,
                    "copies " + std::to_string(bytes) +
                        " bytes to or from a place outside the unified buffer's allocated part");
}

void VectorCore::ReportReadPastInput(DeviceAddress global, uint64_t bytes) {
  if (read_past_input_reported_) return;
  bool starts_in_one = false;
  for (const MemoryRange& input : launch_.inputs) {
    if (global < input.address || global - input.address >= input.bytes) continue;
    if (bytes <= input.bytes - (global - input.address)) return;
    starts_in_one = true;
  }
  if (!starts_in_one) return;
  char text[200];
  std::snprintf(text, sizeof text,
                "kernel '%s', block %u of %u: reads %llu bytes at 0x%llx, past the end of its input",
                launch_.name.c_str(), block_index_, launch_.block_count,
                static_cast<unsigned long long>(bytes), static_cast<unsigned long long>(global));
  StrictReport(StrictKind::kOutOfBounds, text);
  read_past_input_reported_ = true;
}

void VectorCore::ReportInputWrite(DeviceAddress global, uint64_t bytes) {
  if (input_write_reported_) return;  // one report for each block is enough
  for (const MemoryRange& input : launch_.inputs) {
    if (global < input.address + input.bytes && input.address < global + bytes) {
      char text[200];
      std::snprintf(text, sizeof text, "kernel '%s' writes %llu bytes at 0x%llx, into its input",
                    launch_.name.c_str(), static_cast<unsigned long long>(bytes),
                    static_cast<unsigned long long>(global));
      StrictReport(StrictKind::kInputWritten, text);
      input_write_reported_ = true;
      return;
    }
  }
}

}  // namespace npusim

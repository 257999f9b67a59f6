#include "framework/device/spare_memory.h"

#include <fmt/format.h>

#include <utility>

namespace touchstone::device {
namespace {

Status Checked(const char* function, const std::string& name, size_t bytes, int status) {
  if (status == 0) return Done{};
  return InfrastructureError(
      fmt::format("{} of {} bytes for '{}' failed with {}", function, bytes, name, status));
}

}  // namespace

Status SpareMemory::Add(const std::string& name) {
  const auto bytes = tensor::StorageBytes(request_.tensors.at(name).layout);
  if (!bytes) return bytes.errors();
  auto buffer = GuardedBuffer::Allocate(session_, fmt::format("second {}", name),
                                        static_cast<size_t>(*bytes), request_.guard_byte);
  if (!buffer) return buffer.errors();
  const auto [place, unused] = buffers_.insert_or_assign(name, std::move(buffer).value());
  addresses_[name] = place->second.payload();
  return place->second.Fill(request_.workspace_byte);
}

Result<std::vector<std::byte>> SpareMemory::Read(const std::string& name) const {
  const GuardedBuffer& buffer = buffers_.at(name);
  std::vector<std::byte> bytes(buffer.payload_bytes());
  if (auto read = buffer.Download(bytes); !read) return read.errors();
  return bytes;
}

Status SpareMemory::Write(const std::string& name, const std::vector<std::byte>& bytes) {
  return buffers_.at(name).Upload(bytes);
}

Result<std::vector<std::string>> SpareMemory::BrokenGuards() const {
  std::vector<std::string> broken;
  for (const auto& [name, buffer] : buffers_) {
    auto found = buffer.CheckGuards();
    if (!found) return found.errors();
    if (*found) broken.push_back(**found);
  }
  return broken;
}

Result<std::vector<std::byte>> ReadStorage(Session& session, const std::string& name,
                                           const CallTensor& tensor) {
  const auto size = tensor::StorageBytes(tensor.layout);
  if (!size) return size.errors();
  std::vector<std::byte> bytes(static_cast<size_t>(*size));
  if (bytes.empty()) return bytes;
  const int status = session.api().aclrtMemcpy(bytes.data(), bytes.size(), tensor.data,
                                               bytes.size(), ACL_MEMCPY_DEVICE_TO_HOST);
  if (auto read = Checked("aclrtMemcpy", name, bytes.size(), status); !read) return read.errors();
  return bytes;
}

Status FillStorage(Session& session, const std::string& name, const CallTensor& tensor,
                   uint8_t byte) {
  const auto size = tensor::StorageBytes(tensor.layout);
  if (!size) return size.errors();
  const auto bytes = static_cast<size_t>(*size);
  if (bytes == 0) return Done{};
  return Checked("aclrtMemset", name, bytes,
                 session.api().aclrtMemset(tensor.data, bytes, byte, bytes));
}

}  // namespace touchstone::device

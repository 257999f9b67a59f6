#include "framework/data/npy_writer.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "framework/data/npy.h"

namespace touchstone::data {
namespace {

namespace fs = std::filesystem;

std::string WhyNot(const std::string& path, int error_number) {
  return fmt::format("cannot write '{}': {}", path, std::generic_category().message(error_number));
}

}  // namespace

Result<NpyWriter> NpyWriter::Create(const std::string& path, tensor::DType dtype,
                                    const tensor::Dims& shape) {
  const Result<int64_t> bytes = tensor::StorageBytes(tensor::ContiguousLayout(dtype, shape));
  if (!bytes) return bytes.errors();
  const Result<std::vector<std::byte>> header = NpyFileHeader(dtype, shape);
  if (!header) return header.errors();

  NpyWriter writer;
  writer.path_ = path;
  std::error_code code;
  const fs::file_status status = fs::status(path, code);
  if (fs::is_directory(status)) return InputError(WhyNot(path, EISDIR));
  writer.target_ = fs::is_regular_file(status) ? fs::canonical(path, code).string() : path;
  const bool in_place = fs::exists(status) && !fs::is_regular_file(status);
  if (!in_place) writer.beside_ = fmt::format("{}.{}.part", writer.target_, ::getpid());
  const std::string& opened = in_place ? writer.target_ : writer.beside_;
  writer.fd_ = open(opened.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (writer.fd_ < 0) {
    writer.beside_.clear();
    return InputError(WhyNot(path, errno));
  }
  if (auto written = writer.Write(*header); !written) return written.errors();
  writer.missing_bytes_ = static_cast<uint64_t>(*bytes);
  return writer;
}

NpyWriter::NpyWriter(NpyWriter&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      beside_(std::exchange(other.beside_, "")),
      fd_(std::exchange(other.fd_, -1)),
      missing_bytes_(other.missing_bytes_) {}

NpyWriter& NpyWriter::operator=(NpyWriter&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(target_, other.target_);
  std::swap(beside_, other.beside_);
  std::swap(fd_, other.fd_);
  std::swap(missing_bytes_, other.missing_bytes_);
  return *this;
}

NpyWriter::~NpyWriter() { Discard(); }

void NpyWriter::Discard() {
  if (fd_ >= 0) close(std::exchange(fd_, -1));
  if (!beside_.empty()) unlink(beside_.c_str());
  beside_.clear();
}

Error NpyWriter::CannotWrite(int error_number) const {
  return InfrastructureError(WhyNot(path_, error_number));
}

Status NpyWriter::Write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(fd_, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return CannotWrite(count < 0 ? errno : EIO);
    bytes = bytes.subspan(static_cast<size_t>(count));
  }
  return Done{};
}

Status NpyWriter::Append(std::span<const std::byte> bytes) {
  if (bytes.size() > missing_bytes_) {
    return InfrastructureError(fmt::format("'{}' gets {} bytes more than its shape has", path_,
                                           bytes.size() - missing_bytes_));
  }
  missing_bytes_ -= bytes.size();
  return Write(bytes);
}

Status NpyWriter::Commit() {
  if (missing_bytes_ != 0) {
    return InfrastructureError(
        fmt::format("'{}' lacks {} bytes that its shape has", path_, missing_bytes_));
  }
  // A disk that was full all along may say so only here.
  if (close(std::exchange(fd_, -1)) != 0) return CannotWrite(errno);
  if (beside_.empty()) return Done{};
  if (rename(beside_.c_str(), target_.c_str()) != 0) return CannotWrite(errno);
  beside_.clear();
  return Done{};
}

}  // namespace touchstone::data

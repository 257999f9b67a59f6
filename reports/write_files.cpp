#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "reports/format.h"

namespace touchstone::reports {
namespace fs = std::filesystem;

namespace {

Error CannotWrite(const std::string& path, int error_number) {
  return InfrastructureError(
      fmt::format("cannot write '{}': {}", path, std::generic_category().message(error_number)));
}

Status WriteInPlace(const std::string& path, const std::string& shown, std::string_view bytes) {
  errno = 0;
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  if (file) file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) return CannotWrite(shown, errno != 0 ? errno : EIO);
  return Done{};
}

}  // namespace

Status WriteFileWhole(const std::string& path, std::string_view bytes) {
  std::error_code error;
  // What is no regular file (a device, a pipe) is written to, never replaced; a link stays a link.
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) return CannotWrite(path, EISDIR);
  if (fs::exists(status) && !fs::is_regular_file(status)) return WriteInPlace(path, path, bytes);
  const std::string target =
      fs::exists(status) ? fs::canonical(path, error).string() : std::string(path);
  const std::string beside = fmt::format("{}.{}.part", target, ::getpid());
  std::error_code ignored;
  if (Status written = WriteInPlace(beside, path, bytes); !written) {
    fs::remove(beside, ignored);
    return written;
  }
  fs::rename(beside, target, error);
  if (error) {
    fs::remove(beside, ignored);
    return InfrastructureError(fmt::format("cannot write '{}': {}", path, error.message()));
  }
  return Done{};
}

Result<std::vector<std::string>> WriteReports(const record::RunRecord& run,
                                              const std::string& directory,
                                              const std::vector<const Format*>& formats) {
  std::error_code error;
  fs::create_directories(directory, error);
  if (error) {
    return InfrastructureError(
        fmt::format("cannot make the directory '{}': {}", directory, error.message()));
  }
  std::vector<std::string> paths;
  for (const Format* format : formats) {
    Result<std::string> bytes = format->write(run);
    if (!bytes) return bytes.errors();
    const std::string path = (fs::path(directory) / format->file_name).string();
    if (Status written = WriteFileWhole(path, *bytes); !written) return written.errors();
    paths.push_back(path);
  }
  return paths;
}

Status RemoveReports(const std::string& directory) {
  for (const Format& format : AllFormats()) {
    std::error_code error;
    const fs::path path = fs::path(directory) / format.file_name;
    fs::remove(path, error);  // a missing file or directory is no error
    if (error && error != std::errc::not_a_directory) {
      return InfrastructureError(
          fmt::format("cannot remove '{}': {}", path.string(), error.message()));
    }
  }
  return Done{};
}

}  // namespace touchstone::reports

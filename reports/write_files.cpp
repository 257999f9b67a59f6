#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "reports/format.h"

namespace touchstone::reports {
namespace fs = std::filesystem;

Status WriteFileWhole(const std::string& path, std::string_view bytes) {
  const std::string beside = fmt::format("{}.{}.part", path, ::getpid());
  std::error_code ignored;
  {
    std::ofstream file(beside, std::ios::binary | std::ios::trunc);
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    file.close();
    if (!file) {
      fs::remove(beside, ignored);
      return InfrastructureError(fmt::format("cannot write '{}'", path));
    }
  }
  std::error_code error;
  fs::rename(beside, path, error);
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

#include "framework/device/report_channel.h"

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

namespace touchstone::device {

Result<ReportChannel> ReportChannel::Create() {
  const int fd = memfd_create("touchstone-reports", MFD_CLOEXEC);
  if (fd < 0) {
    return InfrastructureError(std::string("cannot create the report channel: ") +
                               std::strerror(errno));
  }
  return ReportChannel(fd);
}

ReportChannel::ReportChannel(ReportChannel&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)),
      position_(other.position_),
      partial_line_(std::move(other.partial_line_)) {}

ReportChannel& ReportChannel::operator=(ReportChannel&& other) noexcept {
  std::swap(fd_, other.fd_);
  std::swap(position_, other.position_);
  std::swap(partial_line_, other.partial_line_);
  return *this;
}

ReportChannel::~ReportChannel() {
  if (fd_ >= 0) close(fd_);
}

std::vector<StrictReport> ReportChannel::Take() {
  std::array<char, 4096> block;
  while (true) {
    const ssize_t count = pread(fd_, block.data(), block.size(), position_);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    partial_line_.append(block.data(), static_cast<size_t>(count));
    position_ += count;
  }
  std::vector<StrictReport> reports;
  size_t start = 0;
  for (size_t end; (end = partial_line_.find('\n', start)) != std::string::npos; start = end + 1) {
    reports.push_back(
        ParseStrictReport(std::string_view(partial_line_).substr(start, end - start)));
  }
  partial_line_.erase(0, start);
  return reports;
}

StrictReport ParseStrictReport(std::string_view line) {
  const auto json = nlohmann::json::parse(line, nullptr, false);
  if (json.is_object() && json.contains("kind") && json["kind"].is_string()) {
    StrictReport report;
    report.kind = json["kind"].get<std::string>();
    if (json.contains("message") && json["message"].is_string()) {
      report.message = json["message"].get<std::string>();
    }
    return report;
  }
  return {"malformed_report", std::string(line)};
}

}  // namespace touchstone::device

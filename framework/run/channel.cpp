#include "framework/run/channel.h"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace touchstone::run {

bool Channel::Fill() {
  std::array<char, 65536> block;
  while (true) {
    const ssize_t count = read(fd_, block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    buffer_.append(block.data(), static_cast<size_t>(count));
    return true;
  }
}

bool Channel::ReadLine(std::string& line) {
  size_t searched = 0;
  size_t end;
  while ((end = buffer_.find('\n', searched)) == std::string::npos) {
    searched = buffer_.size();
    if (!Fill()) return false;
  }
  line.assign(buffer_, 0, end);
  buffer_.erase(0, end + 1);
  return true;
}

bool Channel::ReadBytes(size_t count, std::string& bytes) {
  while (buffer_.size() < count) {
    if (!Fill()) return false;
  }
  bytes.assign(buffer_, 0, count);
  buffer_.erase(0, count);
  return true;
}

bool Channel::Write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

}  // namespace touchstone::run

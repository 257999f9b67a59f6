// A stream socket as lines and blocks of bytes.
#pragma once

#include <string>
#include <string_view>

#include "framework/diagnostics/error.h"

namespace touchstone::run {

/// The worker's end: blocking. Not thread-safe. Does not own the descriptor.
class Channel {
 public:
  explicit Channel(int fd) : fd_(fd) {}

  /// Reads up to and without the next line end. False at the end of the stream; an unfinished line
  /// counts as the end.
  bool ReadLine(std::string& line);
  bool ReadBytes(size_t count, std::string& bytes);
  /// False when the other side is gone.
  bool Write(std::string_view bytes);

 private:
  bool Fill();

  int fd_;
  std::string buffer_;
};

}  // namespace touchstone::run

// Runs the touchstone program as a user would, and keeps what it said.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace touchstone::tools {

struct Outcome {
  int exit_code = -1;  ///< 128 + signal when it was killed by one
  std::string out;     ///< standard output
  std::string err;     ///< standard error
};

/// Runs build/.../bin/touchstone with `arguments`, standard input closed, no terminal.
Outcome RunTouchstone(const std::vector<std::string>& arguments);

/// The same with any program: a path, or a name to be found in PATH.
Outcome RunProgramFile(const std::string& program, const std::vector<std::string>& arguments);

/// A fresh directory, removed when the object goes.
class ScratchDirectory {
 public:
  ScratchDirectory();
  ~ScratchDirectory();
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;

  /// Writes a file and returns its path.
  std::string Write(const std::string& name, const std::string& content) const;
  std::string Path(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

std::string ReadFile(const std::string& path);

/// "2 cases" for the smallest useful suite: one numeric and one error case, both of which pass.
extern const char kGoodSuite[];

}  // namespace touchstone::tools

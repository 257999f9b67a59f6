#include "tools/touchstone/command_line_test_support.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace touchstone::tools {

const char kGoodSuite[] = R"(suite: small
operator: aclnnBinaryCrossEntropyWithLogits
defaults: {standards: [eco-v3]}
cases:
  - name: numbers
    inputs:
      self: {shape: [33], dtype: fp32, data: {uniform: [-4, 4]}}
      target: {shape: [33], dtype: fp32, data: soft_labels}
    attrs: {reduction: mean}
  - name: null self
    inputs: {self: null, target: {shape: [4], dtype: fp32}}
    attrs: {reduction: none}
    expect: ACLNN_ERR_PARAM_NULLPTR
)";

ScratchDirectory::ScratchDirectory() {
  std::string pattern = (std::filesystem::temp_directory_path() / "touchstone-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) std::abort();
  path_ = pattern;
}

ScratchDirectory::~ScratchDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string ScratchDirectory::Write(const std::string& name, const std::string& content) const {
  std::ofstream(path_ / name, std::ios::binary) << content;
  return Path(name);
}

std::string ReadFile(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

Outcome RunTouchstone(const std::vector<std::string>& arguments) {
  return RunProgramFile(TOUCHSTONE_BINARY, arguments);
}

Outcome RunProgramFile(const std::string& program, const std::vector<std::string>& arguments) {
  const ScratchDirectory scratch;
  const std::string out_path = scratch.Path("stdout"), err_path = scratch.Path("stderr");
  std::vector<char*> argv = {const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
    dup2(open(out_path.c_str(), O_WRONLY | O_CREAT, 0600), STDOUT_FILENO);
    dup2(open(err_path.c_str(), O_WRONLY | O_CREAT, 0600), STDERR_FILENO);
    execvp(program.c_str(), argv.data());
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  const int exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return {exit_code, ReadFile(out_path), ReadFile(err_path)};
}

}  // namespace touchstone::tools

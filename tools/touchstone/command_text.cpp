#include <string_view>

#include "tools/touchstone/commands.h"

namespace touchstone::tools {
namespace {

std::string& Text() {
  static std::string text;
  return text;
}

// Quoted for a shell when it holds anything a shell could take for more than text.
std::string Quoted(std::string_view word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=,:@%+";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos) {
    return std::string(word);
  }
  std::string quoted = "'";
  for (const char c : word) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

}  // namespace

void SetCommandLine(int argc, char** argv) {
  Text() = "touchstone";
  for (int i = 1; i < argc; ++i) Text() += " " + Quoted(argv[i]);
}

const std::string& CommandLineText() { return Text(); }

}  // namespace touchstone::tools

// Command-line flags of one command: a thin wall around the flag library, which stays in flags.cpp.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace touchstone::tools {

/// Where a command declares what it takes. Targets must outlive parsing and keep their value as the
/// default when the flag is not given.
class FlagSet {
 public:
  virtual ~FlagSet() = default;
  virtual void Flag(const std::string& name, bool* target, const std::string& help) = 0;
  virtual void Text(const std::string& name, std::string* target, const std::string& help,
                    bool required = false) = 0;
  /// For flags of which "given, but empty" must not pass for "not given".
  virtual void OptionalText(const std::string& name, std::optional<std::string>* target,
                            const std::string& help) = 0;
  virtual void TextList(const std::string& name, std::vector<std::string>* target,
                        const std::string& help, bool required = false) = 0;
  virtual void Integer(const std::string& name, std::optional<int64_t>* target, int64_t minimum,
                       int64_t maximum, const std::string& help) = 0;
  virtual void Number(const std::string& name, std::optional<double>* target, double minimum,
                      const std::string& help) = 0;
};

/// One sub-command of touchstone.
struct Command {
  std::string name;
  std::string summary;  ///< one line for --help
  std::function<void(FlagSet&)> declare;
  std::function<int()> run;  ///< returns the exit code
  bool hidden = false;
};

/// Parses the arguments and runs the chosen command. Bad usage prints one line with the nearest
/// valid choice and returns 2; --help and --version return 0.
int RunCommandLine(int argc, char** argv, const std::vector<Command>& commands);

}  // namespace touchstone::tools

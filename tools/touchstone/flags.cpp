#include "tools/touchstone/flags.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <new>

#include "framework/diagnostics/error.h"
#include "tools/touchstone/exit_code.h"
#include "tools/touchstone/version.h"

namespace touchstone::tools {
namespace {

constexpr double kLargestNumber = 1e12;

class Cli11FlagSet final : public FlagSet {
 public:
  explicit Cli11FlagSet(CLI::App* app) : app_(app) {}

  void Flag(const std::string& name, bool* target, const std::string& help) override {
    app_->add_flag(name, *target, help);
  }
  void Text(const std::string& name, std::string* target, const std::string& help,
            bool required) override {
    app_->add_option(name, *target, help)->required(required)->type_name("TEXT");
  }
  void TextList(const std::string& name, std::vector<std::string>* target, const std::string& help,
                bool required) override {
    auto* option = app_->add_option(name, *target, help)->required(required)->type_name("TEXT");
    // A named flag takes one value each time it is given, so that it never eats a suite's name.
    if (name.starts_with("-")) option->expected(1)->take_all()->delimiter('\0');
    if (name.starts_with("-")) option->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  }
  void OptionalText(const std::string& name, std::optional<std::string>* target,
                    const std::string& help) override {
    app_->add_option_function<std::string>(
            name, [target](const std::string& value) { *target = value; }, help)
        ->type_name("TEXT");
  }
  void Integer(const std::string& name, std::optional<int64_t>* target, int64_t minimum,
               int64_t maximum, const std::string& help) override {
    // Read as text: the library's own conversion holds what is too large at the type's end.
    app_->add_option_function<std::string>(
            name,
            [=](const std::string& text) {
              int64_t value = 0;
              const auto [end, code] =
                  std::from_chars(text.data(), text.data() + text.size(), value);
              if (code != std::errc{} || end != text.data() + text.size() || value < minimum ||
                  value > maximum) {
                throw CLI::ValidationError(
                    fmt::format("{} takes a whole number from {} to {}, not '{}'", name, minimum,
                                maximum, text));
              }
              *target = value;
            },
            help)
        ->type_name("N");
  }
  void Number(const std::string& name, std::optional<double>* target, double minimum,
              const std::string& help) override {
    app_->add_option_function<std::string>(
            name,
            [=](const std::string& text) {
              double value = 0;
              const auto [end, code] =
                  std::from_chars(text.data(), text.data() + text.size(), value);
              if (code != std::errc{} || end != text.data() + text.size() ||
                  !(value >= minimum && value <= kLargestNumber)) {
                throw CLI::ValidationError(fmt::format("{} takes a number from {} to {}, not '{}'",
                                                       name, minimum, kLargestNumber, text));
              }
              *target = value;
            },
            help)
        ->type_name("NUMBER");
  }

 private:
  CLI::App* app_;
};

std::vector<std::string> OptionNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// The library's message, with the nearest valid word when a word was not understood.
std::string Explain(const CLI::App& app, const CLI::ParseError& error,
                    const std::vector<std::string>& arguments,
                    const std::vector<Command>& commands) {
  const CLI::App* chosen = &app;
  if (!app.get_subcommands().empty()) chosen = app.get_subcommands().front();
  std::string message = error.what();
  std::vector<std::string> known = OptionNames(*chosen);
  for (const std::string& argument : arguments) {
    const std::string name = argument.substr(0, argument.find('='));
    if (!name.starts_with("--") || name == "--") continue;
    if (std::find(known.begin(), known.end(), name) == known.end()) {
      return fmt::format("unknown flag '{}'{}", name, Suggestion(name, known));
    }
  }
  if (chosen == &app) {
    std::vector<std::string> names;
    for (const Command& command : commands) {
      if (!command.hidden) names.push_back(command.name);
    }
    if (arguments.empty()) return fmt::format("a command is needed{}", Suggestion("", names));
    return fmt::format("unknown command '{}'{}", arguments.front(),
                       Suggestion(arguments.front(), names));
  }
  return message;
}

}  // namespace

int RunCommandLine(int argc, char** argv, const std::vector<Command>& commands) {
  CLI::App app{"Operator conformance and precision tests for Ascend CANN", "touchstone"};
  app.require_subcommand(1);
  app.set_version_flag("--version", std::string("touchstone ") + kToolVersion);
  int exit_code = kBadInput;
  for (const Command& command : commands) {
    CLI::App* sub = app.add_subcommand(command.name, command.summary);
    if (command.hidden) sub->group("");
    Cli11FlagSet flags(sub);
    command.declare(flags);
  }
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    fmt::print(stderr, "error: {}\n", Explain(app, error, arguments, commands));
    return kBadInput;
  }
  for (const Command& command : commands) {
    if (!app.got_subcommand(command.name)) continue;
    try {
      exit_code = command.run();
    } catch (const std::bad_alloc&) {
      fmt::print(stderr, "error: host memory: not enough for this command\n");
      exit_code = kInfrastructure;
    }
  }
  return exit_code;
}

}  // namespace touchstone::tools

#include "op_under_test/runtime/lifecycle.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "op_under_test/runtime/api_errors.h"
#include "op_under_test/runtime/config.h"
#include "op_under_test/runtime/context.h"
#include "op_under_test/runtime/device.h"
#include "op_under_test/runtime/error_text.h"
#include "op_under_test/runtime/json_check.h"
#include "op_under_test/runtime/system_parameters.h"

namespace npusim {
namespace {

struct State {
  std::mutex mutex;
  uint64_t initializations = 0;
  bool finalized = false;  // starts false: a finalisation before any initialisation runs normally
  std::optional<std::string> first_config_text;
  std::vector<std::function<void()>> at_finalize;
};

State& TheState() {
  static State* const state = new State;
  return *state;
}

aclError ReadConfigFile(const char* path, std::string* text) {
  if (path == nullptr || *path == '\0') return ACL_SUCCESS;
  std::ifstream file(path, std::ios::binary);
  text->assign(std::istreambuf_iterator<char>(file), {});
  if (!file) return ACL_ERROR_INVALID_FILE;
  return ACL_SUCCESS;
}

aclError ApplyConfigFile(const std::string& text) {
  bool process_mode = false;
  if (!text.empty()) {
    const auto strings = TopLevelStrings(text);
    if (!strings) return ACL_ERROR_PARSE_FILE;
    const auto mode = strings->find("err_msg_mode");
    process_mode = mode != strings->end() && mode->second == "1";
  }
  SetProcessErrorMode(process_mode);
  return ACL_SUCCESS;
}

void RunFinalization(State& state) {
  for (const auto& function : state.at_finalize) function();
  for (int32_t id = 0; id < DeviceCount(); ++id) CloseDevice(*FindDevice(id));
  ResetSystemParameters();
  state.initializations = 0;
  state.finalized = true;
}

}  // namespace

aclError Initialize(const char* config_path) {
  State& state = TheState();
  const std::lock_guard lock(state.mutex);
  if (state.initializations > 0) {
    ++state.initializations;
    return ACL_ERROR_REPEAT_INITIALIZE;
  }
  std::string text;
  if (const aclError error = ReadConfigFile(config_path, &text)) {
    return InvalidValue("aclInit", config_path, "configPath", "a readable file", error);
  }
  if (state.first_config_text && *state.first_config_text != text) {
    return InvalidValue("aclInit", config_path == nullptr ? "null" : config_path, "configPath",
                        "the configuration of the first initialization in this process");
  }
  if (const aclError error = ApplyConfigFile(text)) {
    return InvalidValue("aclInit", config_path, "configPath", "a file with one JSON object", error);
  }
  const auto config = ReadConfig([](const char* name) { return std::getenv(name); });
  if (const auto* error = std::get_if<ConfigError>(&config)) {
    return InvalidValue("aclInit", error->value, error->variable, error->expected);
  }
  SetActiveConfig(std::get<Config>(config));
  state.first_config_text = std::move(text);
  state.initializations = 1;
  state.finalized = false;
  return ACL_SUCCESS;
}

aclError Finalize() {
  State& state = TheState();
  const std::lock_guard lock(state.mutex);
  if (state.finalized) return ACL_ERROR_REPEAT_FINALIZE;
  RunFinalization(state);
  return ACL_SUCCESS;
}

aclError FinalizeReference(uint64_t* remaining) {
  State& state = TheState();
  const std::lock_guard lock(state.mutex);
  if (state.initializations < 1) return ACL_ERROR_REPEAT_FINALIZE;
  if (state.initializations == 1) {
    RunFinalization(state);
  } else {
    --state.initializations;
  }
  if (remaining != nullptr) *remaining = state.initializations;
  return ACL_SUCCESS;
}

bool IsInitialized() {
  State& state = TheState();
  const std::lock_guard lock(state.mutex);
  return state.initializations > 0;
}

void CallAtFinalize(std::function<void()> function) {
  State& state = TheState();
  const std::lock_guard lock(state.mutex);
  state.at_finalize.push_back(std::move(function));
}

}  // namespace npusim

#include "framework/device/session.h"

#include <fmt/format.h>

#include <cstdlib>

#include "framework/device/acl_api.h"
#include "framework/device/error_text.h"

namespace touchstone::device {

Session::Session(std::shared_ptr<const Libraries> libraries, ReportChannel reports)
    : libraries_(std::move(libraries)), reports_(std::move(reports)) {}

Result<std::unique_ptr<Session>> Session::Open(std::shared_ptr<const Libraries> libraries,
                                               const SessionOptions& options) {
  auto channel = ReportChannel::Create();
  if (!channel) return channel.errors();
  std::unique_ptr<Session> session(new Session(std::move(libraries), std::move(channel).value()));
  if (auto started = session->Start(options); !started) return started.errors();
  return session;
}

Status Session::Start(const SessionOptions& options) {
  setenv("NPUSIM_SOC", options.soc.c_str(), 1);
  setenv("NPUSIM_CONTRACT", options.contract.c_str(), 1);
  setenv("NPUSIM_REPORT_FD", std::to_string(reports_.fd()).c_str(), 1);
  // Equal calls shall run on differently timed cores, whoever asks for another seed aside.
  setenv("NPUSIM_SCHEDULE_SEED", "1", 0);
  device_id_ = options.device_id;
  if (auto done = Check("aclInit", api().aclInit(nullptr)); !done) return done;
  initialised_ = true;
  if (auto done = Check("aclrtSetDevice", api().aclrtSetDevice(device_id_)); !done) return done;
  device_set_ = true;
  const char* name = api().aclrtGetSocName();
  soc_name_ = name == nullptr ? "" : name;
  if (soc_name_ != options.soc) {
    return InfrastructureError(
        fmt::format("the device is '{}', but the run is for '{}'", soc_name_, options.soc));
  }
  return RenewStream();
}

Status Session::Check(const char* function, int status) {
  if (status == 0) return Done{};
  std::string text = TakeErrorText();
  while (!text.empty() && text.back() == '\n') text.pop_back();
  for (char& c : text) c = c == '\n' ? ' ' : c;
  return InfrastructureError(
      fmt::format("{} failed with {}{}{}", function, status, text.empty() ? "" : ": ", text));
}

Status Session::RenewStream() {
  // The new stream is made before the old one goes, so that the two differ.
  aclrtStream stream = nullptr;
  if (auto done = Check("aclrtCreateStream", api().aclrtCreateStream(&stream)); !done) return done;
  void* old = stream_;
  stream_ = stream;
  if (old == nullptr) return Done{};
  return Check("aclrtDestroyStream", api().aclrtDestroyStream(old));
}

std::string Session::TakeErrorText() {
  const auto read = [this]() -> std::string {
    const char* text = api().aclGetRecentErrMsg();
    return text == nullptr ? "" : text;
  };
  const std::string current = read();
  const std::string fresh = NewErrorText(previous_error_text_, current);
  // Whether reading clears the texts depends on the toolkit: only those that are still there can
  // come again. Where it clears, the same words in the same tick of the clock are a new text.
  previous_error_text_ = read();
  return StripVolatile(fresh);
}

Result<std::vector<StrictReport>> Session::Close() {
  Errors errors;
  const auto note = [&errors](const Status& done) {
    if (!done) errors.insert(errors.end(), done.errors().begin(), done.errors().end());
  };
  if (stream_ != nullptr) {
    note(Check("aclrtDestroyStream", api().aclrtDestroyStream(stream_)));
    stream_ = nullptr;
  }
  if (device_set_) {
    note(Check("aclrtResetDevice", api().aclrtResetDevice(device_id_)));
    device_set_ = false;
  }
  if (initialised_) {
    note(Check("aclFinalize", api().aclFinalize()));
    initialised_ = false;
  }
  if (!errors.empty()) return errors;
  return TakeReports();
}

Session::~Session() { (void)Close(); }

bool IsDeviceFault(int status) { return status >= 507000 && status <= 507899; }

}  // namespace touchstone::device

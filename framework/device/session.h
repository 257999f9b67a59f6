// One process's use of a device: initialise, set the device, a stream, finalise.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "framework/device/libraries.h"
#include "framework/device/report_channel.h"
#include "framework/diagnostics/error.h"

namespace touchstone::device {

struct SessionOptions {
  std::string soc;       ///< what aclrtGetSocName must then answer; the simulator is set to it
  std::string contract;  ///< "documented" or "source"; only the simulator reads it
  int32_t device_id = 0;
};

/// An open device with one stream. All calls come from the thread that opened it, because the
/// runtime's current device is a property of the thread.
class Session {
 public:
  /// Sets the simulator's environment (NPUSIM_SOC, NPUSIM_CONTRACT, NPUSIM_REPORT_FD, and
  /// NPUSIM_SCHEDULE_SEED unless it is set; a real toolkit ignores it), then initialises. Errors
  /// (infrastructure): a call that fails, by name and code with the runtime's text, and a device
  /// that is not the chip asked for.
  static Result<std::unique_ptr<Session>> Open(std::shared_ptr<const Libraries> libraries,
                                               const SessionOptions& options);
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Puts a fresh stream in the place of the current one.
  Status RenewStream();

  /// What the runtime says about errors since the last call, without process ids and times.
  std::string TakeErrorText();
  /// What the simulator reported since the last call.
  std::vector<StrictReport> TakeReports() { return reports_.Take(); }

  /// Destroys the stream, resets the device and finalises; gives what the simulator reports on
  /// that occasion, e.g. leaks. The session cannot be used afterwards. Errors: a call that fails.
  Result<std::vector<StrictReport>> Close();

  const Libraries& libraries() const { return *libraries_; }
  const AclApi& api() const { return libraries_->api(); }
  const std::string& soc_name() const { return soc_name_; }
  int32_t device_id() const { return device_id_; }
  void* stream() const { return stream_; }

 private:
  Session(std::shared_ptr<const Libraries> libraries, ReportChannel reports);
  Status Start(const SessionOptions& options);
  Status Check(const char* function, int status);

  std::shared_ptr<const Libraries> libraries_;
  ReportChannel reports_;
  std::string soc_name_;
  std::string previous_error_text_;
  int32_t device_id_ = 0;
  void* stream_ = nullptr;
  bool initialised_ = false;
  bool device_set_ = false;
};

/// True for the runtime's codes that say the device itself failed (507000 to 507899): the process
/// cannot rely on the device any more.
bool IsDeviceFault(int status);

}  // namespace touchstone::device

// A second device of the machine, for calls that use two. Private to framework/device.
#pragma once

#include <memory>

#include "framework/device/acl_api.h"
#include "framework/device/session.h"

namespace touchstone::device {

/// Open with a stream; current only while a Scope lives. Everything allocated on it must be freed
/// before it is closed.
class OtherDevice {
 public:
  /// The device after the session's, or device 0. Errors (infrastructure): there is none, or a call
  /// of the runtime fails.
  static Result<std::unique_ptr<OtherDevice>> Open(Session& session);
  ~OtherDevice();
  OtherDevice(const OtherDevice&) = delete;
  OtherDevice& operator=(const OtherDevice&) = delete;

  void* stream() const { return stream_; }

  /// Makes the device current, and the session's again at its end. Nothing for nullptr.
  class Scope {
   public:
    explicit Scope(const OtherDevice* device) : device_(device) {
      if (device_ != nullptr) device_->MakeCurrent();
    }
    ~Scope() {
      if (device_ != nullptr) device_->MakeSessionsCurrent();
    }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    const OtherDevice* device_;
  };

 private:
  explicit OtherDevice(Session& session);
  Status Start();
  void MakeCurrent() const { (void)api_.aclrtSetCurrentContext(context_); }
  void MakeSessionsCurrent() const { (void)api_.aclrtSetCurrentContext(session_context_); }

  const AclApi& api_;
  const int32_t device_id_;
  bool is_set_ = false;
  void* session_context_ = nullptr;
  void* context_ = nullptr;
  void* stream_ = nullptr;
};

}  // namespace touchstone::device

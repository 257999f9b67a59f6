// A second set of memory for the tensors of a call. Private to framework/device.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "framework/device/guarded_buffer.h"
#include "framework/device/two_phase_call.h"

namespace touchstone::device {

/// Guarded buffers of the tensors' sizes on the current device.
class SpareMemory {
 public:
  SpareMemory(Session& session, const CallRequest& request)
      : session_(session), request_(request) {}

  /// Memory for `name`, filled with the request's workspace byte. Errors (infrastructure): none to
  /// be had.
  Status Add(const std::string& name);
  Result<std::vector<std::byte>> Read(const std::string& name) const;
  Status Write(const std::string& name, const std::vector<std::byte>& bytes);
  /// Where a guard zone was written to; empty when nowhere.
  Result<std::vector<std::string>> BrokenGuards() const;

  const TensorAddresses& addresses() const { return addresses_; }

 private:
  Session& session_;
  const CallRequest& request_;
  std::map<std::string, GuardedBuffer> buffers_;
  TensorAddresses addresses_;
};

/// The storage of a call's own tensor. Errors (infrastructure): it cannot be read.
Result<std::vector<std::byte>> ReadStorage(Session& session, const std::string& name,
                                           const CallTensor& tensor);
/// Fills it with one byte. Errors (infrastructure): it cannot be written.
Status FillStorage(Session& session, const std::string& name, const CallTensor& tensor,
                   uint8_t byte);

}  // namespace touchstone::device

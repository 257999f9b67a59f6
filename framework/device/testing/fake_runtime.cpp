// libascendcl.so of the fake device: host memory stands for device memory, streams do nothing.
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "acl/acl.h"

// Shared with the fake operator library.
extern "C" {
__attribute__((visibility("default"))) int fake_sync_status = 0;
__attribute__((visibility("default"))) void fake_add_error(const char* text);
}

namespace {

std::string error_text;

bool initialised = false;
int live_allocations = 0;

}  // namespace

extern "C" {

aclError aclInit(const char*) {
  initialised = true;
  fake_sync_status = ACL_SUCCESS;
  error_text.clear();
  return ACL_SUCCESS;
}

aclError aclFinalize() {
  initialised = false;
  if (live_allocations != 0) {
    const std::string line = "{\"kind\":\"leak\",\"message\":\"memory was not freed\"}\n";
    const char* fd = std::getenv("NPUSIM_REPORT_FD");
    if (fd != nullptr && write(std::atoi(fd), line.data(), line.size()) < 0)
      return ACL_ERROR_FAILURE;
  }
  return ACL_SUCCESS;
}

// As in the published source, reading does not clear the text, and a new one is put in front; with
// FAKE_ERRORS=cleared, reading clears it, as the published page says.
void fake_add_error(const char* text) {
  error_text = error_text.empty() ? text : std::string(text) + "\n" + error_text;
}

const char* aclGetRecentErrMsg() {
  static std::string handed_out;
  handed_out = error_text;
  const char* const errors = std::getenv("FAKE_ERRORS");
  if (errors != nullptr && errors == std::string_view("cleared")) error_text.clear();
  return handed_out.empty() ? nullptr : handed_out.c_str();
}

aclError aclrtSetDevice(int32_t device) {
  if (!initialised) return ACL_ERROR_UNINITIALIZE;
  if (device == 0) return ACL_SUCCESS;
  fake_add_error("no such device");
  return ACL_ERROR_RT_INVALID_DEVICEID;
}

aclError aclrtGetCurrentContext(aclrtContext* context) {
  *context = &initialised;
  return ACL_SUCCESS;
}

aclError aclrtSetCurrentContext(aclrtContext) { return ACL_SUCCESS; }

aclError aclrtResetDevice(int32_t) { return ACL_SUCCESS; }

const char* aclrtGetSocName() {
  const char* name = std::getenv("FAKE_SOC");
  if (name == nullptr) name = std::getenv("NPUSIM_SOC");
  return name == nullptr ? "" : name;
}

aclError aclrtCreateStream(aclrtStream* stream) {
  *stream = std::malloc(1);
  return ACL_SUCCESS;
}

aclError aclrtDestroyStream(aclrtStream stream) {
  std::free(stream);
  return ACL_SUCCESS;
}

aclError aclrtSynchronizeStream(aclrtStream) { return fake_sync_status; }

aclError aclrtMalloc(void** address, size_t size, aclrtMemMallocPolicy) {
  if (size == 0) return ACL_ERROR_INVALID_PARAM;
  if (size > (size_t{1} << 32)) return ACL_ERROR_RT_MEMORY_ALLOCATION;
  *address = std::aligned_alloc(64, (size + 63) / 64 * 64);
  ++live_allocations;
  return ACL_SUCCESS;
}

aclError aclrtFree(void* address) {
  --live_allocations;
  std::free(address);
  return ACL_SUCCESS;
}

aclError aclrtMemcpy(void* to, size_t capacity, const void* from, size_t count, aclrtMemcpyKind) {
  if (count > capacity) return ACL_ERROR_RT_PARAM_INVALID;
  std::memcpy(to, from, count);
  return ACL_SUCCESS;
}

aclError aclrtMemset(void* address, size_t, int32_t value, size_t count) {
  std::memset(address, value, count);
  return ACL_SUCCESS;
}

}  // extern "C"

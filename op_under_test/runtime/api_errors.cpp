#include "op_under_test/runtime/api_errors.h"

#include <cstdio>
#include <utility>

#include "op_under_test/runtime/error_text.h"
#include "op_under_test/runtime/strict_report.h"

namespace npusim {
namespace {

thread_local aclError last_error = ACL_SUCCESS;

std::string InvalidValueText(std::string_view function, std::string_view value,
                             std::string_view parameter, std::string_view expected) {
  std::string text(function);
  text.append(" failed because value ").append(value).append(" for parameter ").append(parameter);
  return text.append(" is invalid. Expected value: ").append(expected).append(".");
}

struct FaultWords {
  StrictKind kind;
  const char* text;
};

FaultWords WordsFor(MemoryFault fault) {
  switch (fault) {
    case MemoryFault::kOutOfBounds:
      return {StrictKind::kOutOfBounds, "is not, or not wholly, inside a live allocation"};
    case MemoryFault::kUnaligned:
      return {StrictKind::kUnaligned, "is not aligned"};
    case MemoryFault::kUseAfterFree:
      return {StrictKind::kUseAfterFree, "lies in memory that was freed"};
    case MemoryFault::kDoubleFree:
      return {StrictKind::kDoubleFree, "was freed already"};
    case MemoryFault::kForeignPointer:
      return {StrictKind::kForeignPointer, "is not the start of an allocation"};
  }
  return {StrictKind::kOutOfBounds, "is not valid"};
}

}  // namespace

aclError NullPointer(const char* function, const char* parameter) {
  ReportError("EH0008", std::string(function) + " failed because " + parameter +
                            " cannot be a NULL pointer.");
  return ACL_ERROR_INVALID_PARAM;
}

aclError InvalidValue(std::string_view function, std::string_view value, std::string_view parameter,
                      std::string_view expected, aclError code) {
  ReportError("EH0007", InvalidValueText(function, value, parameter, expected));
  return code;
}

aclError InvalidRuntimeValue(std::string_view function, std::string_view value,
                             std::string_view parameter, std::string_view expected, aclError code) {
  ReportError("EE1003", InvalidValueText(function, value, parameter, expected));
  return code;
}

aclError RefusedMemory(std::string_view function, MemoryFault fault, const void* pointer,
                       uint64_t bytes) {
  const auto [kind, words] = WordsFor(fault);
  char text[240];
  std::snprintf(text, sizeof text, "%.*s failed: device memory at %p (%llu bytes) %s",
                static_cast<int>(function.size()), function.data(), pointer,
                static_cast<unsigned long long>(bytes), words);
  StrictReport(kind, text);
  ReportError("EE9999", text);
  return ACL_ERROR_RT_DRV_INTERNAL_ERROR;
}

aclError Surface(const TaskOutcome& outcome) {
  if (outcome.code != ACL_SUCCESS) {
    ReportError("EE9999", outcome.text + ", error code " + std::to_string(outcome.code) + ".");
  }
  return outcome.code;
}

aclError Noted(aclError code) {
  if (code != ACL_SUCCESS) last_error = code;
  return code;
}

aclError LastError(bool clear) {
  return clear ? std::exchange(last_error, ACL_SUCCESS) : last_error;
}

}  // namespace npusim

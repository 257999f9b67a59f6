#include "op_under_test/runtime/error_text.h"

#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <mutex>
#include <vector>

#include "op_under_test/runtime/config.h"

namespace npusim {
namespace {

struct ErrorItem {
  std::string code;
  std::string title;
  std::string text;
  std::string time;
};

// Title of each code this toolkit reports; source: the error manager's table.
constexpr std::pair<std::string_view, std::string_view> kTitles[] = {
    {"EZ1001", "AclNN_Parameter_Error"},
    {"EZ1007", "Invalid_Argument_Tensor_Input_Shape"},
    {"EZ1008", "Execution_Error"},
    {"EZ9903", "AclNN_Runtime_Error"},
    {"EZ9999", "AclNN_Inner_Error"},
    {"EH0007", "Invalid_Argument"},
    {"EH0008", "Invalid_Argument_Null_Pointer"},
    {"EE1003", "Invalid_Argument"},
    {"EE1004", "Invalid_Argument_Null_Pointer"},
    {"EE1018", "Invalid_Device"},
    {"EE9999", "Inner_Error"},
};

// "2026-01-31-12:34:56.789.012", local time.
std::string TimeStamp() {
  using std::chrono::microseconds;
  const auto since_epoch = std::chrono::system_clock::now().time_since_epoch();
  const auto us = std::chrono::duration_cast<microseconds>(since_epoch).count();
  const std::time_t seconds = us / 1'000'000;
  std::tm local{};
  localtime_r(&seconds, &local);
  char date[32];
  std::strftime(date, sizeof date, "%Y-%m-%d-%H:%M:%S", &local);
  char text[48];
  std::snprintf(text, sizeof text, "%s.%03d.%03d", date, static_cast<int>(us / 1000 % 1000),
                static_cast<int>(us % 1000));
  return text;
}

bool IsInner(const ErrorItem& item) { return item.code.ends_with("9999"); }

std::string Render(const std::vector<ErrorItem>& items) {
  auto head = std::ranges::find_if_not(items, IsInner);
  const std::string process = "[PID: " + std::to_string(getpid()) + "] ";
  std::string text;
  if (head != items.end()) {
    text = process + head->time + " " + head->title + "(" + head->code + "): " + head->text + "\n";
  } else {
    head = items.begin();
    text = head->code + ": Internal error!\n" + head->code + process + head->time + " " +
           head->title + "(" + head->code + "):  " + head->text + "\n";
  }
  if (items.size() > 1) text += "        TraceBack (most recent call last):\n";
  for (auto item = items.begin(); item != items.end(); ++item) {
    if (item != head) text += "        " + item->text + "\n";
  }
  return text;
}

struct ErrorBuffer {
  std::vector<ErrorItem> items;  ///< not yet handed out
  std::string retained;          ///< handed out before, contract `source`
};

struct ProcessBuffer {
  std::mutex mutex;
  ErrorBuffer buffer;
  std::atomic<bool> enabled = false;
};

ProcessBuffer& Process() {
  static ProcessBuffer* const process = new ProcessBuffer;  // outlives the device's threads
  return *process;
}

thread_local ErrorBuffer thread_buffer;
thread_local std::string handed_out;

/// Calls function(buffer) with the buffer that counts for this thread.
template <typename Function>
auto WithBuffer(Function&& function) {
  ProcessBuffer& process = Process();
  if (!process.enabled) return function(thread_buffer);
  const std::lock_guard lock(process.mutex);
  return function(process.buffer);
}

}  // namespace

void ReportError(std::string_view code, std::string_view title, std::string_view text) {
  WithBuffer([&](ErrorBuffer& buffer) {
    const bool known = std::ranges::any_of(buffer.items, [&](const ErrorItem& item) {
      return item.code == code && item.text == text;
    });
    if (known) return;
    buffer.items.push_back({std::string(code), std::string(title), std::string(text), TimeStamp()});
  });
}

void ReportError(std::string_view code, std::string_view text) {
  const auto* const found =
      std::ranges::find(kTitles, code, &std::pair<std::string_view, std::string_view>::first);
  ReportError(code, found == std::end(kTitles) ? "Inner_Error" : found->second, text);
}

const char* RecentErrorText() {
  return WithBuffer([](ErrorBuffer& buffer) -> const char* {
    const bool keeps = ActiveConfig().contract == Contract::kSource;
    if (buffer.items.empty() && (!keeps || buffer.retained.empty())) return nullptr;
    handed_out.clear();
    if (!buffer.items.empty()) {
      handed_out = Render(buffer.items);
      buffer.items.clear();
    }
    if (keeps) {
      if (!handed_out.empty() && !buffer.retained.empty()) handed_out += "\n";
      handed_out += buffer.retained;
      buffer.retained = handed_out;
    }
    return handed_out.c_str();
  });
}

void SetProcessErrorMode(bool enabled) { Process().enabled = enabled; }

void ClearErrorTexts() {
  thread_buffer = {};
  ProcessBuffer& process = Process();
  const std::lock_guard lock(process.mutex);
  process.buffer = {};
}

}  // namespace npusim

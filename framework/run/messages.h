// The language between the pool and its workers: one line of JSON per message.
//
// To the worker: {"bytes": N} and then N bytes, a batch of cases as suite text. From the worker, in
// this order: ready or fatal; for each case of a batch started and finished; batch_done; and when
// the channel has been closed for writing: closed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "framework/device/report_channel.h"
#include "framework/diagnostics/error.h"

namespace touchstone::run {

struct ReadyMessage {};  ///< the device is open
struct FatalMessage {    ///< the worker cannot go on and ends
  std::string reason;
};
struct StartedMessage {
  size_t index;        ///< in the batch
  uint64_t log_bytes;  ///< printed by the worker before the case; what follows is the case's
};
struct FinishedMessage {
  size_t index;
  bool device_lost;         ///< the worker ends after this message
  std::string record_json;  ///< as record::ToJson(CaseRecord) wrote it
};
struct BatchDoneMessage {};
struct ClosedMessage {                        ///< the device has been closed
  std::vector<device::StrictReport> reports;  ///< what it reported on that occasion
};
using WorkerMessage = std::variant<ReadyMessage, FatalMessage, StartedMessage, FinishedMessage,
                                   BatchDoneMessage, ClosedMessage>;

/// One line, with its line end.
std::string ToLine(const WorkerMessage& message);
/// The reverse, without line end. Error (infrastructure): not such a line.
Result<WorkerMessage> ParseWorkerMessage(std::string_view line);

std::string BatchHeader(size_t payload_bytes);
/// The number of bytes that follow. Error (infrastructure): not a header.
Result<size_t> ParseBatchHeader(std::string_view line);

}  // namespace touchstone::run

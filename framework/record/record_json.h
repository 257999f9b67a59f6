// The run record as JSON text: strict, stable, and read back only when it is whole.
//
// Every number round-trips exactly. Numbers that JSON lacks are the strings "NaN", "Infinity" and
// "-Infinity". Keys come in a fixed order and every key is always there (null where there is
// nothing; a tensor that is not given has name and presence alone), so that equal records are equal texts; the only fields that differ between two equal
// runs are started_at, summary.seconds and duration_ms of each case. Independent of the locale.
// run.schema.json beside this file describes the format for others. All functions are thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "framework/diagnostics/error.h"
#include "framework/record/record.h"

namespace touchstone::record {

inline constexpr std::string_view kRunSchema = "touchstone.run/1";

/// One case on one line, without a line end: what the journal holds. Bytes that are not UTF-8
/// become visible escapes (safe_text.h).
std::string ToJson(const CaseRecord& one);

/// Reads what ToJson(CaseRecord) wrote. Errors: not JSON, a missing, doubled or unknown key, a
/// value of the wrong type, a status or state that does not exist.
Result<CaseRecord> CaseFromJson(std::string_view text);

/// The whole record, one case per line.
std::string ToJson(const RunRecord& run);

/// Reads what ToJson(RunRecord) wrote; `name` stands for the file in diagnostics. Fails closed:
/// apart from the errors of CaseFromJson, an empty or truncated text, another schema, two cases of
/// one id, a summary that does not count what the cases say, and fewer or more cases than were
/// planned are errors.
Result<RunRecord> RunFromJson(std::string_view text, const std::string& name);

/// RunFromJson of a file. A file that cannot be read is an input error.
Result<RunRecord> ReadRecord(const std::string& path);

}  // namespace touchstone::record

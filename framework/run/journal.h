// The append-only file of results, from which the run record is built and a run is resumed.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "framework/diagnostics/error.h"
#include "framework/record/record.h"

namespace touchstone::run {

/// What must be equal for the results of one run to count in another: tool version, chip, contract,
/// digests of the device libraries and the like, by name.
using JournalIdentity = std::map<std::string, std::string>;

struct JournalEntry {
  std::string case_digest;  ///< of the planned case (PlannedCase::digest)
  record::CaseRecord record;
};

/// One JSON line per result, after a first line with the identity. Each line is a single write, so
/// a kill at any time loses at most the line that was being written; each starts with a digest of
/// what follows, so that a damaged one is never taken for a result.
class Journal {
 public:
  /// Replaces whatever is at `path`. Errors: cannot be written (infrastructure), another run is
  /// writing to it (usage).
  static Result<Journal> Create(const std::string& path, const JournalIdentity& identity);
  /// Goes on with the journal at `path`, without an unfinished last line; creates it when there is
  /// none. Errors (input): a journal of another identity, naming the first difference; a line
  /// that is damaged.
  static Result<Journal> Resume(const std::string& path, const JournalIdentity& identity);

  Journal(Journal&& other) noexcept;
  Journal& operator=(Journal&& other) noexcept;
  ~Journal();

  /// Error (infrastructure): not everything could be written, e.g. the disk is full.
  Status Append(const JournalEntry& entry);

 private:
  Journal(int fd, std::string path) : fd_(fd), path_(std::move(path)) {}
  /// Opens for appending and keeps other runs out. Error (usage): another run has it.
  static Result<Journal> Open(const std::string& path);
  Status WriteLine(std::string line);

  int fd_ = -1;
  std::string path_;
};

struct JournalContent {
  JournalIdentity identity;
  std::vector<JournalEntry> entries;  ///< in the order of ending; a case may come twice
  size_t valid_bytes = 0;             ///< up to the last complete line
};

/// Reads a journal. Errors as for Resume.
Result<JournalContent> ReadJournal(const std::string& path);

}  // namespace touchstone::run

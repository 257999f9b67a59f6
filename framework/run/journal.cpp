#include "framework/run/journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <utility>

#include "framework/data/digest.h"
#include "framework/record/record_json.h"

namespace touchstone::run {
namespace {

using nlohmann::json;

constexpr const char* kSchema = "touchstone.journal/2";
constexpr std::string_view kDigestKey = "{\"xxh3\":\"";
constexpr size_t kDigestDigits = 16;
constexpr int kLockTries = 20;
constexpr useconds_t kLockPauseMicroseconds = 10'000;
constexpr std::string_view kRecordKey = ",\"record\":";

Error CannotWrite(const std::string& path, int error) {
  return InfrastructureError(
      fmt::format("cannot write the journal '{}': {}", path, std::strerror(error)));
}

/// `members` are those of a JSON object, with its closing brace.
std::string WithDigest(std::string_view members) {
  return fmt::format("{}{}\",{}", kDigestKey, data::Xxh3Hex(std::as_bytes(std::span(members))),
                     members);
}

/// The members of a line, or nothing when they do not have its digest.
std::optional<std::string_view> WithoutDigest(std::string_view line) {
  const size_t head = kDigestKey.size() + kDigestDigits;
  if (!line.starts_with(kDigestKey) || line.size() < head + 2) return std::nullopt;
  const std::string_view members = line.substr(head + 2);
  const bool same = WithDigest(members) == line;
  return same ? std::optional(members) : std::nullopt;
}

std::string IdentityLine(const JournalIdentity& identity) {
  const json line = {{"schema", kSchema}, {"identity", identity}};
  return WithDigest(line.dump(-1, ' ', false, json::error_handler_t::replace).substr(1));
}

Result<JournalIdentity> ParseIdentity(std::string_view line, const std::string& path) {
  const auto members = WithoutDigest(line);
  const json parsed = members ? json::parse("{" + std::string(*members), nullptr, false) : json();
  const bool valid = parsed.is_object() && parsed.contains("schema") &&
                     parsed["schema"] == kSchema && parsed.contains("identity") &&
                     parsed["identity"].is_object();
  if (!valid) return InputError("this is not a journal of this version", {path, 1, 0});
  JournalIdentity identity;
  for (const auto& [name, value] : parsed["identity"].items()) {
    if (!value.is_string()) return InputError("this is not a journal", {path, 1, 0});
    identity[name] = value.get<std::string>();
  }
  return identity;
}

Result<JournalEntry> ParseEntry(std::string_view line, const std::string& path, int number) {
  const SourceLocation where{path, number, 0};
  const Error damaged = InputError("a line of the journal is damaged", where);
  const auto members = WithoutDigest(line);
  if (!members) return damaged;
  line = *members;
  const size_t record_at = line.find(kRecordKey);
  if (record_at == std::string_view::npos || !line.ends_with('}')) return damaged;
  const json head = json::parse("{" + std::string(line.substr(0, record_at)) + "}", nullptr, false);
  if (!head.is_object() || !head.contains("case_digest") || !head["case_digest"].is_string()) {
    return damaged;
  }
  line.remove_suffix(1);
  line.remove_prefix(record_at + kRecordKey.size());
  auto record = record::CaseFromJson(line);
  if (!record) return InputError("a record of the journal: " + record.error().message, where);
  return JournalEntry{head["case_digest"].get<std::string>(), std::move(record).value()};
}

/// Nothing when the two are equal.
std::string FirstDifference(const JournalIdentity& old, const JournalIdentity& now) {
  const auto value = [](const JournalIdentity& identity, const std::string& name) {
    const auto found = identity.find(name);
    return found == identity.end() ? std::string() : found->second;
  };
  for (const JournalIdentity* names : {&old, &now}) {
    for (const auto& [name, unused] : *names) {
      if (value(old, name) == value(now, name)) continue;
      return fmt::format("{} was '{}' and is '{}'", name, value(old, name), value(now, name));
    }
  }
  return "";
}

/// False also when a kill has left the first line unfinished.
bool HasLines(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  std::ifstream file(path, std::ios::binary);
  std::string line;
  return std::getline(file, line) && !file.eof();
}

}  // namespace

Result<JournalContent> ReadJournal(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return InputError("cannot read the journal", {path, 0, 0});
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  JournalContent content;
  int number = 0;
  size_t start = 0;
  for (size_t end; (end = text.find('\n', start)) != std::string::npos; start = end + 1) {
    const std::string_view line = std::string_view(text).substr(start, end - start);
    if (++number == 1) {
      auto identity = ParseIdentity(line, path);
      if (!identity) return identity.errors();
      content.identity = std::move(identity).value();
    } else {
      auto entry = ParseEntry(line, path, number);
      if (!entry) return entry.errors();
      content.entries.push_back(std::move(entry).value());
    }
  }
  if (number == 0) return InputError("the journal is empty", {path, 0, 0});
  content.valid_bytes = start;
  return content;
}

Result<Journal> Journal::Open(const std::string& path) {
  // Not blocking: a pipe in the file's place would wait for a reader for ever.
  const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0644);
  if (fd < 0) return CannotWrite(path, errno);
  Journal journal(fd, path);
  // A runner that was killed while it started a worker holds the lock until that has started.
  int tries = 0;
  while (flock(fd, LOCK_EX | LOCK_NB) != 0) {
    if (++tries < kLockTries) {
      usleep(kLockPauseMicroseconds);
      continue;
    }
    return UsageError(fmt::format(
        "another run is writing to '{}'; give each run an output directory of its own", path));
  }
  return journal;
}

Result<Journal> Journal::Create(const std::string& path, const JournalIdentity& identity) {
  auto opened = Open(path);
  if (!opened) return opened.errors();
  Journal journal = std::move(*opened);
  struct stat status {};
  if (fstat(journal.fd_, &status) == 0 && S_ISREG(status.st_mode) &&
      ftruncate(journal.fd_, 0) != 0) {
    return CannotWrite(path, errno);
  }
  if (auto written = journal.WriteLine(IdentityLine(identity)); !written) return written.errors();
  return journal;
}

Result<Journal> Journal::Resume(const std::string& path, const JournalIdentity& identity) {
  if (!HasLines(path)) return Create(path, identity);
  auto content = ReadJournal(path);
  if (!content) return content.errors();
  const std::string difference = FirstDifference(content->identity, identity);
  if (!difference.empty()) {
    return InputError(
        fmt::format("cannot resume another run: {}; without --resume the run starts over",
                    difference),
        {path, 0, 0});
  }
  auto journal = Open(path);
  if (!journal) return journal.errors();
  if (ftruncate(journal->fd_, static_cast<off_t>(content->valid_bytes)) != 0) {
    return CannotWrite(path, errno);
  }
  return journal;
}

Journal::Journal(Journal&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), path_(std::move(other.path_)) {}

Journal& Journal::operator=(Journal&& other) noexcept {
  std::swap(fd_, other.fd_);
  std::swap(path_, other.path_);
  return *this;
}

Journal::~Journal() {
  if (fd_ >= 0) close(fd_);
}

Status Journal::Append(const JournalEntry& entry) {
  const json digest = entry.case_digest;
  return WriteLine(WithDigest(fmt::format("\"case_digest\":{}{}{}}}", digest.dump(), kRecordKey,
                                          record::ToJson(entry.record))));
}

Status Journal::WriteLine(std::string line) {
  line += '\n';
  ssize_t count;
  do {
    count = write(fd_, line.data(), line.size());
  } while (count < 0 && errno == EINTR);
  if (count == static_cast<ssize_t>(line.size())) return Done{};
  return CannotWrite(path_, count < 0 ? errno : ENOSPC);
}

}  // namespace touchstone::run

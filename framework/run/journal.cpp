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
#include <utility>

#include "framework/record/record_json.h"

namespace touchstone::run {
namespace {

using nlohmann::json;

constexpr const char* kSchema = "touchstone.journal/1";
constexpr std::string_view kRecordKey = ",\"record\":";

Error CannotWrite(const std::string& path, int error) {
  return InfrastructureError(
      fmt::format("cannot write the journal '{}': {}", path, std::strerror(error)));
}

std::string IdentityLine(const JournalIdentity& identity) {
  const json line = {{"schema", kSchema}, {"identity", identity}};
  return line.dump(-1, ' ', false, json::error_handler_t::replace);
}

Result<JournalIdentity> ParseIdentity(std::string_view line, const std::string& path) {
  const json parsed = json::parse(line, nullptr, false);
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
  const size_t record_at = line.find(kRecordKey);
  if (record_at == std::string_view::npos || !line.ends_with('}')) {
    return InputError("a line of the journal cannot be read", where);
  }
  const json head = json::parse(std::string(line.substr(0, record_at)) + "}", nullptr, false);
  if (!head.is_object() || !head.contains("case_digest") || !head["case_digest"].is_string()) {
    return InputError("a line of the journal cannot be read", where);
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
  if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
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
  std::error_code ignored;
  const bool has_lines =
      std::filesystem::exists(path, ignored) && !std::filesystem::is_empty(path, ignored);
  if (!has_lines) return Create(path, identity);
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
  return WriteLine(fmt::format("{{\"case_digest\":{}{}{}}}", digest.dump(), kRecordKey,
                               record::ToJson(entry.record)));
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

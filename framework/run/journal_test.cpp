#include "framework/run/journal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace touchstone::run {
namespace {

using ::testing::HasSubstr;

class JournalTest : public ::testing::Test {
 protected:
  void SetUp() override {
    path_ = ::testing::TempDir() + "journal_" + std::to_string(getpid()) + ".jsonl";
    std::filesystem::remove(path_);
  }
  void TearDown() override { std::filesystem::remove(path_); }

  static JournalEntry Entry(const std::string& id, const std::string& reason = "") {
    JournalEntry entry;
    entry.case_digest = "digest of " + id;
    entry.record.id = id;
    entry.record.reason = reason;
    return entry;
  }
  std::string Text() const {
    std::ostringstream text;
    text << std::ifstream(path_).rdbuf();
    return text.str();
  }
  void Write(const std::string& text) const { std::ofstream(path_) << text; }

  std::string path_;
  JournalIdentity identity_ = {{"tool_version", "1"}, {"digest of libopapi.so", "abc"}};
};

// G3-20: records of some bytes and of 70 kB.
TEST_F(JournalTest, HoldsEveryRecordOnALineOfItsOwn) {
  auto journal = Journal::Create(path_, identity_);
  ASSERT_TRUE(journal.ok());
  const std::string large(70000, 'x');
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(journal->Append(Entry("case " + std::to_string(i), i % 2 ? large : "line\n")).ok());
  }
  const std::string text = Text();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 101);
  auto content = ReadJournal(path_);
  ASSERT_TRUE(content.ok()) << content.error().ToString();
  EXPECT_EQ(content->identity, identity_);
  ASSERT_EQ(content->entries.size(), 100u);
  EXPECT_EQ(content->entries[99].record.id, "case 99");
  EXPECT_EQ(content->entries[99].record.reason, large);
  EXPECT_EQ(content->entries[99].case_digest, "digest of case 99");
}

TEST_F(JournalTest, CreateReplacesAnOldJournal) {
  Write("something old\n");
  ASSERT_TRUE(Journal::Create(path_, identity_).ok());
  auto content = ReadJournal(path_);
  ASSERT_TRUE(content.ok());
  EXPECT_TRUE(content->entries.empty());
}

TEST_F(JournalTest, ResumeDropsAnUnfinishedLine) {
  {
    auto journal = Journal::Create(path_, identity_);
    ASSERT_TRUE(journal.ok());
    ASSERT_TRUE(journal->Append(Entry("a")).ok());
  }
  const std::string whole = Text();
  Write(whole + "{\"case_digest\":\"digest of b\",\"rec");
  {
    auto journal = Journal::Resume(path_, identity_);
    ASSERT_TRUE(journal.ok()) << journal.error().ToString();
    ASSERT_TRUE(journal->Append(Entry("c")).ok());
  }
  auto content = ReadJournal(path_);
  ASSERT_TRUE(content.ok()) << content.error().ToString();
  ASSERT_EQ(content->entries.size(), 2u);
  EXPECT_EQ(content->entries[1].record.id, "c");
}

TEST_F(JournalTest, ResumeRefusesAnotherRun) {
  ASSERT_TRUE(Journal::Create(path_, identity_).ok());
  JournalIdentity other = identity_;
  other["digest of libopapi.so"] = "def";
  const auto journal = Journal::Resume(path_, other);
  ASSERT_FALSE(journal.ok());
  EXPECT_EQ(journal.error().kind, ErrorKind::kInput);
  EXPECT_THAT(journal.error().message, HasSubstr("digest of libopapi.so was 'abc' and is 'def'"));
}

TEST_F(JournalTest, ResumeStartsWhereThereIsNothing) {
  EXPECT_TRUE(Journal::Resume(path_, identity_).ok());
  Write("");
  EXPECT_TRUE(Journal::Resume(path_, identity_).ok());
  EXPECT_TRUE(ReadJournal(path_).ok());
}

TEST_F(JournalTest, DamageInTheMiddleIsAnErrorWithItsLine) {
  {
    auto journal = Journal::Create(path_, identity_);
    ASSERT_TRUE(journal.ok());
    ASSERT_TRUE(journal->Append(Entry("a")).ok());
  }
  Write(Text() + "garbage\n");
  const auto content = ReadJournal(path_);
  ASSERT_FALSE(content.ok());
  EXPECT_EQ(content.error().where.line, 3);
  Write("garbage\n");
  EXPECT_FALSE(Journal::Resume(path_, identity_).ok());
}

// Whatever single bit of the file is not as written: an error, or lines missing at the end, but
// never another result.
TEST_F(JournalTest, NoDamagedBitIsTakenForAResult) {
  {
    auto journal = Journal::Create(path_, identity_);
    ASSERT_TRUE(journal.ok());
    for (const char* id : {"a", "b", "c"}) ASSERT_TRUE(journal->Append(Entry(id)).ok());
  }
  const std::string whole = Text();
  for (size_t at = 0; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << at % 8));
    Write(damaged);
    const auto content = ReadJournal(path_);
    if (!content.ok()) continue;
    EXPECT_EQ(at, whole.size() - 1) << "only the last line's end can go unnoticed";
    EXPECT_EQ(content->entries.size(), 2u);
  }
}

TEST_F(JournalTest, ResumesFromEveryLengthThatAKillCanLeave) {
  {
    auto journal = Journal::Create(path_, identity_);
    ASSERT_TRUE(journal.ok());
    for (const char* id : {"a", "b"}) ASSERT_TRUE(journal->Append(Entry(id)).ok());
  }
  const std::string whole = Text();
  for (size_t length = 0; length <= whole.size(); ++length) {
    Write(whole.substr(0, length));
    const auto lines = static_cast<size_t>(
        std::count(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length), '\n'));
    {
      auto journal = Journal::Resume(path_, identity_);
      ASSERT_TRUE(journal.ok()) << length << ": " << journal.error().ToString();
      ASSERT_TRUE(journal->Append(Entry("z")).ok());
    }
    const auto content = ReadJournal(path_);
    ASSERT_TRUE(content.ok()) << length << ": " << content.error().ToString();
    EXPECT_EQ(content->entries.size(), std::max<size_t>(lines, 1)) << length;
    EXPECT_EQ(content->entries.back().record.id, "z");
  }
}

TEST_F(JournalTest, TwoRunsCannotShareIt) {
  const auto first = Journal::Create(path_, identity_);
  ASSERT_TRUE(first.ok());
  const auto second = Journal::Create(path_, identity_);
  ASSERT_FALSE(second.ok());
  EXPECT_THAT(second.error().message, HasSubstr("another run is writing"));
  const auto resumed = Journal::Resume(path_, identity_);
  ASSERT_FALSE(resumed.ok());
  EXPECT_THAT(resumed.error().message, HasSubstr("another run is writing"));
  EXPECT_TRUE(ReadJournal(path_).ok());  // the first run's lines are still there
}

TEST_F(JournalTest, AFullDiskIsAnInfrastructureError) {
  ASSERT_TRUE(std::filesystem::is_character_file("/dev/full"))
      << "the machine lacks its full device";
  const auto journal = Journal::Create("/dev/full", identity_);
  ASSERT_FALSE(journal.ok());
  EXPECT_EQ(journal.error().kind, ErrorKind::kInfrastructure);
  EXPECT_THAT(journal.error().message, HasSubstr("No space left"));
}

}  // namespace
}  // namespace touchstone::run

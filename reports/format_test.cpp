#include "reports/format.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "framework/record/record_json.h"
#include "framework/record/sample_record.h"

namespace touchstone::reports {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class Files : public ::testing::Test {
 protected:
  Files() : folder_(fs::temp_directory_path() / ("format_test." + std::to_string(::getpid()))) {}
  ~Files() override { fs::remove_all(folder_); }
  fs::path folder_;
};

TEST(ParseFormats, KnowsTheRegistry) {
  const auto formats = ParseFormats("junit,json,junit");
  ASSERT_TRUE(formats);
  ASSERT_EQ(formats->size(), 2u);
  EXPECT_EQ((*formats)[0]->name, "json");
  EXPECT_EQ((*formats)[1]->name, "junit");
  EXPECT_THAT(ParseFormats("jnit").error().message,
              HasSubstr("'jnit' is no report format; did you mean 'junit'?"));
  EXPECT_FALSE(ParseFormats(""));
  EXPECT_FALSE(ParseFormats("json,"));
}

TEST_F(Files, AreWrittenWholeAndReadBack) {
  const auto all = [] {
    std::vector<const Format*> formats;
    for (const Format& format : AllFormats()) formats.push_back(&format);
    return formats;
  }();
  const auto paths = WriteReports(record::SampleRecord(), (folder_ / "a/b").string(), all);
  ASSERT_TRUE(paths) << paths.error().ToString();
  EXPECT_EQ(paths->size(), all.size());
  const auto again = record::ReadRecord((folder_ / "a/b/run.json").string());
  ASSERT_TRUE(again) << again.error().ToString();
  EXPECT_EQ(again->cases.size(), 12u);
  size_t files = 0;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator(folder_ / "a/b")) ++files;
  EXPECT_EQ(files, all.size());  // nothing half-written is left beside them
}

TEST_F(Files, OfAnEarlierRunAreRemoved) {
  fs::create_directories(folder_);
  std::ofstream(folder_ / "run.json") << "old";
  std::ofstream(folder_ / "junit.xml") << "old";
  std::ofstream(folder_ / "notes.txt") << "mine";
  ASSERT_TRUE(RemoveReports(folder_.string()));
  EXPECT_FALSE(fs::exists(folder_ / "run.json"));
  EXPECT_FALSE(fs::exists(folder_ / "junit.xml"));
  EXPECT_TRUE(fs::exists(folder_ / "notes.txt"));
  EXPECT_TRUE(RemoveReports((folder_ / "missing").string()));
}

TEST_F(Files, ThatCannotBeWrittenAreErrors) {
  fs::create_directories(folder_);
  std::ofstream(folder_ / "file") << "x";
  const auto json = ParseFormats("json");
  const auto under_file =
      WriteReports(record::SampleRecord(), (folder_ / "file/out").string(), *json);
  ASSERT_FALSE(under_file);
  EXPECT_EQ(under_file.error().kind, ErrorKind::kInfrastructure);
  fs::create_directories(folder_ / "run.json/full");  // a folder that is not empty is in the way
  EXPECT_FALSE(WriteReports(record::SampleRecord(), folder_.string(), *json));
  const Status full = WriteFileWhole("/dev/full/x", "y");
  EXPECT_FALSE(full);
}

TEST(WriteFileWhole, NeverReplacesADeviceOrALink) {
  namespace fs = std::filesystem;
  ASSERT_TRUE(fs::is_character_file("/dev/full"));
  const Status full = WriteFileWhole("/dev/full", "y");
  ASSERT_FALSE(full.ok());
  EXPECT_NE(full.error().message.find("No space left"), std::string::npos) << full.error().message;
  EXPECT_TRUE(fs::is_character_file("/dev/full"));

  const fs::path folder = fs::path(::testing::TempDir()) / "touchstone_write_file_whole";
  fs::create_directories(folder);
  ASSERT_TRUE(WriteFileWhole((folder / "real").string(), "old").ok());
  fs::remove(folder / "link");
  fs::create_symlink(folder / "real", folder / "link");
  ASSERT_TRUE(WriteFileWhole((folder / "link").string(), "new").ok());
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(fs::file_size(folder / "real"), 3u);
  EXPECT_FALSE(WriteFileWhole(folder.string(), "y").ok());
  fs::remove_all(folder);
}

}  // namespace
}  // namespace touchstone::reports

#include "framework/device/libraries.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace touchstone::device {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class LibrariesTest : public ::testing::Test {
 protected:
  void SetUp() override {
    directory_ =
        std::filesystem::path(::testing::TempDir()) / ("libraries_" + std::to_string(getpid()));
    std::filesystem::create_directories(directory_);
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  void Touch(const std::string& name) { std::ofstream(directory_ / name) << "not a library"; }
  std::string directory() const { return directory_.string(); }

  std::filesystem::path directory_;
};

TEST_F(LibrariesTest, SaysWhichDirectoryIsMissing) {
  const auto libraries = Libraries::Load("/nowhere/at/all");
  ASSERT_FALSE(libraries.ok());
  EXPECT_EQ(libraries.error().kind, ErrorKind::kInfrastructure);
  EXPECT_THAT(libraries.error().message, HasSubstr("no directory '/nowhere/at/all'"));
}

TEST_F(LibrariesTest, SaysWhichFilesWereLookedFor) {
  auto files = FindLibraryFiles(directory());
  ASSERT_FALSE(files.ok());
  EXPECT_EQ(files.error().message,
            "device libraries are missing from '" + directory() +
                "': libopapi.so (or libopapi_nn.so with libopapi_math.so), libnnopbase.so, "
                "libascendcl.so");
  Touch("libopapi.so");
  files = FindLibraryFiles(directory());
  ASSERT_FALSE(files.ok());
  EXPECT_EQ(files.error().message, "device libraries are missing from '" + directory() +
                                       "': libnnopbase.so, libascendcl.so");
}

TEST_F(LibrariesTest, TakesTheOperatorLibrariesOfNewAndOldToolkits) {
  Touch("libascendcl.so");
  Touch("libnnopbase.so");
  Touch("libopapi_nn.so");
  EXPECT_FALSE(FindLibraryFiles(directory()).ok());  // one of the pair alone is not enough
  Touch("libopapi_math.so");
  auto files = FindLibraryFiles(directory());
  ASSERT_TRUE(files.ok());
  EXPECT_THAT(*files, ElementsAre("libopapi_nn.so", "libopapi_math.so", "libnnopbase.so",
                                  "libascendcl.so"));
  Touch("libopapi.so");
  files = FindLibraryFiles(directory());
  ASSERT_TRUE(files.ok());
  EXPECT_THAT(*files, ElementsAre("libopapi.so", "libnnopbase.so", "libascendcl.so"));
}

TEST_F(LibrariesTest, DigestsAreOfTheFilesBytes) {
  for (const char* name : {"libascendcl.so", "libnnopbase.so", "libopapi.so"}) Touch(name);
  const auto before = DigestLibraries(directory());
  ASSERT_TRUE(before.ok());
  EXPECT_EQ(before->size(), 3u);
  EXPECT_EQ(before->at("libopapi.so").size(), 32u);
  std::ofstream(directory_ / "libopapi.so") << "not a library!";
  const auto after = DigestLibraries(directory());
  ASSERT_TRUE(after.ok());
  EXPECT_NE(before->at("libopapi.so"), after->at("libopapi.so"));
  EXPECT_EQ(before->at("libascendcl.so"), after->at("libascendcl.so"));
}

TEST_F(LibrariesTest, NamesAFileThatIsCutShort) {
  const std::filesystem::path whole(TOUCHSTONE_FAKE_DEVICE);
  for (const char* name : {"libascendcl.so", "libnnopbase.so", "libopapi.so"}) {
    std::filesystem::copy_file(whole / name, directory_ / name);
  }
  ASSERT_TRUE(DigestLibraries(directory()).ok());
  for (const char* name : {"libopapi.so", "libascendcl.so"}) {
    const auto bytes = std::filesystem::file_size(directory_ / name);
    std::filesystem::resize_file(directory_ / name, bytes / 2);
    const std::string expected = (directory_ / name).string() + "' is cut short: it has " +
                                 std::to_string(bytes / 2) + " of " + std::to_string(bytes);
    const auto libraries = Libraries::Load(directory());
    ASSERT_FALSE(libraries.ok());
    EXPECT_EQ(libraries.error().kind, ErrorKind::kInfrastructure);
    EXPECT_THAT(libraries.error().message, HasSubstr(expected));
    const auto digests = DigestLibraries(directory());
    ASSERT_FALSE(digests.ok());
    EXPECT_THAT(digests.error().message, HasSubstr(expected));
    std::filesystem::copy_file(whole / name, directory_ / name,
                               std::filesystem::copy_options::overwrite_existing);
  }
}

TEST_F(LibrariesTest, ResolvesBySymbolAndNamesWhatIsMissing) {
  const auto libraries = Libraries::Load(TOUCHSTONE_FAKE_DEVICE);
  ASSERT_TRUE(libraries.ok()) << libraries.error().ToString();
  EXPECT_TRUE((*libraries)->Resolve("aclnnFakeArguments").ok());
  const auto missing = (*libraries)->Resolve("aclnnNoSuchOperator");
  ASSERT_FALSE(missing.ok());
  EXPECT_THAT(missing.error().message,
              AllOf(HasSubstr("'aclnnNoSuchOperator'"), HasSubstr("libopapi.so"),
                    HasSubstr(TOUCHSTONE_FAKE_DEVICE)));
}

TEST_F(LibrariesTest, RefusesASecondSetInOneProcess) {
  ASSERT_TRUE(Libraries::Load(TOUCHSTONE_FAKE_DEVICE).ok());
  ASSERT_TRUE(Libraries::Load(TOUCHSTONE_FAKE_DEVICE).ok());
  for (const char* name : {"libascendcl.so", "libnnopbase.so", "libopapi.so"}) Touch(name);
  const auto second = Libraries::Load(directory());
  ASSERT_FALSE(second.ok());
  EXPECT_THAT(second.error().message, HasSubstr("already uses"));
}

TEST_F(LibrariesTest, DefaultDirectoryLiesBesideTheProgramsFolder) {
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe");
  EXPECT_EQ(DefaultLibraryDirectory(),
            (program.parent_path().parent_path() / "lib/npusim").string());
}

}  // namespace
}  // namespace touchstone::device

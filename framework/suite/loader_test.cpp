// Files, directories and the rule that case ids are unique over all of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "framework/suite/test_support.h"

namespace touchstone::suite {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class Loader : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) /
              testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  std::string Write(const std::string& name, const std::string& text) {
    const fs::path path = folder_ / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
    return path.string();
  }
  static std::string Suite(const std::string& suite, const std::string& name) {
    return "suite: " + suite +
           "\noperator: aclnnBinaryCrossEntropyWithLogits\ncases:\n  - name: " + name + "\n    " +
           kInputs + "    " + kAttrs;
  }
  static std::vector<std::string> Messages(const std::vector<std::string>& paths) {
    const auto loaded = LoadSuites(paths);
    std::vector<std::string> lines;
    if (!loaded.ok()) {
      for (const Error& error : loaded.errors()) lines.push_back(error.ToString());
    }
    return lines;
  }
  fs::path folder_;
};

TEST_F(Loader, DirectoriesAreSearchedSortedAndDeep) {
  Write("b.yaml", Suite("b", "n"));
  Write("a/z.yml", Suite("z", "n"));
  Write("a.yaml", Suite("a", "n"));
  Write("notes.txt", "not a suite");
  const auto loaded = LoadSuites({folder_.string()});
  ASSERT_TRUE(loaded.ok());
  EXPECT_THAT(IdsOf(loaded->cases), ElementsAre("a/n", "z/n", "b/n"));
  ASSERT_EQ(loaded->files.size(), 3u);
  EXPECT_EQ(loaded->files[0].name, "a");
  EXPECT_EQ(loaded->files[0].case_count, 1u);
  EXPECT_EQ(loaded->files[0].digest.size(), 32u);
  EXPECT_NE(loaded->files[0].digest, loaded->files[1].digest);
}

TEST_F(Loader, WhatCannotBeReadIsAnError) {
  EXPECT_THAT(Messages({}), ElementsAre("no suite given"));
  EXPECT_THAT(Messages({(folder_ / "none.yaml").string()}),
              ElementsAre((folder_ / "none.yaml").string() + ": no such file"));
  EXPECT_THAT(Messages({folder_.string()}),
              ElementsAre(folder_.string() + ": the directory holds no .yaml or .yml file"));
  EXPECT_THAT(Messages({Write("empty.yaml", "")}), ElementsAre(HasSubstr(": the file is empty")));
}

TEST_F(Loader, AllErrorsOfAllFilesComeTogether) {
  const auto lines = Messages(
      {Write("a.yaml", "suite: a\n"), (folder_ / "none.yaml").string(), Write("b.yaml", "x: [\n")});
  EXPECT_THAT(lines,
              ElementsAre(HasSubstr("a.yaml:1:1: the suite lacks 'operator'"),
                          HasSubstr("a.yaml:1:1: the suite lacks 'cases'"),
                          HasSubstr("none.yaml: no such file"), HasSubstr("not valid YAML: ")));
}

TEST_F(Loader, DuplicateIdsNameBothPlaces) {
  const std::string a = Write("a.yaml", Suite("s", "n"));
  const std::string b = Write("b.yaml", Suite("s", "n"));
  EXPECT_THAT(Messages({a, b}),
              ElementsAre(b + ":4:5: duplicate case id 's/n'; the first is at " + a + ":4:5"));
}

TEST_F(Loader, IdsThatOnlyCapitalsOrSlashesTellApartCollide) {
  const std::string a = Write("a.yaml", Suite("s/t", "n"));
  const std::string b = Write("b.yaml", Suite("s", "t_N"));
  EXPECT_THAT(
      Messages({a, b}),
      ElementsAre(b + ":4:5: case id 's/t_N' differs from 's/t/n' at " + a +
                  ":4:5 only in capitals or '/' and '_'; reports could not keep them apart"));
}

TEST_F(Loader, AFileGivenTwiceIsLoadedOnce) {
  const std::string a = Write("a.yaml", Suite("a", "n"));
  const auto loaded = LoadSuites({a, folder_.string()});
  ASSERT_TRUE(loaded.ok());
  EXPECT_EQ(loaded->cases.size(), 1u);
  ASSERT_EQ(loaded->warnings.size(), 1u);
  EXPECT_EQ(loaded->warnings[0].message, "given more than once; loaded once");
}

TEST_F(Loader, OtherFilesOfADirectoryAreSkippedByWhatTheySay) {
  Write("a.yaml", Suite("a", "n"));
  const std::string standard = Write("ulp.yaml", "name: ulp\nrule: ulp\nnumbers: {fp32: {}}\n");
  const std::string shared = Write("shared.yml", "defaults: {seed: 7}\n");
  const auto loaded = LoadSuites({folder_.string()});
  ASSERT_TRUE(loaded.ok()) << loaded.error().ToString();
  EXPECT_THAT(IdsOf(loaded->cases), ElementsAre("a/n"));
  ASSERT_EQ(loaded->skipped.size(), 2u);
  EXPECT_EQ(loaded->skipped[0].path, shared);
  EXPECT_EQ(loaded->skipped[0].kind, "defaults for suites to include ('defaults' without 'cases')");
  EXPECT_EQ(loaded->skipped[1].path, standard);
  EXPECT_EQ(loaded->skipped[1].kind, "a precision standard ('rule' and 'numbers')");
  // A file that is named is loaded as asked, and a slip in a suite's keys is no reason to skip it.
  EXPECT_THAT(Messages({standard}), testing::Contains(HasSubstr("lacks 'suite'")));
  Write("slip.yaml", "siute: a\ncase: []\nrule: x\n");
  EXPECT_THAT(Messages({folder_.string()}), testing::Contains(HasSubstr("unknown key 'siute'")));
}

TEST_F(Loader, SuitesByNameRunOnlyWhenTheirFolderIsNamed) {
  Write("a.yaml", Suite("a", "n"));
  std::filesystem::create_directories(folder_ / "by_name");
  const std::string large = Write("by_name/large.yaml", Suite("large", "n"));
  const auto all = LoadSuites({folder_.string()});
  ASSERT_TRUE(all.ok()) << all.error().ToString();
  EXPECT_THAT(IdsOf(all->cases), ElementsAre("a/n"));
  ASSERT_EQ(all->skipped.size(), 1u);
  EXPECT_EQ(all->skipped[0].path, large);
  EXPECT_EQ(all->skipped[0].kind, "a suite to be run by name (in a folder 'by_name')");
  for (const std::string& named : {large, (folder_ / "by_name").string()}) {
    const auto loaded = LoadSuites({named});
    ASSERT_TRUE(loaded.ok()) << loaded.error().ToString();
    EXPECT_THAT(IdsOf(loaded->cases), ElementsAre("large/n"));
  }
}

TEST_F(Loader, ADirectoryWithoutSuitesIsAnError) {
  Write("shared.yaml", "defaults: {seed: 7}\n");
  EXPECT_THAT(Messages({folder_.string()}),
              ElementsAre(HasSubstr("the directory holds no suite, only precision standards")));
}

TEST_F(Loader, ShippedSuitesLoad) {
  const auto loaded = LoadSuites({std::string(TOUCHSTONE_SOURCE_DIR) + "/cases"});
  if (!loaded.ok()) {
    for (const Error& error : loaded.errors()) ADD_FAILURE() << error.ToString();
    return;
  }
  EXPECT_GT(loaded->cases.size(), 300u);
}

// Commercial precision standard, level L2: at least 30,000 cases, at least 700 for each dtype.
TEST_F(Loader, TheFullSuiteIsLargeAndReadsItsPartsOnce) {
  const auto loaded = LoadSuites({std::string(TOUCHSTONE_SOURCE_DIR) + "/cases/full.yaml"});
  ASSERT_TRUE(loaded.ok()) << loaded.error().ToString();
  EXPECT_GE(loaded->cases.size(), 30'000u);
  // Seven parts to a case, were each read for each case.
  EXPECT_LT(loaded->files.at(0).parts_read, loaded->cases.size());
  std::map<tensor::DType, size_t> of_dtype;
  for (const Case& one : loaded->cases) ++of_dtype[one.outputs.at("out").layout.dtype];
  EXPECT_EQ(of_dtype.size(), 3u);
  for (const auto& [dtype, count] : of_dtype) EXPECT_GE(count, 700u) << tensor::Name(dtype);
}

}  // namespace
}  // namespace touchstone::suite

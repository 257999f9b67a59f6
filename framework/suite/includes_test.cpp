// `include:` - what is merged, what wins, and what is wrong with it.
#include "framework/suite/includes.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "framework/suite/test_support.h"

namespace touchstone::suite {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class Includes : public testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        fs::path(testing::TempDir()) /
        ("includes_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "shared");
  }
  std::string Write(const std::string& name, const std::string& text) {
    const std::string path = (folder_ / name).string();
    std::ofstream(path) << text;
    return path;
  }
  std::vector<std::string> Messages(const std::string& path) {
    const auto loaded = LoadSuites({path});
    std::vector<std::string> lines;
    if (loaded.ok()) return lines;
    for (const Error& error : loaded.errors()) {
      const std::string line = error.ToString();
      lines.push_back(line.substr(folder_.string().size() + 1));
    }
    return lines;
  }
  fs::path folder_;
};

const std::string kOneCase = "cases: [{name: n}]\n";

TEST_F(Includes, NearerWinsAndTensorsAreMergedByKey) {
  Write("shared/base.yaml",
        "operator: aclnnBinaryCrossEntropyWithLogits\ntags: [base]\n"
        "defaults:\n  seed: 1\n  repeat: 3\n  attrs: {reduction: none}\n"
        "  inputs:\n    self: {shape: [4], dtype: fp16, data: {constant: 1}}\n"
        "    target: {shape: [4], dtype: fp16}\n");
  Write("shared/more.yaml", "include: base.yaml\ndefaults: {seed: 2, inputs: {self: {data: 3}}}\n");
  const std::string suite =
      Write("s.yaml",
            "suite: s\ninclude: [shared/more.yaml]\ndefaults: {inputs: {self: {shape: "
            "[5]}, target: {shape: [5]}}}\n" +
                kOneCase);
  const auto loaded = LoadSuites({suite});
  ASSERT_TRUE(loaded.ok()) << loaded.error().ToString();
  const Case& one = loaded->cases.at(0);
  EXPECT_EQ(one.id, "s/n");
  EXPECT_EQ(one.seed, 2u);
  EXPECT_EQ(one.repeat, 3);
  EXPECT_THAT(one.tags, ElementsAre("base"));
  const TensorArgument& self = one.inputs.at("self");
  EXPECT_EQ(self.layout.shape, (tensor::Dims{5}));
  EXPECT_EQ(self.layout.dtype, tensor::DType::kFp16);
  EXPECT_EQ(std::get<double>(self.data.parameters.at("value")), 3.0);
}

TEST_F(Includes, TheDigestNoticesAChangedInclude) {
  Write("d.yaml", "defaults: {seed: 1}\n");
  const std::string suite =
      Write("s.yaml",
            "suite: s\noperator: aclnnBinaryCrossEntropyWithLogits\ninclude: d.yaml\n"
            "cases:\n  - name: n\n    " +
                kInputs + "    " + kAttrs);
  const std::string before = LoadSuites({suite})->files.at(0).digest;
  EXPECT_EQ(LoadSuites({suite})->files.at(0).digest, before);
  Write("d.yaml", "defaults: {seed: 2}\n");
  EXPECT_NE(LoadSuites({suite})->files.at(0).digest, before);
}

TEST_F(Includes, ProblemsAreShownInTheFileThatHasThem) {
  const std::string suite = Write("s.yaml",
                                  "suite: s\noperator: aclnnBinaryCrossEntropyWithLogits\n"
                                  "include: d.yaml\ncases:\n  - name: n\n    " +
                                      kInputs + "    " + kAttrs);
  const auto with = [&](const std::string& text) {
    Write("d.yaml", text);
    return Messages(suite);
  };
  EXPECT_THAT(with("defaults:\n  sede: 1\n"),
              ElementsAre(HasSubstr("d.yaml:2:3: unknown key 'defaults.sede'")));
  EXPECT_THAT(with("defaults:\n  seed: x\n"),
              ElementsAre(HasSubstr("d.yaml:2:9: defaults.seed must be")));
  EXPECT_THAT(with("defaults: {seed: 1}\ncases: []\n"),
              ElementsAre(HasSubstr("d.yaml:2:1: unknown key 'cases'")));
  EXPECT_THAT(with("defaults: [\n"), ElementsAre(HasSubstr("d.yaml:2:1: not valid YAML")));
  EXPECT_THAT(with("[]\n"), ElementsAre(HasSubstr("d.yaml:1:1: an included file must be a map")));
  EXPECT_THAT(with(""), ElementsAre(HasSubstr("d.yaml: the file is empty")));
  fs::remove(folder_ / "d.yaml");
  EXPECT_THAT(Messages(suite), ElementsAre(HasSubstr("s.yaml:3:10: ")));
  EXPECT_THAT(Messages(suite), ElementsAre(HasSubstr("d.yaml: no such file")));
}

TEST_F(Includes, CyclesDepthAndNumberEnd) {
  const std::string self = Write("self.yaml", "suite: s\ninclude: self.yaml\n" + kOneCase);
  EXPECT_THAT(Messages(self), testing::Contains(HasSubstr("self.yaml:2:10: ")));
  EXPECT_THAT(Messages(self), testing::Contains(HasSubstr("includes itself, by way of this line")));
  Write("a.yaml", "include: shared/../b.yaml\n");
  Write("b.yaml", "include: a.yaml\n");
  EXPECT_THAT(Messages(Write("ab.yaml", "suite: s\ninclude: a.yaml\n" + kOneCase)),
              testing::Contains(HasSubstr("b.yaml:1:10: ")));
  for (int i = 0; i < 12; ++i)
    Write(fmt::format("d{}.yaml", i), fmt::format("include: d{}.yaml\n", i + 1));
  Write("d12.yaml", "defaults: {seed: 1}\n");
  EXPECT_THAT(Messages(Write("deep.yaml", "suite: s\ninclude: d0.yaml\n" + kOneCase)),
              testing::Contains(HasSubstr("included more than 8 files deep")));
  std::string many = "suite: s\ninclude:\n";
  for (int i = 0; i < 70; ++i) many += "  - d12.yaml\n";
  EXPECT_THAT(Messages(Write("many.yaml", many + kOneCase)),
              testing::Contains(HasSubstr("more than 64 files are included")));
  EXPECT_THAT(Messages(Write("none.yaml", "suite: s\ninclude: []\n" + kOneCase)),
              testing::Contains(HasSubstr("'include' names no file")));
  EXPECT_THAT(Messages(Write("map.yaml", "suite: s\ninclude: {a: b}\n" + kOneCase)),
              testing::Contains(HasSubstr("'include' must be a file or a list of files")));
}

}  // namespace
}  // namespace touchstone::suite

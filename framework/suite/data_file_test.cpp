// `data: {file: x.npy}`: found beside the suite, checked at load, and part of the case's identity.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "framework/data/digest.h"
#include "framework/data/generator.h"
#include "framework/data/npy.h"
#include "framework/suite/test_support.h"

namespace touchstone::suite {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class DataFile : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) /
              testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "data");
    Write({1, 2, 3, 4});
  }
  void Write(const std::vector<float>& values) {
    ASSERT_TRUE(data::WriteNpy(Npy(), tensor::DType::kFp32, {static_cast<int64_t>(values.size())},
                               std::as_bytes(std::span(values)))
                    .ok());
  }
  std::string Npy() const { return (folder_ / "data" / "x.npy").string(); }
  Result<LoadedSuites> Load(const std::string& data) {
    const std::string path = (folder_ / "s.yaml").string();
    std::ofstream(path) << SuiteWithCase(
        "name: n\ninputs:\n  self: {shape: [4], dtype: fp32, "
        "data: " +
        data + "}\n  target: {shape: [4], dtype: fp32}\n" + kAttrs);
    return LoadSuites({path});
  }
  fs::path folder_;
};

TEST_F(DataFile, IsFoundBesideTheSuiteAndItsDigestKept) {
  const auto loaded = Load("{file: data/x.npy}");
  ASSERT_TRUE(loaded.ok()) << loaded.error().ToString();
  const data::DataSpec& spec = loaded->cases.at(0).inputs.at("self").data;
  EXPECT_EQ(std::get<std::string>(spec.parameters.at("path")), Npy());
  EXPECT_EQ(std::get<std::string>(spec.parameters.at("digest")), *data::Xxh3Hex128OfFile(Npy()));
  // Resolved, it is the same case whatever the folder of the text that holds it.
  const auto again = LoadSuiteText(WriteSuite(loaded->cases), "elsewhere/batch");
  ASSERT_TRUE(again.ok()) << again.error().ToString();
  EXPECT_EQ(again->cases.at(0).inputs, loaded->cases.at(0).inputs);
}

TEST_F(DataFile, OtherBytesMakeAnotherCase) {
  const std::string before = WriteSuite(Load("{file: data/x.npy}")->cases);
  EXPECT_EQ(WriteSuite(Load("{file: data/x.npy}")->cases), before);
  Write({1, 2, 3, 5});
  EXPECT_NE(WriteSuite(Load("{file: data/x.npy}")->cases), before);
  // A case resolved before the change does not run on the new bytes.
  const auto old = LoadSuiteText(before, "batch");
  ASSERT_TRUE(old.ok());
  const auto& self = old->cases.at(0).inputs.at("self");
  EXPECT_THAT(data::MakeGenerator(self.data, self.layout.dtype, {}, 4).error().message,
              HasSubstr("it has changed"));
}

TEST_F(DataFile, WhatDoesNotFitIsSaidWhereTheSuiteNamesIt) {
  const auto message = [&](const std::string& data) {
    const auto loaded = Load(data);
    return loaded.ok() ? "" : loaded.error().ToString();
  };
  EXPECT_THAT(message("{file: y.npy}"), HasSubstr("s.yaml:6:45: cases[0].inputs.self.data: "));
  EXPECT_THAT(message("{file: y.npy}"), HasSubstr("y.npy: does not exist"));
  EXPECT_THAT(message("{file: data}"), HasSubstr("data: is not a regular file"));
  Write({1, 2, 3});
  EXPECT_THAT(message("{file: data/x.npy}"),
              HasSubstr("x.npy: holds 3 elements of shape [3], but the tensor has 4"));
  EXPECT_THAT(message("{file: {path: data/x.npy, digest: abc}}"), HasSubstr("it has changed"));
  std::ofstream(Npy()) << "no array";
  EXPECT_THAT(message("{file: data/x.npy}"), HasSubstr("x.npy: "));
}

}  // namespace
}  // namespace touchstone::suite

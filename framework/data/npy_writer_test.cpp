#include "framework/data/npy_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "framework/data/npy.h"

namespace touchstone::data {
namespace {

namespace fs = std::filesystem;
using tensor::DType;
using testing::HasSubstr;

class NpyWriterTest : public ::testing::Test {
 protected:
  NpyWriterTest() { fs::create_directories(folder_); }
  ~NpyWriterTest() override { fs::remove_all(folder_); }
  size_t FileCount() const {
    return static_cast<size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  std::vector<std::byte> Bytes(size_t count) const {
    std::vector<std::byte> bytes(count);
    for (size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::byte>(i * 7 + 1);
    return bytes;
  }

  const fs::path folder_ =
      fs::path(testing::TempDir()) / ("npy_writer_" + std::to_string(getpid()));
  const std::string path_ = (folder_ / "x.npy").string();
};

TEST_F(NpyWriterTest, PiecesMakeTheSameFileAsTheWhole) {
  const std::vector<std::byte> bytes = Bytes(24);
  auto writer = NpyWriter::Create(path_, DType::kFp32, {2, 3});
  ASSERT_TRUE(writer.ok()) << writer.error().ToString();
  EXPECT_FALSE(fs::exists(path_));  // not before it is whole
  ASSERT_TRUE(writer->Append(std::span(bytes).first(5)).ok());
  ASSERT_TRUE(writer->Append(std::span(bytes).subspan(5)).ok());
  ASSERT_TRUE(writer->Commit().ok());
  std::ifstream file(path_, std::ios::binary);
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  const auto whole = SerializeNpy(DType::kFp32, {2, 3}, bytes);
  EXPECT_EQ(text, std::string(reinterpret_cast<const char*>(whole->data()), whole->size()));
  EXPECT_EQ(FileCount(), 1u);
  const auto read = ReadNpy(path_);
  ASSERT_TRUE(read.ok());
  EXPECT_TRUE(std::ranges::equal(read->bytes, bytes));
}

TEST_F(NpyWriterTest, LeavesNothingBehindWhenItIsNotCommitted) {
  std::ofstream(path_) << "old";
  {
    auto writer = NpyWriter::Create(path_, DType::kFp16, {4});
    ASSERT_TRUE(writer.ok());
    ASSERT_TRUE(writer->Append(Bytes(2)).ok());
    EXPECT_THAT(writer->Commit().error().message, HasSubstr("lacks 6 bytes"));
    EXPECT_THAT(writer->Append(Bytes(8)).error().message, HasSubstr("2 bytes more"));
  }
  EXPECT_EQ(FileCount(), 1u);
  std::ifstream file(path_);
  std::string old;
  file >> old;
  EXPECT_EQ(old, "old");
}

TEST_F(NpyWriterTest, SaysWhyItCannotWrite) {
  auto nowhere = NpyWriter::Create((folder_ / "missing" / "x.npy").string(), DType::kFp32, {1});
  ASSERT_FALSE(nowhere.ok());
  EXPECT_EQ(nowhere.error().kind, ErrorKind::kInput);
  EXPECT_THAT(nowhere.error().message, HasSubstr("missing/x.npy': No such file or directory"));
  EXPECT_THAT(NpyWriter::Create(folder_.string(), DType::kFp32, {1}).error().message,
              HasSubstr("Is a directory"));
  auto full = NpyWriter::Create("/dev/full", DType::kFp32, {1});
  ASSERT_FALSE(full.ok());
  EXPECT_EQ(full.error().kind, ErrorKind::kInfrastructure);
  EXPECT_THAT(full.error().message, HasSubstr("No space left on device"));
}

}  // namespace
}  // namespace touchstone::data

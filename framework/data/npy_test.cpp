#include "framework/data/npy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace touchstone::data {
namespace {

using tensor::DType;
using testing::HasSubstr;

std::vector<std::byte> Bytes(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

std::string File(std::string_view header, std::string_view payload, char major = 1) {
  std::string file = "\x93NUMPY";
  file += {major, 0};
  for (int i = 0; i < (major == 1 ? 2 : 4); ++i) {
    file += static_cast<char>(header.size() >> (8 * i));
  }
  return file + std::string(header) + std::string(payload);
}

std::string Message(const std::string& file) {
  const Result<NpyArray> array = ParseNpy(Bytes(file), "x.npy");
  return array.ok() ? "accepted" : array.error().ToString();
}

TEST(Npy, RoundTripsEveryType) {
  for (const tensor::DTypeInfo& info : tensor::AllDTypes()) {
    for (const tensor::Dims& shape : {tensor::Dims{}, {3}, {2, 3}, {2, 0, 3}, {1, 2, 3, 1}}) {
      const auto count = static_cast<size_t>(*tensor::ElementCount(shape));
      std::vector<std::byte> bytes(count * static_cast<size_t>(info.size_bytes));
      for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i * 37 + 1);
      const Result<std::vector<std::byte>> file = SerializeNpy(info.dtype, shape, bytes);
      ASSERT_TRUE(file.ok());
      EXPECT_EQ((file->size() - bytes.size()) % 64, 0u);
      const Result<NpyArray> array = ParseNpy(*file, "x.npy");
      ASSERT_TRUE(array.ok()) << array.error().ToString();
      EXPECT_EQ(array->dtype, info.dtype == DType::kBf16 ? DType::kUint16 : info.dtype);
      EXPECT_EQ(array->shape, shape);
      EXPECT_TRUE(std::ranges::equal(array->bytes, bytes));
    }
  }
}

// The file that numpy.save(numpy.array([[1, 2, 3], [4, 5, 6]], dtype='<i2')) writes.
TEST(Npy, WritesWhatNumpyWrites) {
  const std::string header = "{'descr': '<i2', 'fortran_order': False, 'shape': (2, 3), }";
  const std::string padded = header + std::string(118 - header.size() - 1, ' ') + "\n";
  const std::string payload("\1\0\2\0\3\0\4\0\5\0\6\0", 12);
  const std::string expected = File(padded, payload);
  const Result<std::vector<std::byte>> file = SerializeNpy(DType::kInt16, {2, 3}, Bytes(payload));
  ASSERT_TRUE(file.ok());
  EXPECT_EQ(*file, Bytes(expected));
  EXPECT_NE(
      std::string(
          reinterpret_cast<const char*>(SerializeNpy(DType::kInt8, {3}, Bytes("abc"))->data()), 128)
          .find("'shape': (3,), }"),
      std::string::npos);
}

TEST(Npy, ReadsFortranOrderAndBigEndian) {
  const std::string fortran =
      File("{'descr': '|u1', 'fortran_order': True, 'shape': (2, 3)}", "adbecf");
  Result<NpyArray> array = ParseNpy(Bytes(fortran), "x");
  ASSERT_TRUE(array.ok()) << array.error().ToString();
  EXPECT_TRUE(std::ranges::equal(array->bytes, Bytes("abcdef")));
  const std::string big =
      File("{'shape':(2,),'fortran_order':False,'descr':'>f4',}\n", "12345678", 2);
  array = ParseNpy(Bytes(big), "x");
  ASSERT_TRUE(array.ok()) << array.error().ToString();
  EXPECT_TRUE(std::ranges::equal(array->bytes, Bytes("43218765")));
  const std::string pairs =
      File("{\"descr\": \">c8\", 'fortran_order': False, 'shape': ()}", "12345678", 3);
  array = ParseNpy(Bytes(pairs), "x");
  ASSERT_TRUE(array.ok()) << array.error().ToString();
  EXPECT_TRUE(std::ranges::equal(array->bytes, Bytes("43218765")));
}

TEST(Npy, RefusesMalformedFiles) {
  const std::string good = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }";
  EXPECT_EQ(Message(File(good, "12345678")), "accepted");
  EXPECT_THAT(Message(""), HasSubstr("x.npy: is not a .npy file"));
  EXPECT_THAT(Message("PK\3\4 and more"), HasSubstr("is not a .npy file"));
  EXPECT_THAT(Message(File(good, "12345678", 4)), HasSubstr("version 4.0"));
  EXPECT_THAT(Message(std::string("\x93NUMPY\1\0\1", 9)), HasSubstr("ends within its header"));
  EXPECT_THAT(Message(std::string("\x93NUMPY\1\0\x76\0{", 11)),
              HasSubstr("ends within its header"));
  EXPECT_THAT(Message(std::string("\x93NUMPY\2\0\xff\xff\xff\xff{", 13)),
              HasSubstr("header of 4294967295 bytes"));
  EXPECT_THAT(Message(File(good, "1234567")), HasSubstr("holds 7 bytes of data where shape [2]"));
  EXPECT_THAT(Message(File(good, "123456789")), HasSubstr("holds 9 bytes"));
}

TEST(Npy, RefusesMalformedHeaders) {
  const auto header = [](std::string_view descr, std::string_view order, std::string_view shape) {
    return File("{'descr': " + std::string(descr) + ", 'fortran_order': " + std::string(order) +
                    ", 'shape': " + std::string(shape) + "}",
                "12345678");
  };
  EXPECT_EQ(Message(header("'<f4'", "False", "(2,)")), "accepted");
  EXPECT_THAT(Message(header("'<f3'", "False", "(2,)")),
              HasSubstr("elements of type '<f3'; known types"));
  EXPECT_THAT(Message(header("'|O'", "False", "(2,)")), HasSubstr("'|O'"));
  EXPECT_THAT(Message(header("'|f4'", "False", "(2,)")), HasSubstr("'|f4'"));
  EXPECT_THAT(Message(header("''", "False", "(2,)")), HasSubstr("type ''"));
  EXPECT_THAT(Message(header("[('a', '<f4')]", "False", "(2,)")),
              HasSubstr("valid value of 'descr'"));
  EXPECT_THAT(Message(header("'<f4'", "maybe", "(2,)")),
              HasSubstr("valid value of 'fortran_order'"));
  for (const char* shape : {"(2)", "2", "(-2,)", "(2,,)", "(2 3)", "(2,", "(99999999999999999999,)",
                            "(,)", "(2.0,)", "[2]"}) {
    EXPECT_THAT(Message(header("'<f4'", "False", shape)), HasSubstr("malformed")) << shape;
  }
  EXPECT_THAT(Message(header("'<f4'", "False", "(9223372036854775807, 2)")),
              HasSubstr("more elements than an int64"));
  EXPECT_THAT(Message(header("'<f4'", "False", "(9223372036854775807,)")), HasSubstr("more"));
  std::string many = "(";
  for (int i = 0; i < 40; ++i) many += "1,";
  EXPECT_THAT(Message(header("'<f4'", "False", many + ")")), HasSubstr("malformed"));
  EXPECT_THAT(Message(File("{'descr': '<f4', 'shape': (2,)}", "12345678")),
              HasSubstr("lacks one of"));
  EXPECT_THAT(Message(File("{'descr': '<f4', 'descr': '<f4'}", "")), HasSubstr("appears twice"));
  EXPECT_THAT(Message(File("{'evil': 1}", "")), HasSubstr("unknown header key 'evil'"));
  EXPECT_THAT(Message(File("", "")), HasSubstr("expected '{'"));
}

// Every prefix and every one-byte change of a valid file either parses or gives an error.
TEST(Npy, SurvivesDamage) {
  const std::string good =
      File("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 1), }", "12345678");
  for (size_t length = 0; length < good.size(); ++length) {
    EXPECT_NE(Message(good.substr(0, length)), "accepted");
  }
  size_t accepted = 0;
  for (size_t at = 0; at < good.size(); ++at) {
    for (int value = 0; value < 256; ++value) {
      std::string damaged = good;
      damaged[at] = static_cast<char>(value);
      accepted += Message(damaged) == "accepted" ? 1 : 0;
    }
  }
  EXPECT_GT(accepted, 8u * 256u);  // at least the changes of the payload
}

TEST(Npy, FilesOnDisk) {
  const std::string path = testing::TempDir() + "touchstone_npy_test.npy";
  ASSERT_TRUE(WriteNpy(path, DType::kFp32, {2}, Bytes("12345678")).ok());
  const Result<NpyArray> array = ReadNpy(path);
  ASSERT_TRUE(array.ok()) << array.error().ToString();
  EXPECT_TRUE(std::ranges::equal(array->bytes, Bytes("12345678")));
  EXPECT_THAT(ReadNpy(path, 20).error().message, HasSubstr("at most 20 are read"));
  std::filesystem::remove(path);
  EXPECT_THAT(ReadNpy(path).error().ToString(), HasSubstr("does not exist"));
  EXPECT_THAT(ReadNpy("/dev/zero").error().ToString(), HasSubstr("not a regular file"));
  EXPECT_THAT(ReadNpy(testing::TempDir()).error().ToString(), HasSubstr("not a regular file"));
  EXPECT_FALSE(ReadNpy(std::string("a\0b", 3)).ok());
  EXPECT_FALSE(WriteNpy("/nonexistent/x.npy", DType::kFp32, {2}, Bytes("12345678")).ok());
  ASSERT_TRUE(std::filesystem::is_character_file("/dev/full"))
      << "the machine lacks its full device";
  EXPECT_FALSE(WriteNpy("/dev/full", DType::kFp32, {2}, Bytes("12345678")).ok());
  EXPECT_FALSE(SerializeNpy(DType::kFp32, {2}, Bytes("1234")).ok());
}

}  // namespace
}  // namespace touchstone::data

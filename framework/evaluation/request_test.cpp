#include "framework/evaluation/request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "framework/data/npy.h"

namespace touchstone::evaluation {
namespace {

namespace fs = std::filesystem;
using tensor::DType;
using testing::HasSubstr;

class ReadRequestTest : public ::testing::Test {
 protected:
  ReadRequestTest() { fs::create_directories(folder_); }
  ~ReadRequestTest() override { fs::remove_all(folder_); }

  std::string Write(const std::string& name, DType dtype, const tensor::Dims& shape) const {
    const auto bytes = *tensor::StorageBytes(tensor::ContiguousLayout(dtype, shape));
    const std::string path = (folder_ / name).string();
    EXPECT_TRUE(
        data::WriteNpy(path, dtype, shape, std::vector<std::byte>(static_cast<size_t>(bytes)))
            .ok());
    return path;
  }

  RequestWords Good() const {
    return {"BinaryCrossEntropyWithLogits",
            {"self=" + Write("x.npy", DType::kFp16, {2, 3}),
             "target=" + Write("y.npy", DType::kUint16, {2, 3})},
            {"reduction=none"},
            "fp32"};
  }

  static std::string Message(const RequestWords& words) {
    const auto request = ReadRequest(words);
    if (request.ok()) return "accepted";
    std::string text;
    for (const Error& error : request.errors()) text += error.ToString() + "\n";
    return text;
  }

  const fs::path folder_ = fs::path(testing::TempDir()) / ("request_" + std::to_string(getpid()));
};

TEST_F(ReadRequestTest, ReadsArraysAndDescribesTheOutput) {
  RequestWords words = Good();
  auto request = ReadRequest(words);
  ASSERT_TRUE(request.ok()) << request.error().ToString();
  EXPECT_EQ(request->inputs.at("self").layout, tensor::ContiguousLayout(DType::kFp16, {2, 3}));
  EXPECT_EQ(request->inputs.at("target").layout.dtype, DType::kBf16);
  EXPECT_EQ(request->inputs.at("target").storage.size(), 12u);
  EXPECT_EQ(request->output_name, "out");
  EXPECT_EQ(request->output, tensor::ContiguousLayout(DType::kFp32, {2, 3}));
  words.attributes = {"reduction=sum"};
  words.dtype = "bfloat16";
  request = ReadRequest(words);
  ASSERT_TRUE(request.ok());
  EXPECT_EQ(request->output, tensor::ContiguousLayout(DType::kBf16, {1}));
}

TEST_F(ReadRequestTest, SaysWhatIsWrong) {
  RequestWords words = Good();
  words.operator_name = "BinaryCrosEntropyWithLogits";
  EXPECT_THAT(Message(words),
              HasSubstr("unknown operator 'BinaryCrosEntropyWithLogits'; did you mean "
                        "'aclnnBinaryCrossEntropyWithLogits'?"));
  words = Good();
  words.inputs[1] = "targt=" + words.inputs[1].substr(7);
  const std::string misspelt = Message(words);
  EXPECT_THAT(misspelt, HasSubstr("has no input 'targt'; did you mean 'target'?"));
  EXPECT_THAT(misspelt, HasSubstr("input 'target' is missing: --input target=FILE.npy"));
  words = Good();
  words.inputs[0] = "x.npy";
  EXPECT_THAT(Message(words), HasSubstr("--input takes NAME=FILE.npy, not 'x.npy'; the inputs of "
                                        "aclnnBinaryCrossEntropyWithLogits are self, target, "
                                        "weight, pos_weight"));
  words = Good();
  words.inputs.push_back(words.inputs[0]);
  EXPECT_THAT(Message(words), HasSubstr("input 'self' is given twice"));
  words = Good();
  words.inputs[0] = "self=" + (folder_ / "nowhere.npy").string();
  EXPECT_THAT(Message(words), HasSubstr("nowhere.npy: does not exist"));
  EXPECT_THAT(Message(words), Not(HasSubstr("is missing")));
  words = Good();
  words.dtype = "fp23";
  EXPECT_THAT(Message(words), HasSubstr("--dtype 'fp23' is unknown; did you mean 'fp32'?"));
  words.dtype = "int32";
  EXPECT_THAT(Message(words), HasSubstr("--dtype 'int32' cannot be rounded to"));
  words = Good();
  words.attributes = {};
  EXPECT_THAT(Message(words), HasSubstr("attribute 'reduction' is missing"));
}

// Even where every value would fit: an fp64 array is no input of the operator.
TEST_F(ReadRequestTest, RefusesOtherTypes) {
  RequestWords words = Good();
  words.inputs[0] = "self=" + Write("double.npy", DType::kFp64, {2, 3});
  EXPECT_THAT(Message(words), HasSubstr("double.npy: input 'self' holds float64, which the "
                                        "operator does not take; save it as float32"));
  words.inputs[0] = "self=" + Write("int.npy", DType::kInt64, {2, 3});
  EXPECT_THAT(Message(words), HasSubstr("int.npy: input 'self' holds int64; an input is float32"));
}

}  // namespace
}  // namespace touchstone::evaluation

// The reference command as a user meets it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>

#include "framework/data/npy.h"
#include "reference/bce_with_logits/exact_vectors.h"
#include "tools/touchstone/command_line_test_support.h"

namespace touchstone::tools {
namespace {

using reference::bce_with_logits::ExactVector;
using reference::bce_with_logits::kExactVectors;
using tensor::DType;
using testing::HasSubstr;

const std::string kOperator = "aclnnBinaryCrossEntropyWithLogits";

template <typename T>
std::string Save(const ScratchDirectory& scratch, const std::string& name, DType dtype,
                 const tensor::Dims& shape, const std::vector<T>& values) {
  const std::string path = scratch.Path(name);
  EXPECT_TRUE(data::WriteNpy(path, dtype, shape, std::as_bytes(std::span(values))).ok());
  return path;
}

template <typename T>
std::vector<T> Load(const std::string& path, DType dtype) {
  const auto array = data::ReadNpy(path);
  if (!array.ok()) {
    ADD_FAILURE() << array.error().ToString();
    return {};
  }
  EXPECT_EQ(array->dtype, dtype);
  std::vector<T> values(array->bytes.size() / sizeof(T));
  std::memcpy(values.data(), array->bytes.data(), array->bytes.size());
  return values;
}

// The vectors of one format as four arrays in files, evaluated and compared bit for bit.
template <typename T>
void CheckVectors(const std::string& format, DType stored) {
  SCOPED_TRACE(format);
  const ScratchDirectory scratch;
  std::vector<T> x, y, w, p, expected;
  for (const ExactVector& vector : kExactVectors) {
    if (vector.format != format) continue;
    x.push_back(static_cast<T>(vector.x));
    y.push_back(static_cast<T>(vector.y));
    w.push_back(static_cast<T>(vector.w));
    p.push_back(static_cast<T>(vector.p));
    expected.push_back(static_cast<T>(vector.expected));
  }
  ASSERT_GE(x.size(), 5u);
  const tensor::Dims shape = {1, static_cast<int64_t>(x.size())};
  const auto save = [&](const char* name, const std::vector<T>& values) {
    return std::string(name) + "=" +
           Save(scratch, name + std::string(".npy"), stored, shape, values);
  };
  const Outcome outcome = RunTouchstone(
      {"reference", "--operator", kOperator, "--input", save("self", x), "--input",
       save("target", y), "--input", save("weight", w), "--input", save("pos_weight", p), "--attr",
       "reduction=none", "--dtype", format, "--output", scratch.Path("loss.npy")});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("certified: 0 undecided"));
  EXPECT_EQ(Load<T>(scratch.Path("loss.npy"), stored), expected);
  EXPECT_FALSE(std::filesystem::exists(scratch.Path("loss.lower.npy")));
}

TEST(Reference, GivesTheExactVectors) {
  CheckVectors<uint32_t>("fp32", DType::kFp32);
  CheckVectors<uint16_t>("fp16", DType::kFp16);
  CheckVectors<uint16_t>("bf16", DType::kUint16);
}

TEST(Reference, BroadcastsReducesAndShowsFacts) {
  const ScratchDirectory scratch;
  const std::string x = Save<float>(scratch, "x.npy", DType::kFp32, {2, 2}, {1, 1, 1, 1});
  const std::string y = Save<float>(scratch, "y.npy", DType::kFp32, {2, 2}, {0, 0, 0, 0});
  const std::string w = Save<float>(scratch, "w.npy", DType::kFp32, {2}, {10, -1});
  const auto run = [&](const std::string& attribute) {
    return RunTouchstone({"reference", "--operator", "BinaryCrossEntropyWithLogits", "--input",
                          "self=" + x, "--input", "target=" + y, "--input", "weight=" + w, "--attr",
                          attribute, "--dtype", "fp32", "--output", scratch.Path("loss.npy"),
                          "--enclosure"});
  };
  Outcome outcome = run("reduction=none");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("4 fp32 of shape [2, 2]"));
  EXPECT_THAT(Load<uint32_t>(scratch.Path("loss.npy"), DType::kFp32),
              testing::ElementsAre(0x41521F33, 0xBFA818F5, 0x41521F33, 0xBFA818F5));
  const auto lower = Load<double>(scratch.Path("loss.lower.npy"), DType::kFp64);
  const auto upper = Load<double>(scratch.Path("loss.upper.npy"), DType::kFp64);
  ASSERT_EQ(lower.size(), 4u);
  ASSERT_EQ(upper.size(), 4u);
  const double exact = 1.3132616875182228;  // log(1 + e)
  EXPECT_LE(lower[0], 10 * exact * (1 + 1e-15));
  EXPECT_GE(upper[0], 10 * exact * (1 - 1e-15));
  EXPECT_LT(upper[0] - lower[0], 1e-6);

  // 2 (10 - 1) log(1 + e), while magnitudes add up to 22 log(1 + e)
  outcome = run("reduction=sum");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("condition_number: 1.222222"));
  EXPECT_THAT(Load<float>(scratch.Path("loss.npy"), DType::kFp32),
              testing::ElementsAre(static_cast<float>(18 * exact)));
}

TEST(Reference, SaysWhatIsWrong) {
  const ScratchDirectory scratch;
  const std::string x = Save<float>(scratch, "x.npy", DType::kFp32, {2}, {1, 2});
  const std::string three = Save<float>(scratch, "three.npy", DType::kFp32, {3}, {1, 2, 3});
  const std::string wide = Save<double>(scratch, "wide.npy", DType::kFp64, {2}, {1, 2});
  const std::string text = scratch.Write("text.npy", "not an array");
  struct Wrong {
    std::string name, self, target, attribute, dtype, output, message;
    int exit_code = 2;
  };
  const std::string loss = scratch.Path("loss.npy");
  const std::vector<Wrong> all = {
      {kOperator, "self=" + x, "target=" + three, "reduction=none", "fp32", loss,
       "self [2] and target [3] differ in shape"},
      {kOperator, "self=" + wide, "target=" + x, "reduction=none", "fp32", loss,
       "input 'self' holds float64"},
      {kOperator, "self=" + text, "target=" + x, "reduction=none", "fp32", loss,
       "text.npy: is not a .npy file"},
      {kOperator, "self=" + x, "target=" + scratch.Path("no.npy"), "reduction=none", "fp32", loss,
       "no.npy: does not exist"},
      {"BinaryCrossEntropy", "self=" + x, "target=" + x, "reduction=none", "fp32", loss,
       "unknown operator 'BinaryCrossEntropy'"},
      {kOperator, "slef=" + x, "target=" + x, "reduction=none", "fp32", loss,
       "no input 'slef'; did you mean 'self'?"},
      {kOperator, x, "target=" + x, "reduction=none", "fp32", loss, "--input takes NAME=FILE.npy"},
      {kOperator, "self=" + x, "target=" + x, "reduction=maen", "fp32", loss,
       "did you mean 'mean'?"},
      {kOperator, "self=" + x, "target=" + x, "reduction=3", "fp32", loss,
       "3 is not 0 (none), 1 (mean) or 2 (sum)"},
      {kOperator, "self=" + x, "target=" + x, "reduction=none", "fp8", loss, "--dtype 'fp8'"},
      {kOperator, "self=" + x, "target=" + x, "reduction=none", "fp32",
       scratch.Path("none/loss.npy"), "cannot write"},
      {kOperator, "self=" + x, "target=" + x, "reduction=none", "fp32", "/dev/full",
       "No space left on device", 3}};
  for (const Wrong& wrong : all) {
    SCOPED_TRACE(wrong.message);
    const Outcome outcome = RunTouchstone(
        {"reference", "--operator", wrong.name, "--input", wrong.self, "--input", wrong.target,
         "--attr", wrong.attribute, "--dtype", wrong.dtype, "--output", wrong.output});
    EXPECT_EQ(outcome.exit_code, wrong.exit_code);
    EXPECT_THAT(outcome.err, HasSubstr(wrong.message));
    EXPECT_EQ(outcome.out, "");
    EXPECT_FALSE(std::filesystem::exists(loss));
  }
  const Outcome nothing = RunTouchstone({"reference", "--operator", kOperator, "--dtype", "fp32"});
  EXPECT_EQ(nothing.exit_code, 2);
  EXPECT_THAT(nothing.err, HasSubstr("--input"));
}

}  // namespace
}  // namespace touchstone::tools

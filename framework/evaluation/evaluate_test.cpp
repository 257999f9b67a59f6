#include "framework/evaluation/evaluate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <filesystem>

#include "framework/data/npy.h"

namespace touchstone::evaluation {
namespace {

namespace fs = std::filesystem;
using tensor::DType;
using testing::HasSubstr;

template <typename T>
tensor::HostTensor Tensor(DType dtype, tensor::Dims shape, const std::vector<T>& values) {
  tensor::HostTensor tensor{tensor::ContiguousLayout(dtype, std::move(shape)), {}};
  tensor.storage.resize(values.size() * sizeof(T));
  std::memcpy(tensor.storage.data(), values.data(), tensor.storage.size());
  return tensor;
}

template <typename T>
std::vector<T> Values(const std::string& path, DType dtype) {
  const auto array = data::ReadNpy(path);
  EXPECT_TRUE(array.ok()) << array.error().ToString();
  EXPECT_EQ(array->dtype, dtype);
  std::vector<T> values(array->bytes.size() / sizeof(T));
  std::memcpy(values.data(), array->bytes.data(), array->bytes.size());
  return values;
}

class EvaluateTest : public ::testing::Test {
 protected:
  EvaluateTest() { fs::create_directories(folder_); }
  ~EvaluateTest() override { fs::remove_all(folder_); }

  size_t FileCount() const {
    return static_cast<size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  Request Losses(std::vector<float> x, std::vector<float> y) const {
    Request request;
    request.op = operators::FindOperator("BinaryCrossEntropyWithLogits");
    const tensor::Dims shape = {static_cast<int64_t>(x.size())};
    request.inputs.emplace("self", Tensor(DType::kFp32, shape, x));
    request.inputs.emplace("target", Tensor(DType::kFp32, shape, y));
    request.attributes = {{"reduction", int64_t{0}}};
    request.output_name = "out";
    request.output = tensor::ContiguousLayout(DType::kFp32, shape);
    return request;
  }

  const fs::path folder_ = fs::path(testing::TempDir()) / ("evaluate_" + std::to_string(getpid()));
  const EvaluateOptions options_{(folder_ / "loss.npy").string(), true,
                                 *soc::FindSoc(soc::kDefaultSoc)};
};

TEST(EnclosurePath, StandsBeforeTheExtension) {
  EXPECT_EQ(EnclosurePath("a/y.npy", "lower"), "a/y.lower.npy");
  EXPECT_EQ(EnclosurePath("y", "upper"), "y.upper.npy");
}

// More elements than one round of chunks; each file is in the order of the elements.
TEST_F(EvaluateTest, WritesRoundedValuesAndBounds) {
  std::vector<float> x(300'001), y(x.size());
  for (size_t i = 0; i < x.size(); ++i) {
    x[i] = static_cast<float>(i) * 1e-4f - 15;
    y[i] = static_cast<float>(i % 5) * 0.25f;
  }
  const auto result = Evaluate(Losses(x, y), options_);
  ASSERT_TRUE(result.ok()) << result.error().ToString();
  EXPECT_EQ(result->elements, x.size());
  EXPECT_EQ(result->undecided, 0u);
  ASSERT_EQ(result->files.size(), 3u);
  EXPECT_EQ(FileCount(), 3u);
  const auto rounded = Values<float>(result->files[0], DType::kFp32);
  const auto lower = Values<double>(result->files[1], DType::kFp64);
  const auto upper = Values<double>(result->files[2], DType::kFp64);
  ASSERT_EQ(rounded.size(), x.size());
  ASSERT_EQ(lower.size(), x.size());
  ASSERT_EQ(upper.size(), x.size());
  for (size_t i = 0; i < x.size(); ++i) {
    ASSERT_LE(lower[i], upper[i]);
    ASSERT_EQ(rounded[i], static_cast<float>(lower[i] / 2 + upper[i] / 2)) << i;
    const double magnitude = std::fabs(static_cast<double>(x[i]));
    const double exact = std::log1p(std::exp(-magnitude)) + std::fmax(x[i], 0) -
                         static_cast<double>(x[i]) * static_cast<double>(y[i]);
    ASSERT_NEAR(rounded[i], exact, 1e-6 * exact + 1e-12) << i;
  }
}

TEST_F(EvaluateTest, ReducesAndTellsTheFacts) {
  Request request = Losses({0, 0, 0, 0}, {0, 1, 0, 1});
  request.attributes = {{"reduction", int64_t{2}}};
  request.output = tensor::ContiguousLayout(DType::kFp32, {1});
  const auto result = Evaluate(request, options_);
  ASSERT_TRUE(result.ok()) << result.error().ToString();
  EXPECT_EQ(result->elements, 1u);
  EXPECT_THAT(Values<float>(options_.output, DType::kFp32), testing::ElementsAre(0x1.62e43p+1f));
  EXPECT_EQ(result->facts.at("condition_number"), 1.0);
}

TEST_F(EvaluateTest, RefusesWhatTheOperatorRefuses) {
  Request request = Losses({1, 2}, {0, 1});
  request.inputs["weight"] = Tensor<float>(DType::kFp32, {3}, {1, 2, 3});
  const auto result = Evaluate(request, options_);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().kind, ErrorKind::kInput);
  EXPECT_THAT(result.error().message, HasSubstr("shape [3] does not broadcast to [2]"));
  EXPECT_EQ(FileCount(), 0u);  // no half-written file either
}

// A reference that leaves the rounding of element 1 open.
class Open final : public operators::ReferenceEvaluation {
 public:
  uint64_t element_count() const override { return 3; }
  void Evaluate(uint64_t, uint64_t count, judge::ExpectedChunk& chunk) const override {
    chunk.Resize(count);
    for (size_t i = 0; i < count; ++i) {
      chunk.lower[i] = 1 + static_cast<double>(i);
      chunk.upper[i] = i == 1 ? 2.5 : chunk.lower[i];
      chunk.rounded_bits[i] =
          i == 1 ? 0 : tensor::Round(tensor::FormatOf(DType::kFp32), chunk.lower[i]);
      chunk.decided[i] = i != 1;
    }
  }
  std::map<std::string, uint64_t> InputElements(uint64_t) const override { return {}; }
};

TEST_F(EvaluateTest, CountsWhatIsUndecided) {
  const auto result =
      Evaluate(Losses({0, 0, 0}, {0, 0, 0}), options_,
               [](const operators::ReferenceRequest&)
                   -> Result<std::unique_ptr<operators::ReferenceEvaluation>> {
                 return std::unique_ptr<operators::ReferenceEvaluation>(std::make_unique<Open>());
               });
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->undecided, 1u);
  EXPECT_EQ(result->first_undecided, 1u);
  EXPECT_THAT(Values<float>(options_.output, DType::kFp32), testing::ElementsAre(1, 2.25, 3));
}

}  // namespace
}  // namespace touchstone::evaluation

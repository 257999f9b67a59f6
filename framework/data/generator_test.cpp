#include "framework/data/generator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>

#include "framework/data/make_tensor.h"
#include "framework/data/npy.h"
#include "framework/data/test_specs.h"
#include "framework/tensor/named_views.h"
#include "framework/tensor/value_codec.h"

namespace touchstone::data {
namespace {

using tensor::DType;
using testing::HasSubstr;

constexpr double kInf = std::numeric_limits<double>::infinity();

std::vector<uint64_t> Make(const DataSpec& spec, DType dtype, uint64_t count) {
  const Result<std::unique_ptr<Generator>> generator = MakeGenerator(spec, dtype, TestKey(), count);
  if (!generator) {
    ADD_FAILURE() << generator.error().ToString();
    return {};
  }
  std::vector<uint64_t> bits(count * static_cast<uint64_t>(tensor::WordsPerElement(dtype)));
  (*generator)->Fill(0, bits);
  return bits;
}

std::vector<double> MakeValues(const DataSpec& spec, DType dtype, uint64_t count) {
  std::vector<double> values;
  for (const uint64_t bits : Make(spec, dtype, count)) {
    values.push_back(tensor::DecodeValue(dtype, bits));
  }
  return values;
}

std::string FirstError(const DataSpec& spec, DType dtype) {
  const Errors errors = Validate(spec, dtype);
  EXPECT_FALSE(MakeGenerator(spec, dtype, TestKey(), 10).ok() && !errors.empty());
  return errors.empty() ? "accepted" : errors.front().message;
}

TEST(Generator, AnySplitGivesTheSameBytes) {
  constexpr uint64_t kCount = 3000;
  for (const auto& [label, spec] : TestSpecs()) {
    for (const tensor::DTypeInfo& info : tensor::AllDTypes()) {
      if (!Validate(spec, info.dtype).empty()) continue;
      const std::vector<uint64_t> whole = Make(spec, info.dtype, kCount);
      const Result<std::unique_ptr<Generator>> generator =
          MakeGenerator(spec, info.dtype, TestKey(), kCount);
      const size_t words = static_cast<size_t>(tensor::WordsPerElement(info.dtype));
      for (const uint64_t chunk : {uint64_t{1}, uint64_t{7}, uint64_t{1023}, uint64_t{1025}}) {
        std::vector<uint64_t> parts(whole.size(), 0x5555);
        // Backwards, so that no chunk can lean on the one before it.
        for (uint64_t end = kCount; end > 0;) {
          const uint64_t first = end > chunk ? end - chunk : 0;
          (*generator)->Fill(first, std::span(parts).subspan(first * words, (end - first) * words));
          end = first;
        }
        ASSERT_EQ(parts, whole) << label << " " << info.name << " " << chunk;
      }
    }
  }
}

TEST(Generator, EveryRandomDistributionFollowsTheKey) {
  for (const auto& [label, spec] : TestSpecs()) {
    if (!IsRandom(spec)) continue;
    const std::vector<uint64_t> reference = Make(spec, DType::kFp32, 500);
    for (const StreamKey& key : {StreamKey{8, "case", "self"}, StreamKey{7, "case2", "self"},
                                 StreamKey{7, "case", "target"}}) {
      std::vector<uint64_t> bits(500);
      std::move(MakeGenerator(spec, DType::kFp32, key, 500)).value()->Fill(0, bits);
      EXPECT_NE(bits, reference) << label;
    }
  }
}

TEST(Generator, EveryPatternFitsItsType) {
  for (const auto& [label, spec] : TestSpecs()) {
    for (const tensor::DTypeInfo& info : tensor::AllDTypes()) {
      if (info.size_bytes >= 8 || !Validate(spec, info.dtype).empty()) continue;
      for (const uint64_t bits : Make(spec, info.dtype, 2000)) {
        ASSERT_EQ(bits >> (8 * info.size_bytes), 0u) << label << " " << info.name;
        if (info.dtype == DType::kBool) {
          ASSERT_LE(bits, 1u) << label;
        }
      }
    }
  }
}

TEST(Generator, EveryDTypeCanBeFilledByDefault) {
  for (const tensor::DTypeInfo& info : tensor::AllDTypes()) {
    EXPECT_TRUE(Validate(DataSpec{}, info.dtype).empty()) << info.name;
    EXPECT_EQ(Make(DataSpec{}, info.dtype, 3).size(),
              3u * static_cast<size_t>(tensor::WordsPerElement(info.dtype)));
  }
}

TEST(Uniform, StaysInsideItsBounds) {
  for (const DType dtype : {DType::kFp32, DType::kFp16, DType::kBf16, DType::kFp64}) {
    for (const double value :
         MakeValues(Spec("uniform", {{"low", 0.1}, {"high", 0.2}}), dtype, 20000)) {
      ASSERT_GE(value, 0.1);
      ASSERT_LE(value, 0.2);
    }
  }
}

TEST(Uniform, IntegersReachBothEndsEqually) {
  std::vector<int> counts(5);
  for (const double value :
       MakeValues(Spec("uniform", {{"low", -2.0}, {"high", 2.0}}), DType::kInt8, 50000)) {
    ++counts.at(static_cast<size_t>(value + 2));
  }
  // Binomial(50000, 1/5): standard deviation 89; five of them.
  for (const int count : counts) EXPECT_NEAR(count, 10000, 447);
}

TEST(Uniform, WholeRangeOfSixtyFourBits) {
  const DataSpec spec = Spec("uniform", {{"low", -0x1p63}, {"high", 0x1p63}});
  int negative = 0;
  for (const uint64_t bits : Make(spec, DType::kInt64, 4096)) negative += bits >> 63 != 0 ? 1 : 0;
  EXPECT_NEAR(negative, 2048, 160);  // five standard deviations of Binomial(4096, 1/2)
}

TEST(Uniform, CutsIntegersToTheirTypeAndSaysSo) {
  const DataSpec spec = Spec("uniform", {{"low", -1.0}, {"high", 1.0}});
  for (const double value : MakeValues(spec, DType::kUint8, 100))
    ASSERT_TRUE(value == 0 || value == 1);
  ASSERT_EQ(Notes(spec, DType::kUint8).size(), 1u);
  EXPECT_THAT(Notes(spec, DType::kUint8)[0].message,
              HasSubstr("the range from -1 to 1 is cut to uint8's values, 0 to 1"));
  EXPECT_TRUE(Notes(spec, DType::kFp16).empty());
}

TEST(Uniform, WithoutAValueBetweenTheBoundsTakesTheNearestAndSaysSo) {
  const DataSpec spec = Spec("uniform", {{"low", 0.1}, {"high", 0.1}});
  EXPECT_EQ(Make(spec, DType::kFp16, 2), (std::vector<uint64_t>{0x2E66, 0x2E66}));
  ASSERT_EQ(Notes(spec, DType::kFp16).size(), 1u);
  EXPECT_THAT(Notes(spec, DType::kFp16)[0].message, HasSubstr("0.0999755859375 is used"));
}

TEST(Bits, FiniteOnlyLeavesOutInfinitiesAndNans) {
  const DataSpec any = Spec("bits", {});
  const DataSpec finite = Spec("bits", {{"finite_only", true}});
  for (const DType dtype : {DType::kFp32, DType::kFp16, DType::kBf16, DType::kFp64}) {
    int non_finite = 0;
    for (const double v : MakeValues(any, dtype, 20000)) non_finite += std::isfinite(v) ? 0 : 1;
    EXPECT_GT(non_finite, 0);
    for (const double v : MakeValues(finite, dtype, 20000)) ASSERT_TRUE(std::isfinite(v));
  }
}

TEST(Exhaustive, VisitsEveryPattern) {
  for (const DType dtype : {DType::kFp16, DType::kBf16, DType::kInt16}) {
    const std::vector<uint64_t> bits = Make(Spec("exhaustive", {}), dtype, 65536 + 3);
    for (uint64_t i = 0; i < bits.size(); ++i) ASSERT_EQ(bits[i], i % 65536);
  }
  const std::vector<uint64_t> odd =
      Make(Spec("exhaustive", {{"start", 65530.0}, {"stride", 4.0}}), DType::kFp16, 4);
  EXPECT_EQ(odd, (std::vector<uint64_t>{65530, 65534, 2, 6}));
  EXPECT_EQ(Make(Spec("exhaustive", {}), DType::kBool, 3), (std::vector<uint64_t>{0, 1, 0}));
}

TEST(Exhaustive, FiniteOnlyVisitsEachFinitePatternOnce) {
  std::vector<int> seen(65536);
  for (const uint64_t bits :
       Make(Spec("exhaustive", {{"finite_only", true}}), DType::kFp16, 2 * 0x7C00)) {
    ASSERT_TRUE(std::isfinite(tensor::DecodeValue(DType::kFp16, bits)));
    ++seen[bits];
  }
  EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), 2 * 0x7C00);
}

TEST(Exhaustive, WrapsAtTwoToTheSixtyFour) {
  const Result<std::unique_ptr<Generator>> generator = MakeGenerator(
      Spec("exhaustive", {{"start", 3.0}, {"stride", 0x1p53}}), DType::kFp64, TestKey(), 9);
  std::vector<uint64_t> bits(2);
  (*generator)->Fill(2047, bits);
  EXPECT_EQ(bits, (std::vector<uint64_t>{(uint64_t{2047} << 53) + 3, 3}));
}

TEST(Specials, CoverEveryClass) {
  EXPECT_EQ(
      Make(Spec("specials", {}), DType::kFp16, 17),
      (std::vector<uint64_t>{0x0000, 0x8000, 0x0001, 0x8001, 0x03FF, 0x83FF, 0x0400, 0x8400, 0x7BFF,
                             0xFBFF, 0x7C00, 0xFC00, 0x7E00, 0xFE00, 0x7C01, 0xFFFF, 0x0000}));
  EXPECT_EQ(Make(Spec("specials", {{"finite_only", true}}), DType::kBf16, 11)[10], 0u);
  EXPECT_EQ(Make(Spec("specials", {}), DType::kInt8, 5),
            (std::vector<uint64_t>{0, 1, 0xFF, 0x80, 0x7F}));
  EXPECT_EQ(Make(Spec("specials", {}), DType::kUint16, 3), (std::vector<uint64_t>{0, 1, 0xFFFF}));
}

TEST(Specials, RateMixesThemIntoUniformValues) {
  const DataSpec spec = Spec("specials", {{"rate", 0.1}, {"low", 1.0}, {"high", 2.0}});
  int special = 0;
  for (const double value : MakeValues(spec, DType::kFp32, 20000)) {
    special += value >= 1 && value <= 2 ? 0 : 1;
  }
  EXPECT_NEAR(special, 2000, 212);  // five standard deviations of Binomial(20000, 1/10)
  const DataSpec never = Spec("specials", {{"rate", 0.0}});
  EXPECT_EQ(Make(never, DType::kFp32, 500), Make(Spec("uniform", {}), DType::kFp32, 500));
  for (const double v : MakeValues(Spec("specials", {{"rate", 1.0}, {"low", 1.0}, {"high", 2.0}}),
                                   DType::kFp32, 500)) {
    ASSERT_FALSE(v >= 1 && v <= 2);
  }
}

TEST(Outliers, AreAThousandthOfTheElements) {
  for (const auto& [count, expected] :
       {std::pair(1u, 1), {999u, 1}, {1999u, 1}, {2000u, 2}, {50000u, 50}}) {
    const std::vector<double> plain = MakeValues(Spec("normal", {}), DType::kFp32, count);
    const std::vector<double> mixed =
        MakeValues(Spec("outliers", {{"base", std::string("normal")}}), DType::kFp32, count);
    int different = 0;
    for (size_t i = 0; i < count; ++i) {
      if (plain[i] == mixed[i]) continue;
      ++different;
      EXPECT_EQ(mixed[i], static_cast<float>(plain[i] * 1000));
    }
    EXPECT_EQ(different, expected) << count;
  }
  EXPECT_TRUE(Make(Spec("outliers", {}), DType::kFp32, 0).empty());
}

TEST(Values, RepeatAndKeepSpecials) {
  const DataSpec spec = Spec(
      "values",
      {{"values", std::vector<Literal>{
                      {1, "1", {}}, {-0.0, "-0.0", {}}, {kInf, ".inf", {}}, {NAN, ".nan", {}}}}});
  EXPECT_EQ(Make(spec, DType::kFp16, 5),
            (std::vector<uint64_t>{0x3C00, 0x8000, 0x7C00, 0x7E00, 0x3C00}));
  EXPECT_EQ(Make(spec, DType::kComplex64, 2), (std::vector<uint64_t>{0x3F800000, 0x80000000}));
  const std::vector<uint64_t> wide = Make(spec, DType::kComplex128, 2);
  EXPECT_EQ(wide, (std::vector<uint64_t>{0x3FF0000000000000, 0, 0x8000000000000000, 0}));
  EXPECT_EQ(Make(Spec("constant", {{"value", 0.5}}), DType::kBf16, 2),
            (std::vector<uint64_t>{0x3F00, 0x3F00}));
}

TEST(HardLabels, FollowTheRate) {
  int positive = 0;
  for (const double v :
       MakeValues(Spec("hard_labels", {{"positive_rate", 0.25}}), DType::kFp16, 40000)) {
    ASSERT_TRUE(v == 0 || v == 1);
    positive += v == 1 ? 1 : 0;
  }
  EXPECT_NEAR(positive, 10000, 433);  // five standard deviations of Binomial(40000, 1/4)
  for (const double v :
       MakeValues(Spec("hard_labels", {{"positive_rate", 1.0}}), DType::kInt32, 100))
    ASSERT_EQ(v, 1);
  for (const double v :
       MakeValues(Spec("hard_labels", {{"positive_rate", 0.0}}), DType::kBool, 100))
    ASSERT_EQ(v, 0);
}

TEST(Complex, PartsAreConsecutiveElements) {
  const std::vector<uint64_t> parts = Make(Spec("uniform", {}), DType::kFp32, 6);
  const std::vector<uint64_t> elements = Make(Spec("uniform", {}), DType::kComplex64, 3);
  for (size_t i = 0; i < 3; ++i) EXPECT_EQ(elements[i], parts[2 * i] | (parts[2 * i + 1] << 32));
  EXPECT_EQ(Make(Spec("uniform", {}), DType::kComplex128, 3),
            Make(Spec("uniform", {}), DType::kFp64, 6));
}

TEST(File, LoadsAndConvertsOnce) {
  const std::string path = testing::TempDir() + "touchstone_generator_test.npy";
  const DataSpec spec = Spec("file", {{"path", path}});
  const double doubles[] = {0.1, 0x1.065fffp+15, -kInf, 1e-8};
  ASSERT_TRUE(WriteNpy(path, DType::kFp64, {2, 2}, std::as_bytes(std::span(doubles))).ok());
  EXPECT_EQ(Make(spec, DType::kFp16, 4), (std::vector<uint64_t>{0x2E66, 0x7819, 0xFC00, 0}));
  EXPECT_THAT(MakeGenerator(spec, DType::kFp16, TestKey(), 3).error().ToString(),
              HasSubstr("holds 4 elements of shape [2, 2], but the tensor has 3"));
  EXPECT_THAT(MakeGenerator(spec, DType::kInt32, TestKey(), 4).error().message,
              HasSubstr("cannot take"));
  const double large[] = {1, 7e4};
  ASSERT_TRUE(WriteNpy(path, DType::kFp64, {2}, std::as_bytes(std::span(large))).ok());
  EXPECT_THAT(MakeGenerator(spec, DType::kFp16, TestKey(), 2).error().message,
              HasSubstr("element 1 is 70000, which overflows fp16"));
  const uint16_t halves[] = {0x3F80, 0x7F81};
  ASSERT_TRUE(WriteNpy(path, DType::kBf16, {2}, std::as_bytes(std::span(halves))).ok());
  EXPECT_EQ(Make(spec, DType::kBf16, 2), (std::vector<uint64_t>{0x3F80, 0x7F81}));
  EXPECT_FALSE(MakeGenerator(spec, DType::kFp16, TestKey(), 2).ok());
  const Result<std::unique_ptr<Generator>> generator =
      MakeGenerator(spec, DType::kBf16, TestKey(), 2);
  std::vector<uint64_t> bits(2);
  EXPECT_DEATH((*generator)->Fill(1, bits), "more elements were asked for");
  std::filesystem::remove(path);
  EXPECT_THAT(MakeGenerator(spec, DType::kBf16, TestKey(), 2).error().ToString(),
              HasSubstr("does not exist"));
}

TEST(MakeTensor, FillsTheViewAndLeavesTheGapsZero) {
  const DataSpec spec = Spec("constant", {{"value", 1.0}});
  const Result<tensor::HostTensor> made =
      MakeTensor(spec, *tensor::MakeNamedView("strided", DType::kFp16, {3}), TestKey());
  ASSERT_TRUE(made.ok());
  const tensor::TensorLayout all = tensor::ContiguousLayout(DType::kFp16, {6});
  EXPECT_EQ(tensor::GatherBits(all, made->storage),
            (std::vector<uint64_t>{0x3C00, 0, 0x3C00, 0, 0x3C00, 0}));
  EXPECT_TRUE(MakeTensor(spec, tensor::ContiguousLayout(DType::kComplex128, {2}), TestKey()).ok());
  EXPECT_FALSE(MakeTensor(Spec("nonsense", {}), all, TestKey()).ok());
}

// Every distribution, dtype and view: the same elements as one long Fill gives, chunks and all.
TEST(MakeTensor, StoresWhatFillGives) {
  for (const auto& [label, spec] : TestSpecs()) {
    for (const tensor::DTypeInfo& info : tensor::AllDTypes()) {
      if (!Validate(spec, info.dtype).empty() || IsExternal(spec)) continue;
      for (const char* view : {"contiguous", "transposed", "strided", "reversed"}) {
        const auto layout = tensor::MakeNamedView(view, info.dtype, {33, 61});
        ASSERT_TRUE(layout.ok()) << view;
        constexpr uint64_t kCount = 33 * 61;
        const auto generator = MakeGenerator(spec, info.dtype, TestKey(), kCount);
        ASSERT_TRUE(generator.ok());
        std::vector<uint64_t> bits(kCount *
                                   static_cast<size_t>(tensor::WordsPerElement(info.dtype)));
        (*generator)->Fill(0, bits);
        const auto made = MakeTensor(spec, *layout, TestKey());
        ASSERT_TRUE(made.ok());
        EXPECT_EQ(tensor::GatherBits(*layout, made->storage), bits) << label << info.name << view;
      }
    }
  }
}

TEST(MakeTensor, OfExpandedAxesTheLastElementStays) {
  const DataSpec spec = Spec("uniform", {{"low", -1.0}, {"high", 1.0}});
  const tensor::TensorLayout dense = tensor::ContiguousLayout(DType::kFp32, {3, 4, 5});
  const auto all = MakeTensor(spec, dense, TestKey());
  ASSERT_TRUE(all.ok());
  const auto bits = tensor::GatherBits(dense, all->storage);
  for (const tensor::Dims& strides :
       {tensor::Dims{0, 5, 1}, {5, 0, 1}, {4, 1, 0}, {0, 0, 1}, {0, 1, 0}, {1, 0, 0}, {0, 0, 0}}) {
    tensor::TensorLayout layout = dense;
    layout.strides = strides;
    layout.storage_shape = {};
    auto expected = tensor::MakeHostTensor(layout);
    ASSERT_TRUE(expected.ok());
    tensor::ScatterBits(layout, bits, expected->storage);
    const auto made = MakeTensor(spec, layout, TestKey());
    ASSERT_TRUE(made.ok());
    EXPECT_EQ(made->storage, expected->storage) << tensor::ToText(strides);
  }
}

TEST(MakeTensor, AnExpandedAxisCostsNothing) {
  const tensor::TensorLayout layout = {
      DType::kFp32, tensor::Format::kNd, {int64_t{1} << 40}, {0}, 0, {1}};
  const auto made = MakeTensor(Spec("uniform", {}), layout, TestKey());
  ASSERT_TRUE(made.ok());
  EXPECT_EQ(made->storage.size(), 4u);
}

TEST(MakeTensor, FillsGapsAndShowsTheStorageInOrder) {
  for (const char* view : {"contiguous", "strided"}) {
    std::vector<std::byte> seen;
    MakeTensorOptions options;
    options.gap_byte = 0xEE;
    options.watch = [&seen](auto bytes) { seen.insert(seen.end(), bytes.begin(), bytes.end()); };
    const auto made =
        MakeTensor(Spec("constant", {{"value", 1.0}}),
                   *tensor::MakeNamedView(view, DType::kFp16, {40'000}), TestKey(), options);
    ASSERT_TRUE(made.ok());
    EXPECT_TRUE(std::equal(seen.begin(), seen.end(), made->storage.begin(), made->storage.end()));
    EXPECT_EQ(made->storage[3], std::byte(view[0] == 's' ? 0xEE : 0x3C));
  }
}

struct Hostile {
  DataSpec spec;
  DType dtype;
  const char* message;
};

TEST(Validate, RefusesHostileParametersWithAClearMessage) {
  using List = std::vector<Literal>;
  const Hostile cases[] = {
      {Spec("uniform", {{"low", 2.0}, {"high", 1.0}}), DType::kFp32,
       "data 'uniform': 'low' is 2, greater than 'high', which is 1"},
      {Spec("uniform", {{"low", NAN}, {"high", 1.0}}), DType::kFp32,
       "'low' must be finite, not .nan"},
      {Spec("uniform", {{"low", 0.0}, {"high", kInf}}), DType::kFp32,
       "'high' must be finite, not .inf"},
      {Spec("uniform", {{"low", -1e5}, {"high", 1e5}}), DType::kFp16,
       "'low' is -100000, beyond fp16's lowest value -65504"},
      {Spec("uniform", {{"low", 0.0}, {"high", 65520.0}}), DType::kFp16,
       "'high' is 65520, beyond fp16's largest value 65504"},
      {Spec("uniform", {{"low", 0.0}, {"high", 1e39}}), DType::kComplex64, "beyond fp32's largest"},
      {Spec("uniform", {{"low", -1.7e308}, {"high", 1.7e308}}), DType::kFp64, "too wide"},
      {Spec("uniform", {{"low", 0.2}, {"high", 0.8}}), DType::kInt32,
       "no value of int32 lies between 0.2 and 0.8"},
      {Spec("uniform", {{"low", 300.0}, {"high", 400.0}}), DType::kUint8, "no value of uint8"},
      {Spec("uniform", {{"low", 0.0}}), DType::kFp32, "'low' and 'high' must be given together"},
      {Spec("uniform", {{"lo", 0.0}}), DType::kFp32, "unknown parameter 'lo'; did you mean 'low'?"},
      {Spec("uniform", {{"low", true}, {"high", 1.0}}), DType::kFp32, "'low' must be a number"},
      {Spec("unifrom", {}), DType::kFp32, "unknown data 'unifrom'; did you mean 'uniform'?"},
      {Spec("normal", {{"stddev", -1.0}}), DType::kFp32,
       "'stddev' must be finite and not negative, not -1"},
      {Spec("normal", {{"stddev", NAN}}), DType::kFp32, "'stddev' must be finite"},
      {Spec("normal", {{"mean", kInf}}), DType::kFp32, "'mean' must be finite"},
      {Spec("normal", {{"mean", 0.0}, {"stddev", 1e4}}), DType::kFp16,
       "could reach 85800, beyond fp16's largest"},
      {Spec("normal", {{"mean", 1e308}, {"stddev", 1e308}}), DType::kFp64, "could reach .inf"},
      {Spec("loguniform", {{"low", 0.0}, {"high", 1.0}}), DType::kFp32,
       "'low' must be greater than 0, not 0"},
      {Spec("loguniform", {{"low", 1.0}}), DType::kFp32, "'high' is missing (largest magnitude)"},
      {Spec("loguniform", {{"low", 1.0}, {"high", 1e6}}), DType::kFp16, "beyond fp16's largest"},
      {Spec("loguniform", {{"low", 1.0}, {"high", 2.0}, {"signed", 1.0}}), DType::kFp16,
       "'signed' must be true or false"},
      {Spec("constant", {}), DType::kFp32, "'value' is missing"},
      {Spec("constant", {{"value", 1e6}}), DType::kFp16, "'1000000' overflows fp16"},
      {Spec("constant", {{"value", NAN}}), DType::kInt32, "'.nan' is no value of int32"},
      {Spec("values", {{"values", List{}}}), DType::kFp32, "the list is empty"},
      {Spec("values", {{"values", List{{6.6756e+307, "6.6756e+307", {}}}}}), DType::kFp32,
       "'6.6756e+307' overflows fp32"},
      {Spec("values", {{"values", std::string("x")}}), DType::kFp32,
       "'values' must be a list of numbers"},
      {Spec("exhaustive", {{"start", -1.0}}), DType::kFp16,
       "'start' must be a whole number from 0 to 2^53, not -1"},
      {Spec("exhaustive", {{"stride", 0.0}}), DType::kFp16,
       "'stride' must be a whole number from 1"},
      {Spec("exhaustive", {{"start", 1.5}}), DType::kFp16, "not 1.5"},
      {Spec("exhaustive", {{"start", NAN}}), DType::kFp16, "not .nan"},
      {Spec("exhaustive", {}), DType::kComplex64, "cannot fill a tensor of complex64"},
      {Spec("specials", {{"rate", 1.5}}), DType::kFp32, "'rate' must lie in [0, 1], not 1.5"},
      {Spec("specials", {{"low", 0.0}, {"high", 1.0}}), DType::kFp32, "need a 'rate'"},
      {Spec("specials", {{"rate", 0.5}, {"low", 0.0}}), DType::kFp32, "given together"},
      {Spec("specials", {{"rate", 0.5}, {"low", 3.0}, {"high", 1.0}}), DType::kFp32,
       "greater than"},
      {Spec("outliers", {{"base", std::string("norml")}}), DType::kFp32,
       "unknown 'base' 'norml'; did you mean 'normal'?"},
      {Spec("outliers", {{"low", -100.0}, {"high", 100.0}}), DType::kFp16,
       "outliers could reach 100000, beyond fp16's"},
      {Spec("outliers", {{"base", std::string("normal")}, {"mean", 100.0}}), DType::kFp16,
       "beyond fp16's"},
      {Spec("outliers", {{"stddev", 1.0}}), DType::kFp32,
       "'stddev' does not belong to base 'uniform'"},
      {Spec("outliers", {{"factor", kInf}}), DType::kFp32, "'factor' must be finite"},
      {Spec("hard_labels", {{"positive_rate", -0.1}}), DType::kFp32,
       "must lie in [0, 1], not -0.1"},
      {Spec("hard_labels", {{"positive_rate", NAN}}), DType::kFp32, "not .nan"},
      {Spec("soft_labels", {{"rate", 0.5}}), DType::kFp32,
       "unknown parameter 'rate'; it takes none"},
      {Spec("file", {{"path", std::string()}}), DType::kFp32, "'path' is empty"},
      {Spec("file", {}), DType::kFp32, "'path' is missing"},
  };
  for (const Hostile& hostile : cases) {
    EXPECT_THAT(FirstError(hostile.spec, hostile.dtype), HasSubstr(hostile.message));
  }
}

TEST(Validate, ReportsEveryProblemAtTheSpecsPlace) {
  DataSpec spec = Spec("uniform", {{"low", NAN}, {"high", 1e300}});
  spec.where = {"s.yaml", 4, 9};
  const Errors errors = Validate(spec, DType::kFp32);
  ASSERT_EQ(errors.size(), 2u);
  EXPECT_THAT(errors[1].ToString(), HasSubstr("s.yaml:4:9: data 'uniform': 'high' is 1e+300"));
}

TEST(Notes, ComeFromValidSpecsOnly) {
  const std::vector<Literal> list = {{1e-8, "1e-8", {"s.yaml", 2, 3}}, {0.1, "0.1", {}}};
  const DataSpec spec = Spec("values", {{"values", list}});
  ASSERT_EQ(Notes(spec, DType::kFp16).size(), 2u);
  EXPECT_THAT(Notes(spec, DType::kFp16)[0].ToString(),
              HasSubstr("s.yaml:2:3: data 'values': '1e-8' underflows to 0 in fp16"));
  EXPECT_THAT(Notes(Spec("constant", {{"value", 0.1}}), DType::kBf16)[0].message,
              HasSubstr("'0.1' is inexact in bf16, stored as 0.10009765625"));
  EXPECT_TRUE(Notes(Spec("constant", {{"value", 0.5}}), DType::kBf16).empty());
  EXPECT_TRUE(Notes(Spec("constant", {{"value", 1e9}}), DType::kFp16).empty());
  EXPECT_TRUE(Notes(Spec("nonsense", {}), DType::kFp16).empty());
}

TEST(Registry, DescribesEveryDistribution) {
  EXPECT_EQ(AllDistributions().size(), 12u);
  for (const DistributionInfo& info : AllDistributions()) {
    EXPECT_FALSE(info.meaning.empty()) << info.name;
    EXPECT_NE(info.validate, nullptr) << info.name;
    EXPECT_NE(info.make, nullptr) << info.name;
    for (const ParameterInfo& parameter : info.parameters) EXPECT_FALSE(parameter.meaning.empty());
    EXPECT_EQ(*FindDistribution(info.name), &info);
  }
}

}  // namespace
}  // namespace touchstone::data

#include "framework/operators/reference_adapter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include "framework/operators/bce_with_logits/description.h"
#include "framework/tensor/value_codec.h"

namespace touchstone::operators {
namespace {

using tensor::ContiguousLayout;
using tensor::Dims;
using tensor::DType;
using tensor::ElementClass;
using tensor::HostTensor;

HostTensor Tensor(DType dtype, Dims shape, const std::vector<double>& values) {
  HostTensor tensor{ContiguousLayout(dtype, std::move(shape)), {}};
  const auto size = static_cast<size_t>(tensor::SizeBytes(dtype));
  tensor.storage.resize(values.size() * size);
  for (size_t i = 0; i < values.size(); ++i) {
    const uint64_t bits = tensor::EncodeValue(dtype, values[i]);
    std::memcpy(tensor.storage.data() + i * size, &bits, size);
  }
  return tensor;
}

struct Call {
  std::map<std::string, HostTensor> inputs;
  Reduction reduction = Reduction::kNone;
  DType out = DType::kFp32;
  std::string soc = "Ascend910B1";
  bool wants_benchmark = true;

  Result<std::unique_ptr<ReferenceEvaluation>> Make() const {
    ReferenceRequest request;
    InputLayouts layouts;
    for (const auto& [name, tensor] : inputs) {
      request.inputs[name] = &tensor;
      layouts[name] = tensor.layout;
    }
    request.attributes = {{"reduction", static_cast<int64_t>(reduction)}};
    request.output_name = "out";
    request.output =
        BceWithLogitsDescription().default_outputs(layouts, request.attributes).at("out");
    request.output.dtype = out;
    request.soc = *soc::FindSoc(soc);
    request.wants_benchmark = wants_benchmark;
    return FindReference("aclnnBinaryCrossEntropyWithLogits")(request);
  }

  judge::ExpectedChunk Evaluate() const {
    const auto reference = Make();
    EXPECT_TRUE(reference.ok());
    judge::ExpectedChunk chunk;
    (*reference)->Evaluate(0, (*reference)->element_count(), chunk);
    return chunk;
  }
};

TEST(ReferenceAdapter, IsRegistered) {
  EXPECT_NE(FindReference("aclnnBinaryCrossEntropyWithLogits"), nullptr);
  EXPECT_NE(FindReference("BinaryCrossEntropyWithLogits"), nullptr);
  EXPECT_EQ(FindReference("aclnnRelu"), nullptr);
}

TEST(ReferenceAdapter, LeavesTheBenchmarkOutWhereNobodyWantsIt) {
  Call call{
      {{"self", Tensor(DType::kFp32, {2}, {1, 2})}, {"target", Tensor(DType::kFp32, {2}, {0, 1})}}};
  const judge::ExpectedChunk with = call.Evaluate();
  call.wants_benchmark = false;
  const judge::ExpectedChunk without = call.Evaluate();
  EXPECT_EQ(with.benchmark.size(), 2u);
  EXPECT_TRUE(without.benchmark.empty());
  EXPECT_EQ(without.rounded_bits, with.rounded_bits);
}

// One element of another kind among many takes the name from the whole run.
TEST(ReferenceAdapter, CallsARunOrdinaryOnlyWhereEveryElementIs) {
  const auto is_ordinary = [](double x, double y, DType out) {
    std::vector<double> self(700, 0.5), target(700, 0.25);
    self[600] = x;
    target[600] = y;
    return Call{{{"self", Tensor(DType::kFp32, {700}, self)},
                 {"target", Tensor(DType::kFp32, {700}, target)}},
                Reduction::kNone,
                out}
        .Evaluate()
        .ordinary;
  };
  const double inf = HUGE_VAL;
  for (const DType out : {DType::kFp32, DType::kFp16, DType::kBf16}) {
    EXPECT_TRUE(is_ordinary(0.5, 0.25, out));
    EXPECT_TRUE(is_ordinary(4098, 0, out));  // a tie of fp16 but for a vanishing tail
    EXPECT_FALSE(is_ordinary(NAN, 0.25, out));
    EXPECT_FALSE(is_ordinary(inf, 0.25, out));
    EXPECT_FALSE(is_ordinary(0.5, -inf, out));
    EXPECT_FALSE(is_ordinary(1e30, -1e30, out));  // overflows in fp32
  }
  EXPECT_TRUE(is_ordinary(1e5, 0, DType::kFp32));
  EXPECT_FALSE(is_ordinary(1e5, 0, DType::kFp16));  // overflows in the output alone
}

// A weight of the row's length applies along the last axis, not along the rows.
TEST(ReferenceAdapter, BroadcastsWeightsFromTheRight) {
  const Call call{{{"self", Tensor(DType::kFp32, {2, 2}, {1, 1, 1, 1})},
                   {"target", Tensor(DType::kFp32, {2, 2}, {0, 0, 0, 0})},
                   {"weight", Tensor(DType::kFp32, {2}, {10, 1})}}};
  EXPECT_THAT(call.Evaluate().rounded_bits,
              testing::ElementsAre(0x41521F33, 0x3FA818F5, 0x41521F33, 0x3FA818F5));
  const Call positive{{{"self", Tensor(DType::kFp32, {1, 3}, {0.5, -0.5, 2})},
                       {"target", Tensor(DType::kFp32, {1, 3}, {1, 1, 1})},
                       {"pos_weight", Tensor(DType::kFp32, {3}, {1, 2, 3})}}};
  EXPECT_THAT(positive.Evaluate().rounded_bits,
              testing::ElementsAre(0x3EF2BA38, 0x3FF95D1C, 0x3EC2F620));
  EXPECT_THAT((*call.Make())->InputElements(3),
              testing::UnorderedElementsAre(testing::Pair("self", 3), testing::Pair("target", 3),
                                            testing::Pair("weight", 1)));
}

TEST(ReferenceAdapter, BroadcastingIsTheSameAsMaterialising) {
  std::vector<double> x, w, whole_w;
  for (int i = 0; i < 60; ++i) x.push_back(0.37 * i - 11);
  for (int i = 0; i < 12; ++i) w.push_back(0.25 * i - 1);
  for (int i = 0; i < 60; ++i) whole_w.push_back(w[static_cast<size_t>(i / 20 * 4 + i % 4)]);
  for (const Reduction reduction : {Reduction::kNone, Reduction::kMean, Reduction::kSum}) {
    const auto make = [&](HostTensor weight) {
      return Call{{{"self", Tensor(DType::kFp32, {3, 5, 4}, x)},
                   {"target", Tensor(DType::kFp32, {3, 5, 4}, std::vector<double>(60, 0.25))},
                   {"weight", std::move(weight)}},
                  reduction}
          .Evaluate();
    };
    const auto broadcast = make(Tensor(DType::kFp32, {3, 1, 4}, w));
    const auto materialised = make(Tensor(DType::kFp32, {3, 5, 4}, whole_w));
    EXPECT_EQ(broadcast.lower, materialised.lower);
    EXPECT_EQ(broadcast.upper, materialised.upper);
    EXPECT_EQ(broadcast.rounded_bits, materialised.rounded_bits);
    EXPECT_EQ(broadcast.benchmark, materialised.benchmark);
    EXPECT_EQ(broadcast.rounding_bound, materialised.rounding_bound);
  }
}

// With fp16 logits and labels an fp32 weight loses bits before it is used; with an fp32 label it
// keeps them.
TEST(ReferenceAdapter, RoundsWeightsToThePromotedDtype) {
  const auto make = [](DType target) {
    return Call{{{"self", Tensor(DType::kFp16, {1}, {4})},
                 {"target", Tensor(target, {1}, {0})},
                 {"weight", Tensor(DType::kFp32, {1}, {1.0001})}}}
        .Evaluate();
  };
  EXPECT_NEAR(make(DType::kFp16).lower[0], 4.018149927917810, 1e-14);
  EXPECT_NEAR(make(DType::kFp32).lower[0], 4.018149927917810 * static_cast<double>(1.0001f), 1e-14);
  // fp16 and bf16 meet in fp32.
  EXPECT_NEAR(make(DType::kBf16).lower[0], 4.018149927917810 * static_cast<double>(1.0001f), 1e-14);
}

TEST(ReferenceAdapter, ReducesWithoutRoundingElements) {
  // The first loss overflows fp16; the mean does not.
  std::vector<double> x(16), w(16);
  x[0] = 8;
  w[0] = 60000;
  const Call mean{{{"self", Tensor(DType::kFp16, {16}, x)},
                   {"target", Tensor(DType::kFp16, {16}, std::vector<double>(16))},
                   {"weight", Tensor(DType::kFp16, {16}, w)}},
                  Reduction::kMean,
                  DType::kFp16};
  EXPECT_THAT(mean.Evaluate().rounded_bits, testing::ElementsAre(0x7753));
  const auto facts = (*mean.Make())->Facts();
  EXPECT_EQ(facts.at("condition_number"), 1.0);
}

TEST(ReferenceAdapter, EmptyInputs) {
  const auto make = [](Reduction reduction) {
    return Call{{{"self", Tensor(DType::kFp16, {0, 3}, {})},
                 {"target", Tensor(DType::kFp16, {0, 3}, {})},
                 {"weight", Tensor(DType::kFp16, {7}, std::vector<double>(7))}},
                reduction,
                DType::kFp16}
        .Evaluate();
  };
  EXPECT_TRUE(make(Reduction::kNone).lower.empty());
  EXPECT_THAT(make(Reduction::kSum).rounded_bits, testing::ElementsAre(0u));
  const auto mean = make(Reduction::kMean);
  EXPECT_TRUE(std::isnan(mean.lower[0]) && std::isnan(mean.upper[0]));
  EXPECT_EQ(mean.stated_class[0], ElementClass::kNan);
  EXPECT_EQ(mean.rounded_bits[0], 0x7E00u);
}

TEST(ReferenceAdapter, ChunksAgreeWithTheWhole) {
  std::vector<double> x;
  for (int i = 0; i < 2000; ++i) x.push_back(0.01 * i - 10);
  const Call call{{{"self", Tensor(DType::kBf16, {2000}, x)},
                   {"target", Tensor(DType::kBf16, {2000}, std::vector<double>(2000, 0.75))}},
                  Reduction::kNone,
                  DType::kBf16};
  const auto whole = call.Evaluate();
  const auto reference = call.Make();
  judge::ExpectedChunk part;
  (*reference)->Evaluate(700, 900, part);
  ASSERT_EQ(part.lower.size(), 900u);
  for (size_t i = 0; i < 900; ++i) {
    ASSERT_EQ(part.rounded_bits[i], whole.rounded_bits[700 + i]);
    ASSERT_EQ(part.lower[i], whole.lower[700 + i]);
    ASSERT_EQ(part.benchmark[i], whole.benchmark[700 + i]);
    ASSERT_EQ(part.rounding_bound[i], whole.rounding_bound[700 + i]);
    ASSERT_EQ(part.stated_class[i], whole.stated_class[700 + i]);
  }
}

// Infinite logits: the stated order gives NaN where the limit is 0 or infinity. A chip without
// infinities gives finite numbers.
TEST(ReferenceAdapter, StatedClassFollowsTheChip) {
  const auto make = [](const char* soc) {
    return Call{{{"self", Tensor(DType::kFp16, {4}, {-INFINITY, INFINITY, -INFINITY, INFINITY})},
                 {"target", Tensor(DType::kFp16, {4}, {0, 0, 1, 1})}},
                Reduction::kNone,
                DType::kFp16,
                soc}
        .Evaluate();
  };
  const auto limit = make("Ascend910B1");
  EXPECT_EQ(limit.lower[0], 0);
  EXPECT_EQ(limit.lower[1], INFINITY);
  EXPECT_EQ(limit.lower[2], INFINITY);
  EXPECT_EQ(limit.lower[3], 0);
  for (const char* soc : {"Ascend910B1", "Ascend950PR_9589"}) {
    EXPECT_THAT(make(soc).stated_class,
                testing::ElementsAre(ElementClass::kNan, ElementClass::kPositiveInfinity,
                                     ElementClass::kNan, ElementClass::kNan))
        << soc;
  }
  EXPECT_EQ(make("Ascend310P3").stated_class[1], ElementClass::kFinite);
}

// A saturated sum depends on the order of additions more than any other: the suite's `serial` has a
// bound of its own.
TEST(ReferenceAdapter, SaturatedReductionsCarryBothBounds) {
  Call call{{{"self", Tensor(DType::kFp32, {3}, {INFINITY, 1, 2})},
             {"target", Tensor(DType::kFp32, {3}, {0, 0, 1})}},
            Reduction::kSum,
            DType::kFp32,
            "Ascend310P3"};
  const judge::ExpectedChunk chunk = call.Evaluate();
  ASSERT_EQ(chunk.stated_value.size(), 1u);
  ASSERT_EQ(chunk.stated_serial_bound.size(), 1u);
  EXPECT_GE(chunk.stated_serial_bound[0], chunk.stated_bound[0]);
  EXPECT_LT(chunk.stated_serial_bound[0], 1e-5 * chunk.stated_value[0]);
  call.inputs["self"] = Tensor(DType::kFp32, {3}, {3, 1, 2});
  EXPECT_TRUE(call.Evaluate().stated_serial_bound.empty());
}

TEST(ReferenceAdapter, SaysWhatIsWrong) {
  const Call good{
      {{"self", Tensor(DType::kFp32, {2}, {1, 2})}, {"target", Tensor(DType::kFp32, {2}, {0, 1})}}};
  Call call = good;
  call.inputs.erase("self");
  EXPECT_EQ(call.Make().error().message, "input 'self' is missing");
  call = good;
  call.inputs["target"] = Tensor(DType::kFp64, {2}, {0, 1});
  EXPECT_THAT(call.Make().error().message, testing::HasSubstr("not one of fp32, fp16, bf16"));
  call = good;
  call.inputs["target"] = Tensor(DType::kFp32, {1, 2}, {0, 1});
  EXPECT_THAT(call.Make().error().message, testing::HasSubstr("differ in shape"));
  call = good;
  call.inputs["weight"] = Tensor(DType::kFp32, {3}, {0, 1, 2});
  EXPECT_THAT(call.Make().error().message,
              testing::HasSubstr("input 'weight': shape [3] does not broadcast to [2]"));
  call = good;
  call.reduction = static_cast<Reduction>(3);
  EXPECT_THAT(call.Make().error().message, testing::HasSubstr("'reduction': 3"));
  call = good;
  call.out = DType::kInt32;
  EXPECT_THAT(call.Make().error().message, testing::HasSubstr("output 'out'"));
}

}  // namespace
}  // namespace touchstone::operators

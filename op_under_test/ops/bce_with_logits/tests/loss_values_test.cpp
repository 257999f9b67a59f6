// The numbers: every data type, set of weights, broadcast and reduction, against long double.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "op_under_test/ops/bce_with_logits/tests/expected_loss.h"
#include "op_under_test/ops/bce_with_logits/tests/half_values.h"
#include "op_under_test/ops/bce_with_logits/tests/operator_call.h"

namespace npusim_tests {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

double RoundTo(double value, aclDataType dtype) { return Decode(Encode({value}, dtype), dtype)[0]; }

// Half the distance to the next number of the type.
double HalfUlp(double value, aclDataType dtype) {
  const int fraction_bits = dtype == ACL_FLOAT ? 23 : dtype == ACL_FLOAT16 ? 10 : 7;
  const int min_exponent = dtype == ACL_FLOAT16 ? -14 : -126;
  const int exponent = value == 0 ? min_exponent : std::max(std::ilogb(value), min_exponent);
  return std::ldexp(0.5, exponent - fraction_bits);
}

std::vector<aclDataType> Dtypes() {
  std::vector<aclDataType> dtypes{ACL_FLOAT, ACL_FLOAT16};
  if (ChipHasBf16()) dtypes.push_back(ACL_BF16);
  return dtypes;
}

// Deterministic values in [low, high), one sequence per seed.
std::vector<double> Values(size_t count, double low, double high, uint64_t seed,
                           aclDataType dtype) {
  std::vector<double> values;
  uint64_t state = seed * 0x9E3779B97F4A7C15u + 1;
  for (size_t i = 0; i < count; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const double unit = static_cast<double>(state >> 11) * std::ldexp(1.0, -53);
    values.push_back(RoundTo(low + unit * (high - low), dtype));
  }
  return values;
}

int64_t Count(const Dims& dims) {
  int64_t count = 1;
  for (int64_t extent : dims) count *= extent;
  return count;
}

TensorSpec Random(Dims dims, double low, double high, uint64_t seed, aclDataType dtype) {
  TensorSpec spec;
  spec.dims = std::move(dims);
  spec.values = Values(static_cast<size_t>(Count(spec.dims)), low, high, seed, dtype);
  spec.dtype = dtype;
  return spec;
}

TensorSpec Output(Dims dims, aclDataType dtype) {
  TensorSpec spec;
  spec.dims = std::move(dims);
  spec.dtype = dtype;
  spec.values = {-77.0};
  return spec;
}

// The element of a dense operand that belongs to element `index` of `output`.
double BroadcastElement(const std::optional<TensorSpec>& operand, const Dims& output,
                        int64_t index) {
  if (!operand) return 1.0;
  int64_t offset = 0;
  int64_t stride = 1;
  const size_t lead = output.size() - operand->dims.size();
  for (size_t axis = output.size(); axis-- > 0;) {
    const int64_t position = index % output[axis];
    index /= output[axis];
    if (axis < lead) continue;
    const int64_t extent = operand->dims[axis - lead];
    if (extent != 1) offset += position * stride;
    stride *= extent;
  }
  return operand->values[static_cast<size_t>(offset)];
}

struct Exact {
  long double loss;
  long double bound;
};

std::vector<Exact> ExactLosses(const CallSpec& call) {
  std::vector<Exact> losses;
  for (int64_t i = 0; i < Count(call.self->dims); ++i) {
    const double x = call.self->values[static_cast<size_t>(i)];
    const double y = call.target->values[static_cast<size_t>(i)];
    const double w = BroadcastElement(call.weight, call.self->dims, i);
    const double p = BroadcastElement(call.pos_weight, call.self->dims, i);
    losses.push_back({ExactLoss(x, y, w, p), LossErrorBound(x, y, w, p)});
  }
  return losses;
}

void ExpectNear(double actual, const Exact& exact, aclDataType dtype, int64_t index) {
  if (dtype == ACL_FLOAT16 && exact.loss - exact.bound >= 65520) {
    EXPECT_EQ(actual, ChipSaturates() ? 65504.0 : kInfinity) << "element " << index;
    return;
  }
  const long double limit =
      exact.bound + HalfUlp(static_cast<double>(exact.loss + exact.bound), dtype);
  EXPECT_LE(std::fabs(actual - exact.loss), limit)
      << "element " << index << ": " << actual << " for " << static_cast<double>(exact.loss);
}

// Checks none, mean and sum of the same inputs. `call` comes without out and reduction.
void ExpectLosses(CallSpec call, aclDataType out_dtype) {
  const std::vector<Exact> exact = ExactLosses(call);
  call.reduction = 0;
  call.out = Output(call.self->dims, out_dtype);
  const CallResult none = Call(call);
  ASSERT_EQ(none.phase1, 0) << none.message;
  ASSERT_EQ(none.phase2, 0) << none.message;
  ASSERT_EQ(none.synchronisation, 0);
  EXPECT_TRUE(none.inputs_unchanged);
  Exact total{0, 0};
  for (size_t i = 0; i < exact.size(); ++i) {
    ExpectNear(none.out[i], exact[i], out_dtype, static_cast<int64_t>(i));
    if (testing::Test::HasFailure()) return;
    total.loss += exact[i].loss;
    // Two-level pairwise sums: fewer than 40 roundings for any addend below 2^30 elements.
    total.bound +=
        exact[i].bound + 40 * std::ldexp(1.0L, -24) * (std::fabs(exact[i].loss) + exact[i].bound);
  }
  for (int64_t reduction : {1, 2}) {
    call.reduction = reduction;
    call.out = Output({1}, out_dtype);
    const CallResult reduced = Call(call);
    ASSERT_EQ(reduced.phase2, 0) << reduced.message;
    ASSERT_EQ(reduced.synchronisation, 0);
    Exact expected = total;
    if (reduction == 1) {
      const auto count = static_cast<long double>(exact.size());
      expected.loss /= count;
      expected.bound = expected.bound / count + std::ldexp(std::fabs(expected.loss), -23);
    }
    ExpectNear(reduced.out[0], expected, out_dtype, -reduction);
  }
}

CallSpec RandomCall(const Dims& dims, aclDataType dtype, uint64_t seed, double range = 20.0) {
  CallSpec call;
  call.self = Random(dims, -range, range, seed, dtype);
  call.target = Random(dims, 0, 1, seed + 100, dtype);
  return call;
}

TEST(LossValuesTest, EveryDtypeAndSetOfWeights) {
  const Dims dims{7, 33};
  for (aclDataType dtype : Dtypes()) {
    for (int weights = 0; weights < 4; ++weights) {
      CallSpec call = RandomCall(dims, dtype, 1 + static_cast<uint64_t>(weights));
      if (weights & 1) call.weight = Random(dims, 0, 2, 11, dtype);
      if (weights & 2) call.pos_weight = Random(dims, 0, 3, 12, dtype);
      ExpectLosses(call, dtype);
    }
  }
}

TEST(LossValuesTest, WeightsBroadcast) {
  const Dims dims{3, 4, 40};
  const Dims shapes[] = {{},         {1},       {40},      {4, 1},     {4, 40},   {3, 1, 1},
                         {3, 1, 40}, {3, 4, 1}, {1, 1, 1}, {1, 4, 40}, {3, 4, 40}};
  for (aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16}) {
    for (const Dims& weight : shapes) {
      CallSpec call = RandomCall(dims, dtype, 21);
      call.weight = Random(weight, 0, 2, 22, dtype);
      ExpectLosses(call, dtype);
      call.pos_weight = call.weight;
      call.weight = Random({4, 1}, 0, 2, 23, dtype);
      ExpectLosses(call, dtype);
    }
  }
}

TEST(LossValuesTest, ShapesAroundTheTileSizes) {
  for (int64_t count : {1, 2, 63, 64, 65, 127, 128, 129, 511, 512, 513, 4097, 30011}) {
    CallSpec call = RandomCall({count}, ACL_FLOAT, 31);
    ExpectLosses(call, ACL_FLOAT);
    call.weight = Random({count}, 0, 2, 32, ACL_FLOAT);
    call.pos_weight = Random({1}, 0, 2, 33, ACL_FLOAT);
    ExpectLosses(call, ACL_FLOAT);
  }
}

TEST(LossValuesTest, BroadcastAcrossTiles) {
  // Rows longer than a tile, and many short rows per tile.
  CallSpec call = RandomCall({3, 20011}, ACL_FLOAT, 41);
  call.weight = Random({3, 1}, 0, 2, 42, ACL_FLOAT);
  call.pos_weight = Random({20011}, 0, 2, 43, ACL_FLOAT);
  ExpectLosses(call, ACL_FLOAT);
  call = RandomCall({9001, 5}, ACL_FLOAT16, 44);
  call.weight = Random({5}, 0, 2, 45, ACL_FLOAT16);
  call.pos_weight = Random({9001, 1}, 0, 2, 46, ACL_FLOAT16);
  ExpectLosses(call, ACL_FLOAT16);
}

TEST(LossValuesTest, RanksZeroToEight) {
  Dims dims;
  for (int rank = 0; rank <= 8; ++rank) {
    CallSpec call = RandomCall(dims, ACL_FLOAT, 51 + static_cast<uint64_t>(rank));
    call.weight = Random({}, 0.5, 2, 52, ACL_FLOAT);
    ExpectLosses(call, ACL_FLOAT);
    dims.push_back(rank % 2 == 0 ? 2 : 3);
  }
}

TEST(LossValuesTest, MixedDtypesArePromoted) {
  CallSpec call = RandomCall({50}, ACL_FLOAT16, 61);
  call.target = Random({50}, 0, 1, 62, ACL_FLOAT);
  ExpectLosses(call, ACL_FLOAT);
  call = RandomCall({50}, ACL_FLOAT, 63);
  call.target = Random({50}, 0, 1, 64, ACL_FLOAT16);
  ExpectLosses(call, ACL_FLOAT16);
  if (!ChipHasBf16()) return;
  call.target = Random({50}, 0, 1, 65, ACL_BF16);
  ExpectLosses(call, ACL_BF16);
}

TEST(LossValuesTest, WeightsAreRoundedToTheCommonType) {
  // 1 + 2^-12 is no fp16 number: the loss comes out as for a weight of 1.
  CallSpec call = RandomCall({40}, ACL_FLOAT16, 71);
  call.weight = Random({40}, 1, 1, 72, ACL_FLOAT16);
  call.out = Output({40}, ACL_FLOAT16);
  const CallResult ones = Call(call);
  call.weight->dtype = ACL_FLOAT;
  call.weight->values.assign(40, 1 + std::ldexp(1.0, -12));
  const CallResult nearly_ones = Call(call);
  ASSERT_EQ(nearly_ones.phase2, 0) << nearly_ones.message;
  EXPECT_EQ(ones.out_bytes, nearly_ones.out_bytes);
}

TEST(LossValuesTest, IntegerWeightsUnderTheSourceContract) {
  if (ContractIsDocumented()) GTEST_SKIP() << "refused by the documented contract";
  for (aclDataType dtype : {ACL_INT32, ACL_INT64, ACL_DOUBLE}) {
    CallSpec call = RandomCall({40}, ACL_FLOAT, 73);
    call.weight = Output({40}, dtype);
    call.weight->values.assign(40, 3.0);
    ExpectLosses(call, ACL_FLOAT);
  }
}

TEST(LossValuesTest, LargeLogitsAreExact) {
  // log(1 + exp(-|x|)) is 0 in fp32 from |x| = 17.4 on, so the loss is (1 - y) x or -y x.
  CallSpec call;
  call.self = Output({7}, ACL_FLOAT);
  call.self->values = {20, 30, -20, -1000, 1000, 1000, -1000};
  call.target = Output({7}, ACL_FLOAT);
  call.target->values = {0, 1, 1, 0, 0, 1, 1};
  call.out = Output({7}, ACL_FLOAT);
  EXPECT_EQ(Call(call).out, (std::vector<double>{20, 0, 20, 0, 1000, 0, 1000}));
}

TEST(LossValuesTest, SpecialValues) {
  CallSpec call;
  call.self = Output({6}, ACL_FLOAT);
  call.self->values = {kInfinity, kInfinity, -kInfinity, -kInfinity, kNan, 0};
  call.target = Output({6}, ACL_FLOAT);
  call.target->values = {0, 1, 0, 1, 0, kNan};
  call.out = Output({6}, ACL_FLOAT);
  const std::vector<double> out = Call(call).out;
  ASSERT_EQ(out.size(), 6u);
  EXPECT_TRUE(std::isnan(out[4]));
  EXPECT_TRUE(std::isnan(out[5]));
  if (ChipSaturates()) {
    // No operation yields an infinity there; an infinite input acts as such until then.
    EXPECT_EQ(out[0], std::numeric_limits<float>::max());
    return;
  }
  EXPECT_EQ(out[0], kInfinity);
  for (size_t i = 1; i < 4; ++i) EXPECT_TRUE(std::isnan(out[i])) << i;
}

TEST(LossValuesTest, TheArithmeticOrderIsTheChips) {
  // The two orders mirror each other, s = -L, and agree in every bit for finite arguments. They
  // part where an infinity meets a product or difference that the other order does not form:
  //   without pos_weight the older kernel multiplies ones - 1 with the label, and 0 * inf is NaN;
  //   of x = -inf the older kernel forms -M - x = -inf + inf, which is NaN.
  if (ChipSaturates()) GTEST_SKIP() << "no infinities on this chip";
  CallSpec call;
  call.self = Output({2}, ACL_FLOAT);
  call.self->values = {1.0, -kInfinity};
  call.target = Output({2}, ACL_FLOAT);
  call.target->values = {kInfinity, 2.0};
  call.out = Output({2}, ACL_FLOAT);
  const std::vector<double> out = Call(call).out;
  if (ChipIsRegBase()) {
    EXPECT_EQ(out, (std::vector<double>{-kInfinity, kInfinity}));
  } else {
    ASSERT_EQ(out.size(), 2u);
    EXPECT_TRUE(std::isnan(out[0]));
    EXPECT_TRUE(std::isnan(out[1]));
  }
}

TEST(LossValuesTest, SubnormalResultsAreFlushedOnTheRegisterBasedChipOnly) {
  CallSpec call;
  call.self = Output({1}, ACL_FLOAT);
  call.self->values = {20.0};
  call.target = Output({1}, ACL_FLOAT);
  call.target->values = {0.0};
  call.weight = Output({1}, ACL_FLOAT);
  call.weight->values = {std::ldexp(1.0, -135)};
  call.out = Output({1}, ACL_FLOAT);
  const std::vector<double> out = Call(call).out;
  ASSERT_EQ(out.size(), 1u);
  EXPECT_EQ(out[0], ChipIsRegBase() ? 0.0 : std::ldexp(20.0, -135));
}

TEST(LossValuesTest, OverflowOfTheOutputTypeFollowsTheChip) {
  CallSpec call;
  call.self = Output({1}, ACL_FLOAT16);
  call.self->values = {60000.0};
  call.target = Output({1}, ACL_FLOAT16);
  call.target->values = {0.0};
  call.weight = Output({1}, ACL_FLOAT16);
  call.weight->values = {2.0};
  call.out = Output({1}, ACL_FLOAT16);
  const std::vector<double> out = Call(call).out;
  ASSERT_EQ(out.size(), 1u);
  EXPECT_EQ(out[0], ChipSaturates() ? 65504.0 : kInfinity);
}

TEST(LossValuesTest, HalvesAreReducedInFp32AndRoundedOnce) {
  // 4096 losses of 18 add up to 73728, beyond fp16; their mean is 18.
  CallSpec call;
  call.self = Output({4096}, ACL_FLOAT16);
  call.self->values = {18.0};
  call.self->values.resize(4096, 18.0);
  call.target = Output({4096}, ACL_FLOAT16);
  call.target->values.assign(4096, 0.0);
  call.reduction = 1;
  call.out = Output({}, ACL_FLOAT16);
  EXPECT_EQ(Call(call).out, std::vector<double>{18.0});
}

TEST(LossValuesTest, TheMeanMultipliesByTheRoundedReciprocal) {
  // Three losses of 18: 54 * float(1/3) is 18.000000536 before rounding, which fp32 keeps as
  // 54 * 0x3EAAAAAB rounded once.
  CallSpec call;
  call.self = Output({3}, ACL_FLOAT);
  call.self->values.assign(3, 18.0);
  call.target = Output({3}, ACL_FLOAT);
  call.target->values.assign(3, 0.0);
  call.reduction = 1;
  call.out = Output({1}, ACL_FLOAT);
  const float expected = 54.0f * static_cast<float>(1.0 / 3.0);
  EXPECT_EQ(Call(call).out, std::vector<double>{expected});
}

TEST(LossValuesTest, SumsOfIntegersAreExact) {
  // Every partial sum stays below 2^24.
  CallSpec call;
  call.self = Output({200000}, ACL_FLOAT);
  call.target = Output({200000}, ACL_FLOAT);
  call.self->values.clear();
  double expected = 0;
  for (int i = 0; i < 200000; ++i) {
    call.self->values.push_back(18.0 + i % 50);
    expected += 18.0 + i % 50;
  }
  call.target->values.assign(200000, 0.0);
  call.reduction = 2;
  call.out = Output({1}, ACL_FLOAT);
  EXPECT_EQ(expected, 8500000.0);
  EXPECT_EQ(Call(call).out, std::vector<double>{expected});
}

}  // namespace
}  // namespace npusim_tests

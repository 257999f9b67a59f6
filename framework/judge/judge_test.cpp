// What holds of every judgement: nothing passes silently, and no order of work shows.
#include "framework/judge/judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "framework/judge/judge_fixture.h"

namespace touchstone::judge {
namespace {

using tensor::DType;
using ::testing::HasSubstr;

constexpr auto kPass = VerdictState::kPass;
constexpr auto kFail = VerdictState::kFail;
constexpr DType kDTypes[] = {DType::kFp16, DType::kBf16, DType::kFp32};

uint64_t Next(uint64_t& state) {  // splitmix64
  uint64_t z = state += 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

void RequestAll(Fixture& fixture) {
  for (const StandardInfo& info : AllStandards()) fixture.With(info.name);
}

// Results of every kind: exact, wrong by a few steps, special, unwritten, open.
Fixture Anything(DType dtype, size_t count, uint64_t seed) {
  Fixture fixture(dtype);
  RequestAll(fixture);
  const uint32_t all_bits = dtype == DType::kFp32 ? 0xFFFFFFFF : 0xFFFF;
  for (size_t i = 0; i < count; ++i) {
    const uint32_t bits = static_cast<uint32_t>(Next(seed)) & all_bits;
    const double value = tensor::Decode(fixture.format(), bits);
    const auto kind = Next(seed) % 16;
    const double ulp = std::isfinite(value) ? tensor::Ulp(fixture.format(), value) : 0;
    fixture.PairBits(value + ulp * 0.3,
                     kind == 0 ? static_cast<uint32_t>(Next(seed)) & all_bits : bits);
    fixture.Bound(ulp * static_cast<double>(Next(seed) % 3));
    if (kind == 1) fixture.Unwritten(i);
    if (kind == 2) fixture.Widen(value - ulp, value + ulp);
    if (kind == 3) fixture.Bound(kInf);
    if (kind == 4) fixture.Benchmark(kNaN);
  }
  return fixture;
}

Fixture Slice(const Fixture& fixture, const std::vector<size_t>& indices) {
  Fixture slice(fixture.options.dtype);
  slice.options = fixture.options;
  for (const size_t i : indices) {
    slice.actual.bits.push_back(fixture.actual.bits[i]);
    slice.actual.unwritten.push_back(fixture.actual.unwritten[i]);
    const ExpectedChunk& from = fixture.expected;
    slice.expected.lower.push_back(from.lower[i]);
    slice.expected.upper.push_back(from.upper[i]);
    slice.expected.rounded_bits.push_back(from.rounded_bits[i]);
    slice.expected.decided.push_back(from.decided[i]);
    slice.expected.stated_class.push_back(from.stated_class[i]);
    slice.expected.benchmark.push_back(from.benchmark[i]);
    slice.expected.rounding_bound.push_back(from.rounding_bound[i]);
  }
  return slice;
}

std::vector<size_t> Range(size_t first, size_t last) {
  std::vector<size_t> indices(last - first);
  std::iota(indices.begin(), indices.end(), first);
  return indices;
}

// Bits of everything a judgement says; `with_places` leaves out what names elements.
std::string Print(const Judgement& judgement, bool with_places = true) {
  std::string text;
  const auto add = [&](double value) {
    text += std::to_string(std::bit_cast<uint64_t>(value)) + " ";
  };
  const Metrics& m = judgement.metrics;
  for (const uint64_t value : {m.elements, m.unwritten, m.nan, m.positive_infinity,
                               m.negative_infinity, m.class_mismatches, m.bitwise_mismatches,
                               m.correctly_rounded, m.undecided, m.small_value_elements, m.cancellation_elements}) {
    text += std::to_string(value) + " ";
  }
  for (const double value :
       {m.mean_relative_error, m.max_relative_error, m.root_mean_square_error, m.max_absolute_error,
        m.mean_error_ulp, m.max_error_ulp, m.mean_signed_error_ulp}) {
    add(value);
  }
  for (const uint64_t value : m.ulp_histogram) text += std::to_string(value) + " ";
  for (const Verdict& verdict : judgement.verdicts) {
    text += "\n" + verdict.standard + std::string(Name(verdict.state)) +
            (verdict.certified ? "c" : "-") + (verdict.vacuous ? "v" : "-");
    if (with_places) text += verdict.reason;
    for (const auto& [name, value] : verdict.values) add(value);
    for (const auto& [name, value] : verdict.limits) add(value);
  }
  for (const WorstElement& element : judgement.worst) {
    text += "\n";
    if (with_places) text += std::to_string(element.index) + element.note;
    add(element.error_ulp);
  }
  return with_places ? text + judgement.pattern : text;
}

TEST(Judge, ChunkingChangesNothing) {
  for (const DType dtype : kDTypes) {
    const Fixture fixture = Anything(dtype, 3000, 11);
    const std::string whole = Print(fixture.Run());
    for (const size_t step : {1, 7, 255, 256, 257, 1000}) {
      OutputJudge judge(fixture.options);
      for (size_t i = 0; i < fixture.size(); i += step) {
        const Fixture part = Slice(fixture, Range(i, std::min(i + step, fixture.size())));
        judge.Add(i, part.actual, part.expected);
      }
      EXPECT_EQ(Print(judge.Finish()), whole) << step;
    }
  }
}

// What a reference may leave out, and say of a whole run, must not change a bit of the judgement.
TEST(Judge, OrdinaryRunsAreJudgedAsAnyOther) {
  for (const DType dtype : kDTypes) {
    Fixture fixture(dtype);
    fixture.With("eco-v1").With("eco-v3").With("ulp").With("bitwise");
    uint64_t seed = 17;
    for (int i = 0; i < 1500; ++i) {
      const double exact = std::ldexp(static_cast<double>(Next(seed) >> 11), -50) - 3;
      const double ulp = tensor::Ulp(fixture.format(), exact);
      fixture.Pair(exact, exact + ulp * (static_cast<double>(Next(seed) % 64) / 16 - 2)).Bound(ulp);
      if (i == 700 || i == 1200) fixture.PairBits(1, fixture.format().quiet_nan);
    }
    const std::string whole = Print(fixture.Run());
    EXPECT_FALSE(OutputJudge(fixture.options).NeedsBenchmark());
    fixture.actual.unwritten.clear();
    fixture.expected.benchmark.clear();
    EXPECT_EQ(Print(fixture.Run()), whole);
    fixture.expected.ordinary = true;
    EXPECT_EQ(Print(fixture.Run()), whole);
    fixture.expected.decided.clear();
    fixture.expected.stated_class.clear();
    EXPECT_EQ(Print(fixture.Run()), whole);
    for (const char* const dual : {"commercial-L0", "cann-bench"}) {
      fixture.options.standards = {{dual, {}, "suite", {}}};
      EXPECT_TRUE(OutputJudge(fixture.options).NeedsBenchmark()) << dual;
    }
  }
}

TEST(Judge, MergeOrderChangesNothing) {
  const Fixture fixture = Anything(DType::kFp32, 3000, 12);
  const std::string whole = Print(fixture.Run());
  uint64_t seed = 3;
  for (int round = 0; round < 5; ++round) {
    std::vector<std::unique_ptr<OutputJudge>> judges;
    for (int i = 0; i < 4; ++i) judges.push_back(std::make_unique<OutputJudge>(fixture.options));
    for (size_t i = 0; i < fixture.size();) {
      const size_t next = std::min(fixture.size(), i + 1 + Next(seed) % 500);
      const Fixture part = Slice(fixture, Range(i, next));
      judges[Next(seed) % 4]->Add(i, part.actual, part.expected);
      i = next;
    }
    while (judges.size() > 1) {
      const size_t from = Next(seed) % judges.size();
      const size_t to = (from + 1 + Next(seed) % (judges.size() - 1)) % judges.size();
      judges[to]->Merge(std::move(*judges[from]));
      judges.erase(judges.begin() + static_cast<std::ptrdiff_t>(from));
    }
    EXPECT_EQ(Print(judges[0]->Finish()), whole);
  }
}

TEST(Judge, PermutationChangesNothingButPlaces) {
  const Fixture fixture = Anything(DType::kBf16, 2000, 13);
  std::vector<size_t> order = Range(0, fixture.size());
  uint64_t seed = 5;
  for (size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[Next(seed) % i]);
  EXPECT_EQ(Print(Slice(fixture, order).Run(), false), Print(fixture.Run(), false));
}

TEST(Judge, NanAnywhereFailsEveryStandard) {
  for (const DType dtype : kDTypes) {
    Fixture clean(dtype);
    RequestAll(clean);
    for (int i = 0; i < 300; ++i) clean.Pair(1 + i % 7, 1 + i % 7).Bound(1e30);
    for (const Verdict& verdict : clean.Run().verdicts) {
      ASSERT_EQ(verdict.state, kPass) << verdict.standard << verdict.reason;
    }
    for (const size_t place : {0, 1, 255, 256, 299}) {
      Fixture broken = clean;
      broken.actual.bits[place] = broken.format().quiet_nan;
      for (const Verdict& verdict : broken.Run().verdicts) {
        // The commercial standard leaves three different classes to a person, but these are two.
        EXPECT_NE(verdict.state, kPass) << verdict.standard << " at " << place;
        EXPECT_NE(verdict.state, VerdictState::kNotApplicable) << verdict.standard;
      }
      EXPECT_EQ(broken.Run().worst[0].index, place);
    }
  }
}

TEST(Judge, UnwrittenElementsFailEveryStandardWhateverTheyHold) {
  for (const DType dtype : kDTypes) {
    Fixture fixture(dtype);
    RequestAll(fixture);
    for (int i = 0; i < 300; ++i) fixture.Pair(1, 1).Bound(1e30);  // right by accident
    Fixture one = fixture;
    one.Unwritten(17);
    for (const Verdict& verdict : one.Run().verdicts) {
      EXPECT_EQ(verdict.state, kFail) << verdict.standard;
      EXPECT_EQ(verdict.reason, "1 of 300 elements were never written, first element 17 [17]");
    }
    for (size_t i = 0; i < fixture.size(); ++i) fixture.Unwritten(i);
    for (const Verdict& verdict : fixture.Run().verdicts) EXPECT_EQ(verdict.state, kFail);
    EXPECT_EQ(fixture.Run().metrics.unwritten, 300u);
    EXPECT_EQ(fixture.Run().worst[0].note, "unwritten");
  }
}

TEST(Judge, UnwrittenNanWhereNanIsExpectedFails) {  // the mean of nothing, never computed
  Fixture fixture;
  RequestAll(fixture);
  fixture.Pair(kNaN, kNaN).Unwritten(0);
  for (const Verdict& verdict : fixture.Run().verdicts) EXPECT_EQ(verdict.state, kFail);
}

TEST(Judge, NoElementsIsNoPass) {
  Fixture fixture;
  RequestAll(fixture);
  for (const Verdict& verdict : fixture.Run().verdicts) {
    EXPECT_EQ(verdict.state, VerdictState::kNotApplicable);
    EXPECT_EQ(verdict.reason, "no elements");
  }
}

TEST(Judge, AllZeroOutputAgainstSmallValuesFailsRoundingBound) {
  for (const DType dtype : kDTypes) {
    Fixture fixture(dtype);
    fixture.With("rounding-bound");
    for (int i = 1; i <= 500; ++i) fixture.Pair(i * 1e-6, 0).Bound(i * 1e-6 * 0x1p-8);
    EXPECT_EQ(fixture.State(), kFail);
    EXPECT_FALSE(fixture.First().vacuous);
  }
}

TEST(Judge, UnknownStandardFailsInsteadOfBeingSkipped) {
  Fixture fixture;
  const Verdict verdict = fixture.With("eco-v9").Pair(1, 1).First();
  EXPECT_EQ(verdict.state, kFail);
  EXPECT_THAT(verdict.reason, HasSubstr("unknown standard 'eco-v9'"));
}

TEST(Judge, LimitWithoutValueStaysUndecided) {
  Fixture fixture;
  fixture.With("eco-v3").Pair(kInf, 1).Stated(tensor::ElementClass::kFinite);
  EXPECT_EQ(fixture.State(), VerdictState::kUndecided);
  EXPECT_FALSE(fixture.First().certified);
}

TEST(Judge, OneOpenElementAmongManyKeepsAVerdictFromPassing) {
  Fixture fixture(DType::kFp16);
  fixture.options.special_values = SpecialValues::kLimit;
  fixture.With("eco-v3");
  for (int i = 0; i < 200; ++i) fixture.Pair(1, 1);
  EXPECT_EQ(fixture.State(), kPass);
  fixture.Pair(65519, 65504).Widen(65519, 65521);  // a number or an infinity: both could be right
  EXPECT_EQ(fixture.State(), VerdictState::kUndecided);
  EXPECT_THAT(fixture.First().reason, HasSubstr("first element 200 [200]"));
  OutputJudge first(fixture.options), second(fixture.options);
  second.Add(0, fixture.actual, fixture.expected);
  first.Merge(std::move(second));
  EXPECT_EQ(Print(first.Finish()), Print(fixture.Run()));
  fixture.Widen(65519, 65519.5);
  EXPECT_EQ(fixture.State(), kPass);
}

TEST(Judge, StatedOverflowIsRightUnderArithmeticAndWrongUnderLimit) {
  Fixture fixture;  // an intermediate overflows although the exact value is a number
  fixture.With("eco-v3").Pair(1, kInf).Bound(kInf).Stated(tensor::ElementClass::kPositiveInfinity);
  EXPECT_EQ(fixture.State(), kPass);
  EXPECT_EQ(fixture.Run().verdicts[1].state, kPass);  // by its class; no number is claimed
  fixture.options.special_values = SpecialValues::kLimit;
  EXPECT_EQ(fixture.State(), kFail);
  fixture.options.special_values = SpecialValues::kEither;
  EXPECT_EQ(fixture.State(), kPass);
}

TEST(Metrics, AreThoseOfTheDefinitions) {
  Fixture fixture;  // errors of 0, 1, -3 and 0.25 ulp at 1 and 2
  fixture.Pair(1, 1).Pair(1, 1 + 0x1p-23).Pair(2, 2 - 3 * 0x1p-22).Pair(1 - 0x1p-25, 1);
  const Metrics metrics = fixture.Run().metrics;
  EXPECT_EQ(metrics.elements, 4u);
  EXPECT_EQ(metrics.max_error_ulp, 3);
  // 1 - 2^-25 lies below 1, where the ulp is 2^-24: half an ulp.
  EXPECT_DOUBLE_EQ(metrics.mean_error_ulp, (0 + 1 + 3 + 0.5) / 4);
  EXPECT_DOUBLE_EQ(metrics.mean_signed_error_ulp, (0 + 1 - 3 + 0.5) / 4);
  EXPECT_EQ(metrics.max_absolute_error, 3 * 0x1p-22);
  EXPECT_DOUBLE_EQ(
      metrics.mean_relative_error,
      (0x1p-23 / (1 + 1e-7) + 0x3p-22 / (2 + 1e-7) + 0x1p-25 / (1 - 0x1p-25 + 1e-7)) / 4);
  EXPECT_DOUBLE_EQ(metrics.root_mean_square_error,
                   std::sqrt((0x1p-46 + 9 * 0x1p-44 + 0x1p-50) / 4));
  EXPECT_EQ(metrics.ulp_histogram, (std::vector<uint64_t>{1, 1, 1, 0, 1}));
  EXPECT_EQ(metrics.correctly_rounded, 2u);  // 1 - 2^-25 is a tie, and goes to 1
  EXPECT_EQ(metrics.bitwise_mismatches, 2u);
  EXPECT_EQ(metrics.small_value_elements, 0u);
  EXPECT_EQ(fixture.Pair(0x1p-15, 0x1p-15).Run().metrics.small_value_elements, 1u);
  EXPECT_EQ(fixture.Pair(0x1p-14, 0x1p-14).Run().metrics.small_value_elements, 1u);
}

TEST(Metrics, SpecialElementsEnterNoMean) {
  Fixture fixture;
  fixture.Pair(1, 1 + 0x1p-23).Pair(kNaN, kNaN).Pair(kInf, kInf).Pair(-kInf, -kInf).Pair(1, kNaN);
  const Metrics metrics = fixture.Run().metrics;
  EXPECT_EQ(metrics.mean_error_ulp, 1);
  EXPECT_EQ(metrics.nan, 2u);
  EXPECT_EQ(metrics.positive_infinity, 1u);
  EXPECT_EQ(metrics.negative_infinity, 1u);
  EXPECT_EQ(metrics.class_mismatches, 1u);
  EXPECT_EQ(metrics.correctly_rounded, 3u);
}

TEST(Metrics, MoreErrorNeverGivesASmallerMeasure) {
  Fixture fixture;
  RequestAll(fixture);
  for (int i = 0; i < 64; ++i) fixture.Pair(1 + i / 64.0, 1 + i / 64.0).Bound(0x1p-22);
  Metrics last = fixture.Run().metrics;
  for (uint32_t step = 1; step < (1u << 20); step *= 4) {
    fixture.actual.bits[33] = fixture.expected.rounded_bits[33] + step;
    const Metrics now = fixture.Run().metrics;
    EXPECT_GT(now.mean_relative_error, last.mean_relative_error);
    EXPECT_GT(now.max_relative_error, last.max_relative_error);
    EXPECT_GT(now.root_mean_square_error, last.root_mean_square_error);
    EXPECT_GT(now.max_error_ulp, last.max_error_ulp);
    EXPECT_GT(now.mean_signed_error_ulp, last.mean_signed_error_ulp);
    last = now;
  }
}

TEST(Worst, OrderIsByClassThenErrorThenIndex) {
  Fixture fixture;
  fixture.options.worst_count = 4;
  fixture.Pairs(
      {{1, 1 + 0x1p-23}, {1, 1 + 0x1p-22}, {1, kNaN}, {1, 1 + 0x1p-22}, {1, 1}, {1, 1.5}});
  fixture.options.shape = {2, 3};
  const auto worst = fixture.Run().worst;
  ASSERT_EQ(worst.size(), 4u);
  EXPECT_EQ(worst[0].index, 2u);
  EXPECT_EQ(worst[1].index, 5u);
  EXPECT_EQ(worst[2].index, 1u);
  EXPECT_EQ(worst[3].index, 3u);
  EXPECT_EQ(worst[3].coordinates, (std::vector<int64_t>{1, 0}));
  EXPECT_EQ(worst[1].actual_bits, 0x3FC00000u);
  EXPECT_EQ(worst[1].expected_bits, 0x3F800000u);
  EXPECT_EQ(worst[1].error_ulp, 0x1p22);
  EXPECT_EQ(worst[1].absolute_error, 0.5);
  fixture.options.worst_count = 0;
  EXPECT_TRUE(fixture.Run().worst.empty());
}

// Where nothing is broken only the errors in ulp order them, whichever way they come.
TEST(Worst, LargestErrorsAreKeptInOrder) {
  Fixture fixture;
  fixture.options.worst_count = 3;
  for (const int steps : {2, 5, 0, 3, 5, 1, 4}) fixture.Pair(1, 1 + steps * 0x1p-23);
  fixture.AllBounds(1);
  Fixture backwards(DType::kFp32);
  backwards.options = fixture.options;
  for (const int steps : {4, 1, 5, 3, 0, 5, 2}) backwards.Pair(1, 1 + steps * 0x1p-23);
  backwards.AllBounds(1);
  const auto places = [](const Fixture& output) {
    std::vector<uint64_t> indices;
    for (const WorstElement& element : output.Run().worst) indices.push_back(element.index);
    return indices;
  };
  EXPECT_EQ(places(fixture), (std::vector<uint64_t>{1, 4, 6}));
  EXPECT_EQ(places(backwards), (std::vector<uint64_t>{2, 5, 0}));
}

// A chip without infinities: its stated order yields a number where the exact value is infinite.
TEST(Judge, SaturatedResultIsComparedWithTheStatedNumber) {
  Fixture fixture(tensor::DType::kFp16);
  fixture.options.soc = *soc::FindSoc("Ascend310P3");
  fixture.With("rounding-bound").With("eco-v3");
  fixture.Pair(1, 1).Bound(1e-6).Pair(kInf, 65504).Stated(tensor::ElementClass::kFinite);
  fixture.expected.stated_value = {kNaN, 65504};
  fixture.expected.stated_bound = {0, 0};
  for (const Verdict& verdict : fixture.Run().verdicts) {
    EXPECT_EQ(verdict.state, VerdictState::kPass) << verdict.standard << verdict.reason;
  }
  for (const double wrong : {65472.0, 0.0, -65504.0, kInf, kNaN}) {
    fixture.actual.bits[1] = tensor::Round(fixture.format(), wrong);
    EXPECT_EQ(fixture.State(), VerdictState::kFail) << wrong;
  }
  // Under `limit` an infinity is what the largest number stands for; without a stated number under
  // `arithmetic` nothing is proven.
  fixture.actual.bits[1] = 0x7BFF;
  fixture.options.special_values = SpecialValues::kLimit;
  EXPECT_EQ(fixture.State(), VerdictState::kPass);
  fixture.actual.bits[1] = 0;
  EXPECT_EQ(fixture.State(), VerdictState::kFail);
  fixture.options.special_values = SpecialValues::kEither;
  EXPECT_EQ(fixture.State(), VerdictState::kFail);
  fixture.expected.stated_value[1] = 0;  // the stated order cancels: either is right now
  EXPECT_EQ(fixture.State(), VerdictState::kPass);
  fixture.actual.bits[1] = 0x7BFF;
  EXPECT_EQ(fixture.State(), VerdictState::kPass);
  fixture.options.special_values = SpecialValues::kArithmetic;
  EXPECT_EQ(fixture.State(), VerdictState::kFail);
}

// One running sum saturates elsewhere than a tree of sums: it has a bound of its own.
TEST(Judge, SaturatedSumsHaveASerialBoundToo) {
  Fixture tree(tensor::DType::kFp32), serial(tensor::DType::kFp32);
  tree.With("rounding-bound");
  serial.With("rounding-bound", {{"serial", 1}});
  for (Fixture* const fixture : {&tree, &serial}) {
    fixture->options.soc = *soc::FindSoc("Ascend310P3");
    fixture->Pair(kInf, 1000.5).Stated(tensor::ElementClass::kFinite);
    fixture->expected.stated_value = {1000};
    fixture->expected.stated_bound = {0.25};
    fixture->expected.stated_serial_bound = {1};
  }
  EXPECT_EQ(tree.State(), VerdictState::kFail);
  EXPECT_EQ(serial.State(), VerdictState::kPass);
  serial.expected.stated_serial_bound = {0.25};
  EXPECT_EQ(serial.State(), VerdictState::kFail);
  serial.expected.stated_serial_bound.clear();
  EXPECT_EQ(serial.State(), VerdictState::kFail);
}

// Finite in fp32, too large for fp16: the last rounding saturates.
TEST(Judge, SaturationOfTheOutputAloneIsRight) {
  Fixture fixture(tensor::DType::kFp16);
  fixture.options.soc = *soc::FindSoc("Ascend310P3");
  fixture.With("rounding-bound").With("eco-v1").With("bitwise");
  fixture.Pair(70000, 65504).Bound(0.01).Stated(tensor::ElementClass::kFinite);
  for (const Verdict& verdict : fixture.Run().verdicts) {
    EXPECT_EQ(verdict.state, VerdictState::kPass) << verdict.standard << verdict.reason;
  }
  fixture.actual.bits[0] = 0x7BFE;
  EXPECT_EQ(fixture.State(), VerdictState::kFail);
}

TEST(Judge, SerialSumsHaveTheirOwnBoundWhereASuiteSaysSo) {
  Fixture tree, serial;
  tree.With("rounding-bound").Pair(1000, 1000.01).Bound(0.001);
  serial.With("rounding-bound", {{"serial", 1}}).Pair(1000, 1000.01).Bound(0.001);
  for (Fixture* fixture : {&tree, &serial}) fixture->expected.serial_bound = {0.1};
  EXPECT_EQ(tree.State(), VerdictState::kFail);
  EXPECT_EQ(serial.State(), VerdictState::kPass);
  EXPECT_EQ(serial.First().limits.at("serial"), 1);
  serial.expected.serial_bound = {0.001};
  EXPECT_EQ(serial.State(), VerdictState::kFail);
  EXPECT_EQ(Validate({"rounding-bound", {{"serial", 0.5}}, "suite", {}}).size(), 1u);
  EXPECT_EQ(Validate({"rounding-bound", {{"serial", 2}}, "suite", {}}).size(), 1u);
}

// Enlarging one error never turns a failure into a pass, nor makes an element unjudged.
TEST(Judge, AFailureStaysOneWhenAnErrorGrows) {
  for (const StandardInfo& info : AllStandards()) {
    const bool ratio_to_benchmark = info.numbers.at("fp32").contains("mare_ratio");
    bool failed = false;
    for (double error = 0x1p-26; error < 1e6; error *= 2) {
      Fixture fixture;
      fixture.With(info.name);
      for (int i = 0; i < 20; ++i) {
        fixture.Pair(0.7 + 0.01 * i, 0.7 + 0.01 * i).Bound(1e-6);
        // An imperfect benchmark, so that ratios to it are finite.
        if (ratio_to_benchmark) fixture.Benchmark(0.7 + 0.01 * i + 1e-6);
      }
      fixture.Pair(0.5, 0.5 + error).Bound(1e-6);
      const bool fails = fixture.State() == VerdictState::kFail;
      EXPECT_TRUE(fails || !failed) << info.name << " " << error;
      failed |= fails;
    }
    EXPECT_TRUE(failed) << info.name;
  }
}

}  // namespace
}  // namespace touchstone::judge

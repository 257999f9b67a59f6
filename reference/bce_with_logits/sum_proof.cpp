#include "reference/bce_with_logits/sum_proof.h"

#include <gtest/gtest.h>

#include <iostream>
#include <string>
#include <vector>

#include "reference/bce_with_logits/arb_oracle.h"
#include "reference/bce_with_logits/span_source.h"
#include "reference/bce_with_logits/test_inputs.h"

namespace touchstone::reference::bce_with_logits {
namespace {

// Owns what TestInputs lends.
struct Elements {
  std::string name;
  std::vector<float> x, y, w, p;

  explicit Elements(std::string name_in) : name(std::move(name_in)) {}
  void Add(const LossElement& e) {
    x.push_back(e.x);
    y.push_back(e.y);
    w.push_back(e.w);
    p.push_back(e.p);
  }
  LossArguments arguments() const { return {x, y, w, p}; }
  std::vector<LossElement> list() const {
    std::vector<LossElement> result;
    for (size_t i = 0; i < x.size(); ++i) result.push_back(arguments()[i]);
    return result;
  }
};

Elements OfKind(InputKind kind, size_t count) {
  Elements elements("kind " + std::to_string(static_cast<int>(kind)));
  for (const LossElement& e : TestInputs(kind, count, 81).elements()) elements.Add(e);
  return elements;
}

// Every element and its opposite, far apart and in another order, but for one.
Elements Opposites(size_t count) {
  Elements elements("opposites");
  const std::vector<LossElement> half = TestInputs(InputKind::kWide, count / 2, 82).elements();
  for (const LossElement& e : half) elements.Add(e);
  for (size_t i = half.size(); i-- > 0;)
    elements.Add({half[i].x, half[i].y, -half[i].w, half[i].p});
  elements.Add({-60, 0, 1e-3f, 1});
  return elements;
}

// One large element among many that no float64 running sum would notice.
Elements OneLarge(size_t count) {
  Elements elements("one large element");
  elements.Add({0x1p100f, 0, 1, 1});
  for (size_t i = 1; i + 1 < count; ++i) {
    elements.Add({-30 - static_cast<float>(i % 50), 0, i % 3 == 0 ? -1.0f : 1.0f, 1});
  }
  elements.Add({-0x1p100f, 1, -1, 1});
  return elements;
}

// sum |l|, as the sum of losses whose weights have the sign that makes them positive.
std::vector<LossElement> Magnitudes(std::vector<LossElement> elements, ArbOracle& oracle) {
  for (LossElement& e : elements) {
    oracle.SetElement(e);
    if (oracle.Compare(0).value_or(0) < 0) e.w = -e.w;
  }
  return elements;
}

void Check(const Elements& elements) {
  const std::vector<LossElement> list = elements.list();
  ArbOracle sum, mean, magnitudes;
  sum.SetSum(list, 1);
  mean.SetSum(list, list.size());
  magnitudes.SetSum(Magnitudes(list, mean), 1);
  mean.SetSum(list, list.size());
  for (const ReductionKind kind : {ReductionKind::kSum, ReductionKind::kMean}) {
    ArbOracle& oracle = kind == ReductionKind::kSum ? sum : mean;
    for (const FloatFormat& format : {kFp32, kFp16, kBf16}) {
      const ReductionResult result =
          ReduceLoss(SpanSource(elements.arguments()), {kind, format, {}, {}});
      const auto text = [&] {
        return elements.name + ", " + std::to_string(list.size()) + " elements, " +
               std::to_string(format.precision_bits) + " bits";
      };
      EXPECT_TRUE(result.value.decided) << text();
      EXPECT_TRUE(oracle.IsEnclosed(result.value.lower, result.value.upper)) << text();
      EXPECT_TRUE(oracle.RoundsTo(result.value.bits, format)) << text();
      EXPECT_TRUE(magnitudes.IsEnclosed(result.absolute_sum_lower, result.absolute_sum_upper))
          << text();
    }
  }
}

}  // namespace

void ExpectSumsProven(size_t largest) {
  for (const size_t count : {size_t{3}, size_t{97}, largest}) {
    for (const InputKind kind : kAllInputKinds) Check(OfKind(kind, count));
    Check(Opposites(count));
    Check(OneLarge(count));
  }
  std::cout << "sums of up to " << largest << " elements\n";
}

}  // namespace touchstone::reference::bce_with_logits

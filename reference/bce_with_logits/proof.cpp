#include "reference/bce_with_logits/proof.h"

#include <gtest/gtest.h>
#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include <algorithm>
#include <iostream>
#include <vector>

#include "reference/bce_with_logits/arb_oracle.h"
#include "reference/bce_with_logits/loss.h"
#include "reference/bce_with_logits/test_inputs.h"

namespace touchstone::reference::bce_with_logits {
namespace {

constexpr uint64_t kBlock = 4096;

void ProveBlock(const ProofSet& set, uint64_t first, ArbOracle& oracle, ProofResult& result) {
  const auto count = static_cast<size_t>(std::min(kBlock, set.count - first));
  std::vector<float> x(count), y(count), w(count), p(count);
  for (size_t i = 0; i < count; ++i) {
    const LossElement e = set.element(first + i);
    x[i] = e.x;
    y[i] = e.y;
    w[i] = e.w;
    p[i] = e.p;
  }
  LossArguments arguments{x, y};
  if (set.weighted) arguments = {x, y, w, p};
  std::vector<double> lower(count), upper(count);
  std::vector<uint32_t> bits(count);
  std::vector<uint8_t> decided(count);
  result.climbed += EvaluateLoss(arguments, set.format, {lower, upper, bits, decided});
  result.checked += count;
  for (size_t i = 0; i < count; ++i) {
    oracle.SetElement(arguments[i]);
    const bool enclosed = oracle.IsEnclosed(lower[i], upper[i]);
    const bool rounded = decided[i] == 0 || oracle.RoundsTo(bits[i], set.format);
    result.not_enclosed += enclosed ? 0 : 1;
    result.wrongly_rounded += rounded ? 0 : 1;
    result.undecided += decided[i] == 0 ? 1 : 0;
    if (result.first.empty() && !(enclosed && rounded && decided[i] != 0)) {
      result.first = Describe(arguments[i]);
    }
  }
}

ProofResult Join(ProofResult a, const ProofResult& b) {
  a.checked += b.checked;
  a.climbed += b.climbed;
  a.undecided += b.undecided;
  a.not_enclosed += b.not_enclosed;
  a.wrongly_rounded += b.wrongly_rounded;
  if (a.first.empty()) a.first = b.first;
  return a;
}

}  // namespace

ProofResult Prove(const ProofSet& set) {
  const uint64_t blocks = (set.count + kBlock - 1) / kBlock;
  return tbb::parallel_reduce(
      tbb::blocked_range<uint64_t>(0, blocks), ProofResult{},
      [&](const tbb::blocked_range<uint64_t>& range, ProofResult result) {
        ArbOracle oracle;
        for (uint64_t block = range.begin(); block != range.end(); ++block) {
          ProveBlock(set, block * kBlock, oracle, result);
        }
        return result;
      },
      Join);
}

void ExpectProven(const ProofSet& set) {
  const ProofResult result = Prove(set);
  std::cout << set.name << ": " << result.checked << " checked, " << result.climbed << " climbed\n";
  EXPECT_EQ(result.checked, set.count);
  EXPECT_GT(result.checked, 0u);
  EXPECT_EQ(result.not_enclosed, 0u) << set.name << ": " << result.first;
  EXPECT_EQ(result.wrongly_rounded, 0u) << set.name << ": " << result.first;
  EXPECT_EQ(result.undecided, 0u) << set.name << ": " << result.first;
}

}  // namespace touchstone::reference::bce_with_logits

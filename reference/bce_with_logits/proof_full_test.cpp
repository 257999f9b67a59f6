// The proofs of the reference, whole: some minutes on 2 cores.
#include <gtest/gtest.h>

#include "reference/bce_with_logits/loss.h"
#include "reference/bce_with_logits/mpfr_oracle.h"
#include "reference/bce_with_logits/proof.h"
#include "reference/bce_with_logits/proof_sets.h"
#include "reference/bce_with_logits/sum_proof.h"
#include "reference/bce_with_logits/test_inputs.h"

namespace touchstone::reference::bce_with_logits {
namespace {

TEST(FullProof, EveryHalfLogit) {
  for (const ProofSet& set : HalfGridSets(1)) ExpectProven(set);
}

TEST(FullProof, StridedLogits) {
  for (const ProofSet& set : StridedSets(1 << 24)) ExpectProven(set);
}

TEST(FullProof, Adversarial) {
  for (const ProofSet& set : AdversarialSets(1'000'000)) ExpectProven(set);
}

TEST(FullProof, Sums) { ExpectSumsProven(size_t{1} << 20); }

// 2^16 elements against the textbook formula at 1000 bits.
TEST(FullProof, MpfrPoints) {
  constexpr size_t kCount = 1 << 16;
  constexpr size_t kEach = kCount / std::size(kAllInputKinds) + 1;
  size_t checked = 0;
  for (const InputKind kind : kAllInputKinds) {
    const TestInputs inputs(kind, kEach, 91);
    std::vector<double> lower(kEach), upper(kEach);
    std::vector<uint32_t> bits(kEach);
    std::vector<uint8_t> decided(kEach);
    for (const FloatFormat& format : {kFp32, kFp16, kBf16}) {
      EvaluateLoss(inputs.arguments(), format, {lower, upper, bits, decided});
      for (size_t i = 0; i < kEach; ++i) {
        const LossElement e = inputs.arguments()[i];
        ASSERT_TRUE(decided[i]) << Describe(e);
        ASSERT_EQ(bits[i], MpfrOracle::Round(e, format)) << Describe(e);
        ASSERT_TRUE(MpfrOracle::IsEnclosed(e, lower[i], upper[i])) << Describe(e);
      }
    }
    checked += kEach;
  }
  EXPECT_GE(checked, kCount);
}

}  // namespace
}  // namespace touchstone::reference::bce_with_logits

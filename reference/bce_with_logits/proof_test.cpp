// The proofs of the reference in a size for every day; proof_full_test.cpp runs them whole. And the
// oracle itself: it must refuse what is wrong.
#include "reference/bce_with_logits/proof.h"

#include <gtest/gtest.h>

#include <cmath>

#include "reference/bce_with_logits/arb_oracle.h"
#include "reference/bce_with_logits/mpfr_oracle.h"
#include "reference/bce_with_logits/proof_sets.h"
#include "reference/bce_with_logits/sum_proof.h"
#include "reference/bce_with_logits/test_inputs.h"

namespace touchstone::reference::bce_with_logits {
namespace {

constexpr FloatFormat kFormats[] = {kFp32, kFp16, kBf16};

TEST(Proof, HalfGrids) {
  for (const ProofSet& set : HalfGridSets(61)) ExpectProven(set);
}

TEST(Proof, StridedLogits) {
  for (const ProofSet& set : StridedSets(1 << 14)) ExpectProven(set);
}

TEST(Proof, Adversarial) {
  for (const ProofSet& set : AdversarialSets(8000)) ExpectProven(set);
}

TEST(Proof, Sums) { ExpectSumsProven(2000); }

TEST(ArbOracle, AgreesWithMpfr) {
  ArbOracle oracle;
  for (const InputKind kind : kAllInputKinds) {
    for (const LossElement& e : TestInputs(kind, 200, 41).elements()) {
      oracle.SetElement(e);
      for (const FloatFormat& format : kFormats) {
        const uint32_t bits = MpfrOracle::Round(e, format);
        EXPECT_TRUE(oracle.RoundsTo(bits, format)) << Describe(e);
        // No other pattern will do.
        for (const uint32_t wrong : {bits + 1, bits - 1, bits ^ format.sign_bit}) {
          EXPECT_FALSE(oracle.RoundsTo(wrong & (2 * format.sign_bit - 1), format)) << Describe(e);
        }
      }
    }
  }
}

TEST(ArbOracle, RefusesEnclosuresThatMissTheValue) {
  ArbOracle oracle;
  oracle.SetElement({0, 0, 1, 1});  // log 2 lies between these two neighbours
  const double below = 0x1.62e42fefa39efp-1;
  const double above = std::nextafter(below, 1.0);
  EXPECT_TRUE(oracle.IsEnclosed(below, above));
  EXPECT_FALSE(oracle.IsEnclosed(above, 1.0));
  EXPECT_FALSE(oracle.IsEnclosed(0.0, below));
  EXPECT_FALSE(oracle.IsEnclosed(NAN, above));
  // Beyond every precision: 1e30 plus a positive tail.
  oracle.SetElement({1e30f, 0, 1, 1});
  EXPECT_EQ(oracle.Compare(1e30f), 1);
  oracle.SetElement({1e30f, 0, -1, 1});
  EXPECT_EQ(oracle.Compare(-1e30f), -1);
  oracle.SetElement({1e30f, 0.5f, 2, -1});
  EXPECT_EQ(oracle.Compare(1e30f), 0);
}

}  // namespace
}  // namespace touchstone::reference::bce_with_logits

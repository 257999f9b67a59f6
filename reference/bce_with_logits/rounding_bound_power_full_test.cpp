// Sums of up to 10^8 losses, as they are: x in [-2, 2], no weights. The elements repeat, so that
// they need no memory; the sums do not know.
#include <gtest/gtest.h>

#include "reference/bce_with_logits/rounding_bound_power.h"

namespace touchstone::reference::bce_with_logits {
namespace {

constexpr uint64_t kPeriod = 1'000'003;  // a prime: no block or tile holds the same elements

class RepeatedSource final : public ElementSource {
 public:
  /// `inputs` must outlive the source.
  RepeatedSource(const PowerInputs& inputs, uint64_t count) : inputs_(inputs), count_(count) {}
  uint64_t size() const override { return count_; }
  bool has_weight() const override { return false; }
  bool has_pos_weight() const override { return false; }
  void Read(uint64_t first, std::span<float> self, std::span<float> target, std::span<float>,
            std::span<float>) const override {
    for (size_t i = 0; i < self.size(); ++i) {
      self[i] = inputs_.x[(first + i) % kPeriod];
      target[i] = inputs_.y[(first + i) % kPeriod];
    }
  }

 private:
  const PowerInputs& inputs_;
  uint64_t count_;
};

TEST(RoundingBoundPower, HundredMillionElements) {
  for (const bool hard : {false, true}) {
    const PowerInputs inputs(kPeriod, hard, 8);
    for (const StatedArithmetic& chip : kChips) {
      const std::vector<float> losses = inputs.Losses(chip);
      for (const uint64_t count : {(uint64_t{1} << 24) + 1, uint64_t{100'000'000}}) {
        const ReductionResult r =
            ReduceLoss(RepeatedSource(inputs, count),
                       {ReductionKind::kSum, kFp32, chip, {false, kCores}, false});
        const uint64_t block = count / kCores, first = count / 2;
        float serial = 0;
        for (uint64_t i = 0; i < count; ++i) serial += losses[i % kPeriod];
        EXPECT_TRUE(Admits(r, r.serial_bound, serial)) << count;
        EXPECT_TRUE(Admits(
            r, r.rounding_bound,
            TwoLevelSum(count, kCores, chip, [&](uint64_t i) { return losses[i % kPeriod]; })))
            << count;
        EXPECT_FALSE(Admits(
            r, r.rounding_bound,
            TwoLevelSum(count, kCores, chip,
                        [&](uint64_t i) { return i - first < block ? 0 : losses[i % kPeriod]; })))
            << "a block, N " << count;
        EXPECT_FALSE(Admits(r, r.rounding_bound, 0)) << count;
        // A running sum of 10^8 stands still long before: the device's own order must not admit it.
        if (count == 100'000'000) {
          EXPECT_FALSE(Admits(r, r.rounding_bound, serial));
        }
      }
    }
  }
}

}  // namespace
}  // namespace touchstone::reference::bce_with_logits

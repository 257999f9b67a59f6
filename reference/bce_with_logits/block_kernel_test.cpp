// Every instruction set gives the same bits, in every loop and for every kind of argument.
#include "reference/bce_with_logits/block_kernel.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

#include "reference/bce_with_logits/block.h"
#include "reference/bce_with_logits/bound_constants.h"
#include "reference/bce_with_logits/test_inputs.h"
#include "reference/float_format.h"
#include "reference/isa.h"
#include "reference/softplus_tail.h"

namespace touchstone::reference::bce_with_logits {
namespace {

using internal::BlockKernel;
using internal::KernelArguments;
using internal::KernelHalfFormat;

constexpr KernelHalfFormat kHalves[] = {
    {0x1p-14, 0x1p42, uint32_t{1023 - 14} << 10, 42, 0x7C00, 15},
    {0x1p-126, 0x1p45, uint32_t{1023 - 126} << 7, 45, 0x7F80, 15}};

// Everything that the loops yield for one run, as bytes.
std::vector<unsigned char> Outputs(const BlockKernel& kernel, Isa isa, const KernelArguments& a,
                                   bool mixed) {
  const size_t n = a.count;
  std::vector<unsigned char> bytes;
  const auto add = [&](const auto* values, size_t count) {
    const auto* const from = reinterpret_cast<const unsigned char*>(values);
    bytes.insert(bytes.end(), from, from + count * sizeof *values);
  };
  std::vector<double> decay(n), tail(n), lower(n), upper(n), bounds(n);
  std::vector<uint32_t> bits(n), open_elements(n);
  const auto set_tail = reference::internal::SoftplusTailFor(isa);
  set_tail(a.x, decay.data(), tail.data(), n);
  add(tail.data(), n);
  const internal::KernelPatterns patterns = kernel.patterns(a);
  add(&patterns.x, 1);
  add(&patterns.y, 1);
  add(&patterns.w, 1);
  add(&patterns.p, 1);
  add(&patterns.has_signs, 1);
  std::vector<float> same_precision(n);
  kernel.same_precision(a, decay.data(), tail.data(), same_precision.data());
  add(same_precision.data(), n);
  kernel.enclose(a, mixed, tail.data(), lower.data(), upper.data());
  add(lower.data(), n);
  add(upper.data(), n);
  for (const bool checks_width : {false, true}) {
    uint32_t open = kernel.round_fp32(lower.data(), upper.data(), n, checks_width, bits.data(),
                                      open_elements.data());
    bytes.push_back(open != 0);
    add(bits.data(), n);
    for (const KernelHalfFormat& format : kHalves) {
      open = kernel.round_half(lower.data(), upper.data(), n, checks_width, format, bits.data(),
                               open_elements.data());
      add(open_elements.data(), n);
      bytes.push_back(open != 0);
      add(bits.data(), n);
    }
  }
  kernel.bounds(a, mixed, tail.data(), 0x1p-145, bounds.data());
  add(bounds.data(), n);
  kernel.wide_bounds(a, tail.data(), 0x1p-145, bounds.data());
  add(bounds.data(), n);
  return bytes;
}

TEST(BlockKernel, EveryInstructionSetGivesTheSameBits) {
  int compared = 0;
  for (const Isa isa : {Isa::kAvx2, Isa::kAvx512}) {
    const BlockKernel* const kernel = internal::BlockKernelFor(isa);
    if (kernel == nullptr) continue;
    ++compared;
    for (const InputKind kind : kAllInputKinds) {
      const TestInputs inputs(kind, 3001, 17);
      const LossArguments a = inputs.arguments();
      for (const bool has_w : {false, true}) {
        for (const bool has_p : {false, true}) {
          const KernelArguments arguments = {a.self.data(), a.target.data(),
                                             has_w ? a.weight.data() : nullptr,
                                             has_p ? a.pos_weight.data() : nullptr, a.size()};
          for (const bool mixed : {false, true}) {
            EXPECT_EQ(Outputs(internal::kBlockKernelPortable, Isa::kPortable, arguments, mixed),
                      Outputs(*kernel, isa, arguments, mixed))
                << static_cast<int>(kind) << has_w << has_p << mixed;
          }
        }
      }
    }
  }
  if (compared == 0) GTEST_SKIP() << "this machine runs the portable kernel only";
}

// The loop for labels from 0 to 1 and positive weights gives what the loop for any signs gives.
TEST(BlockKernel, BothKindsOfLoopsAgreeWhereNothingCancels) {
  const BlockKernel& kernel = internal::ChosenBlockKernel();
  for (const InputKind kind : {InputKind::kUsual, InputKind::kHardLabels}) {
    const TestInputs inputs(kind, 512, 23);
    const LossArguments a = inputs.arguments();
    std::vector<float> w(a.weight.begin(), a.weight.end());
    for (size_t i = 0; i < w.size(); i += 3) w[i] = -w[i];
    w[0] = w[5] = 0;
    const LossBlock block({a.self, a.target, w, a.pos_weight});
    ASSERT_FALSE(block.mixed_signs);
    double lower[2][512], upper[2][512], bounds[2][512];
    for (const bool mixed : {false, true}) {
      kernel.enclose(block.ForKernel(), mixed, block.tail, lower[mixed], upper[mixed]);
      kernel.bounds(block.ForKernel(), mixed, block.tail, 0x1p-145, bounds[mixed]);
    }
    EXPECT_EQ(std::memcmp(bounds[0], bounds[1], sizeof bounds[0]), 0);
    EXPECT_EQ(std::memcmp(lower[0], lower[1], sizeof lower[0]), 0);
    EXPECT_EQ(std::memcmp(upper[0], upper[1], sizeof upper[0]), 0);
  }
}

// Rounding by integers and by an added constant: checked against the scalar function that proves
// itself by enumeration.
TEST(BlockKernel, RoundsAsTheScalarFunctionDoes) {
  const BlockKernel& kernel = internal::ChosenBlockKernel();
  std::vector<double> values;
  for (uint64_t i = 0; i < 40000; ++i) {
    const uint64_t random = Random(5, i);
    values.push_back(
        std::bit_cast<double>((random & 0x800FFFFFFFFFFFFF) | ((0x200 + random % 0x400) << 52)));
    for (const FloatFormat& format : {kFp32, kFp16, kBf16}) {
      // Numbers of the format, midpoints, and their neighbours in double.
      const double number =
          ValueOfBits(format, static_cast<uint32_t>(random) % (2 * format.infinity - 1));
      const double next =
          ValueOfBits(format, static_cast<uint32_t>(random) % (2 * format.infinity - 1) + 1);
      if (!std::isfinite(number) || !std::isfinite(next)) continue;
      for (const double value : {number, 0.5 * number + 0.5 * next}) {
        values.push_back(value);
        values.push_back(std::nextafter(value, 1e300));
        values.push_back(std::nextafter(value, -1e300));
      }
    }
  }
  std::vector<uint32_t> bits(values.size());
  const size_t n = values.size();
  kernel.round_fp32(values.data(), values.data(), n, false, bits.data(), nullptr);
  for (size_t i = 0; i < n; ++i) ASSERT_EQ(bits[i], RoundToBits(kFp32, values[i])) << values[i];
  for (const int half : {0, 1}) {
    kernel.round_half(values.data(), values.data(), n, false, kHalves[half], bits.data(), nullptr);
    const FloatFormat& format = half == 0 ? kFp16 : kBf16;
    for (size_t i = 0; i < n; ++i) ASSERT_EQ(bits[i], RoundToBits(format, values[i])) << values[i];
  }
}

// Ends that round to different numbers are reported, wherever they are; also ends of two signs.
TEST(BlockKernel, ReportsOpenRoundings) {
  const BlockKernel& kernel = internal::ChosenBlockKernel();
  for (size_t open = 0; open <= 40; ++open) {
    for (const auto& [below, above] : {std::pair(-1e-200, 1e-200), std::pair(1.0, 1.01),
                                       std::pair(-70000.0, -60000.0), std::pair(1e-8, 9e-8)}) {
      std::vector<double> lower(40, 1.5), upper(40, 1.5);
      if (open < 40) {
        lower[open] = below;
        upper[open] = above;
      }
      std::vector<uint32_t> bits(40), elements(40);
      const auto check = [&](auto round) {
        EXPECT_EQ(round(nullptr) != 0, open < 40);
        EXPECT_EQ(round(elements.data()) != 0, open < 40);
        for (size_t i = 0; i < 40; ++i) EXPECT_EQ(elements[i] != 0, i == open);
      };
      check([&](uint32_t* out) {
        return kernel.round_fp32(lower.data(), upper.data(), 40, false, bits.data(), out);
      });
      for (const KernelHalfFormat& format : kHalves) {
        check([&](uint32_t* out) {
          return kernel.round_half(lower.data(), upper.data(), 40, false, format, bits.data(), out);
        });
      }
    }
  }
}

// Ends that round alike but lie far apart, as cancellation leaves them.
TEST(BlockKernel, ReportsWideEnclosuresWhereAsked) {
  const BlockKernel& kernel = internal::ChosenBlockKernel();
  const double ulp[] = {0x1p-23, 0x1p-10, 0x1p-7};
  for (size_t format = 0; format < 3; ++format) {
    for (const double width : {0.4, 2 * kSharpnessUlp, 0.4 * kSharpnessUlp}) {
      const double lower = 1.5 + 0.01 * ulp[format], upper = lower + width * ulp[format];
      for (const bool checks_width : {false, true}) {
        uint32_t bits;
        const uint32_t open =
            format == 0 ? kernel.round_fp32(&lower, &upper, 1, checks_width, &bits, nullptr)
                        : kernel.round_half(&lower, &upper, 1, checks_width, kHalves[format - 1],
                                            &bits, nullptr);
        EXPECT_EQ(open != 0, checks_width && width > kSharpnessUlp) << format << " " << width;
      }
    }
  }
}

}  // namespace
}  // namespace touchstone::reference::bce_with_logits

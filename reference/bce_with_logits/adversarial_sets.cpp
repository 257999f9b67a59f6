#include <cmath>
#include <limits>

#include "reference/bce_with_logits/proof_sets.h"
#include "reference/bce_with_logits/test_inputs.h"

namespace touchstone::reference::bce_with_logits {
namespace {

double Uniform(uint64_t seed, uint64_t index, double low, double high) {
  return low + (high - low) * (static_cast<double>(Random(seed, index) >> 11) * 0x1p-53);
}

long double Softplus(long double t) {
  return std::log1p(std::exp(-std::fabs(t))) + (t > 0 ? t : 0.0L);
}

// `value`, up to two fp32 numbers away.
float Near(long double value, uint64_t random) {
  auto result = static_cast<float>(value);
  for (uint64_t i = random % 5; i > 2; --i) result = std::nextafter(result, HUGE_VALF);
  for (uint64_t i = random % 5; i < 2; ++i) result = std::nextafter(result, -HUGE_VALF);
  return std::isfinite(result) ? result : std::numeric_limits<float>::max();
}

double Midpoint(const FloatFormat& format, uint32_t bits) {
  const double next = bits + 1 == format.infinity ? std::ldexp(1.0, format.max_exponent + 1)
                                                  : ValueOfBits(format, bits + 1);
  return (ValueOfBits(format, bits) + next) / 2;
}

// A loss of about `target`: p makes up, as well as fp32 can, what w leaves. The larger x is, the
// smaller is p's share and the finer its adjustment: down to 2^-53 of the loss at x = 20.
LossElement Aim(double target, uint64_t seed, uint64_t i) {
  const auto x = static_cast<float>(Uniform(seed, 4 * i, 0.5, 24));
  const auto y = static_cast<float>(Uniform(seed, 4 * i + 1, 0.05, 0.95));
  const long double falling = static_cast<long double>(y) * Softplus(-x);
  const long double rising = (1.0L - y) * Softplus(x);
  const float w = Near(target / (falling + rising), Random(seed, 4 * i + 2));
  const long double p = (target / static_cast<long double>(w) - rising) / falling;
  return {x, y, w, Near(p, Random(seed, 4 * i + 3))};
}

LossElement Midpoints(const FloatFormat& format, uint64_t i) {
  return Aim(Midpoint(format, static_cast<uint32_t>(Random(61, i) % format.infinity)), 62, i);
}

// A is a midpoint, the rest of the loss far too small for any precision; either sign, and none.
LossElement MidpointsWithTails(const FloatFormat& format, uint64_t i) {
  const uint32_t first = RoundToBits(format, 18.0);
  const double midpoint =
      Midpoint(format, first + static_cast<uint32_t>(Random(63, i) % (format.infinity - first)));
  const auto x = static_cast<float>(midpoint);  // of a half format: exact in fp32
  switch (Random(64, i) % 8) {
    case 0:
      return {x, 0, 1, 1};
    case 1:
      return {x, 0, -1, 1};
    case 2:
      return {-x, 1, 1, 1};
    case 3:
      return {-x, 1, -1, 1};
    case 4:
      return {x, 0.5f, 2, -3};
    case 5:
      return {x, 0.5f, -2, -3};
    case 6:
      return {x, 0.5f, 2, -1};
    default:
      return {x, 0.5f, 2, 5};
  }
}

LossElement Overflows(const FloatFormat& format, uint64_t i) {
  const uint64_t random = Random(65, i);
  const double sign = random % 2 == 0 ? 1 : -1;
  const auto below = static_cast<uint32_t>(random / 2 % 4);
  return Aim(sign * Midpoint(format, format.infinity - 1 - below), 66, i);
}

LossElement Underflows(const FloatFormat& format, uint64_t i) {
  const uint64_t random = Random(67, i);
  const double smallest = ValueOfBits(format, 1);
  const double target = smallest / 2 * static_cast<double>(random / 2 % 64);
  if (random % 2 == 0) {
    return Aim((random / 128 % 2 == 0 ? 1 : -1) * target, 68, i);
  }
  // e^-x itself, down to far below the smallest number
  const auto x =
      static_cast<float>(Uniform(69, i, -std::log(smallest) - 12, 4 - std::log(smallest)));
  return {x, 1, random / 128 % 2 == 0 ? 1.0f : -1.0f, 1};
}

LossElement HugeLogits(uint64_t i) {
  const auto x = static_cast<float>(std::exp2(Uniform(70, 4 * i, 9, 128)));
  constexpr float kLabels[] = {0, 1, 0.5f, 0.25f, 1 - 0x1p-24f, 1e-38f, -1, 2};
  constexpr float kWeights[] = {1, -1, 2, 0x1p-149f, 0x1p-126f, 0x1p127f, 0.5f, 3};
  const uint64_t random = Random(71, i);
  return {random % 2 == 0 ? x : -x, kLabels[random / 2 % 8], kWeights[random / 16 % 8],
          kWeights[random / 128 % 8] * (random / 1024 % 2 == 0 ? 1.0f : -1.0f)};
}

LossElement Cancelling(uint64_t i) {
  const auto x = static_cast<float>(Uniform(72, 4 * i, -16, 16));
  const auto y = static_cast<float>(Uniform(72, 4 * i + 1, 0.05, 0.95));
  const long double p = -((1.0L - y) * Softplus(x)) / (y * Softplus(-x));
  const uint64_t random = Random(73, i);
  const auto w = static_cast<float>(Uniform(72, 4 * i + 2, -2, 2));
  return {x, y, w, Near(p, random)};
}

}  // namespace

std::vector<ProofSet> AdversarialSets(uint64_t count) {
  struct Named {
    const char* name;
    FloatFormat format;
  };
  std::vector<ProofSet> sets;
  for (const Named& named : {Named{"fp32", kFp32}, Named{"fp16", kFp16}, Named{"bf16", kBf16}}) {
    const FloatFormat format = named.format;
    const auto add = [&](const char* what, std::function<LossElement(uint64_t)> element) {
      sets.push_back({std::string(named.name) + " " + what, format, true, count, element});
    };
    const auto by_format = [&](LossElement (*element)(const FloatFormat&, uint64_t)) {
      return [format, element](uint64_t i) { return element(format, i); };
    };
    add("beside midpoints", by_format(Midpoints));
    if (format != kFp32) add("midpoints with vanishing tails", by_format(MidpointsWithTails));
    add("overflow", by_format(Overflows));
    add("underflow", by_format(Underflows));
    add("huge logits", HugeLogits);
    add("cancellation", Cancelling);
  }
  return sets;
}

}  // namespace touchstone::reference::bce_with_logits

#include "framework/judge/quick_look.h"

#include <bit>
#include <cmath>

#include "framework/judge/element_math.h"
#include "framework/judge/hot_loop.h"

namespace touchstone::judge {
namespace {

// Each side of a comparison is off by a few roundings at most; this relative margin on every term is
// 16 times their error, so what is called proven is.
constexpr double kUp = 1 + 0x1p-47;
constexpr double kDown = 1 - 0x1p-47;
constexpr uint64_t kExponentBits = uint64_t{0x7FF} << 52;

__attribute__((always_inline)) inline int64_t Proven(bool within, bool beyond) {
  return (within ? QuickLook::kWithin : 0) | (beyond ? QuickLook::kBeyond : 0);
}

TOUCHSTONE_HOT_LOOP void LookLinear(LinearTolerance tolerance, const double* __restrict errors,
                                    const double* __restrict radii,
                                    const double* __restrict exacts, size_t count,
                                    int64_t* __restrict proven) {
  for (size_t i = 0; i < count; ++i) {
    // The tolerance changes by at most relative * radius within the enclosure.
    const double reach = radii[i] * (1 + tolerance.relative) * kUp;
    const double limit = tolerance.absolute + tolerance.relative * std::fabs(exacts[i]);
    const bool within = errors[i] * kUp + reach < limit * kDown;
    const bool beyond = errors[i] * kDown - reach > limit * kUp;
    proven[i] = Proven(within, beyond);
  }
}

// Within the limit even with half of the exact value's ulp, which is the least that any value has
// whose distance from it is below a quarter of it; or in its own binade with its own ulp. Beyond the
// limit where no value of the enclosure has a larger ulp.
TOUCHSTONE_HOT_LOOP void LookUlp(double max_ulp, const ErrorArrays& errors,
                                 const double* __restrict exacts, size_t count,
                                 int64_t* __restrict proven) {
  for (size_t i = 0; i < count; ++i) {
    const double ulp = errors.ulp[i], radius = errors.radius[i], error = errors.error[i];
    const double limit = max_ulp * ulp;
    const double worst = (error + radius) * kUp;
    const double magnitude = std::fabs(exacts[i]);
    const double binade = std::bit_cast<double>(std::bit_cast<uint64_t>(magnitude) & kExponentBits);
    const bool is_exact = radius == 0;
    const bool within = ((worst < 0.5 * limit) & (radius < 0.25 * ulp)) |
                        ((worst < limit) & (is_exact | (magnitude - binade > radius)));
    const bool no_larger_ulp = is_exact | ((magnitude + radius) * kUp < 2 * binade);
    const bool beyond = (error * kDown - radius * kUp > limit * kUp) & no_larger_ulp;
    proven[i] = Proven(within, beyond);
  }
}

TOUCHSTONE_HOT_LOOP void LookRounded(LinearTolerance tolerance, const double* __restrict actuals,
                                     const double* __restrict goldens,
                                     const uint32_t* __restrict golden_bits,
                                     uint32_t magnitude_mask, uint32_t infinity, size_t count,
                                     int64_t* __restrict proven) {
  for (size_t i = 0; i < count; ++i) {
    const double error = std::fabs(actuals[i] - goldens[i]);
    const double limit = tolerance.absolute + tolerance.relative * std::fabs(goldens[i]);
    const int64_t found = Proven(error * kUp < limit * kDown, error * kDown > limit * kUp);
    const int64_t finite = (golden_bits[i] & magnitude_mask) < infinity ? -1 : 0;
    proven[i] = found & finite;
  }
}

// RN(exact + B) reaches actual as soon as exact + B passes the middle between actual and its
// neighbour, half an ulp away, or a quarter below a power of two; it does not while the neighbour
// itself, an ulp away at most, is not reached.
TOUCHSTONE_HOT_LOOP void LookBound(const double* __restrict bounds, double largest, UlpScale scale,
                                   const double* __restrict errors, const double* __restrict lowers,
                                   const double* __restrict uppers,
                                   const double* __restrict actuals, size_t count,
                                   int64_t* __restrict proven) {
  for (size_t i = 0; i < count; ++i) {
    const double error = errors[i], width = uppers[i] - lowers[i];
    const double ulp = scale.Ulp(actuals[i]), bound = bounds[i];
    const bool within = ((error + width) * kUp < bound + 0.25 * ulp) & (bound < HUGE_VAL);
    const bool beyond = (error * kDown - width * kUp > (bound + ulp) * kUp) &
                        (std::fabs(actuals[i]) < largest);
    proven[i] = Proven(within, beyond);
  }
}

TOUCHSTONE_HOT_LOOP size_t CountWithin(const int64_t* proven, size_t count) {
  int64_t within = 0;
  for (size_t i = 0; i < count; ++i) within += proven[i] & QuickLook::kWithin;
  return static_cast<size_t>(within);
}

}  // namespace

void QuickLook::Count(size_t count) { within = CountWithin(proven.data(), count); }

void LookAt(const LinearTolerance& tolerance, const Block& block, QuickLook& look) {
  const ErrorArrays& errors = block.errors();
  LookLinear(tolerance, errors.error.data(), errors.radius.data(), block.pass.exact, block.count,
             look.proven.data());
  look.Count(block.count);
}

void LookAt(const UlpTolerance& tolerance, const Block& block, QuickLook& look) {
  LookUlp(tolerance.max_ulp, block.errors(), block.pass.exact, block.count, look.proven.data());
  look.Count(block.count);
}

void LookAtRounded(const LinearTolerance& tolerance, const Block& block,
                   const tensor::FloatFormat& format, QuickLook& look) {
  std::array<double, kBlockSize> golden;
  DecodeFinite(format, block.rounded_bits, block.count, golden.data());
  LookRounded(tolerance, block.errors().actual.data(), golden.data(), block.rounded_bits,
              ~format.sign_bit, format.infinity, block.count, look.proven.data());
  for (size_t i = 0; !block.all_decided && i < block.count; ++i) {
    if (block.decided[i] == 0) look.proven[i] = QuickLook::kOpen;
  }
  look.Count(block.count);
}

void LookAtBound(const double* bound, double largest, const Block& block,
                 const tensor::FloatFormat& format, QuickLook& look) {
  const ErrorArrays& errors = block.errors();
  LookBound(bound, largest, UlpScale(format), errors.error.data(), block.lower, block.upper,
            errors.actual.data(), block.count, look.proven.data());
  look.Count(block.count);
}

}  // namespace touchstone::judge

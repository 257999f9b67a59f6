// The one text of the kernels of block_kernel.h. Each block_kernel_<isa>.cpp compiles it with its
// own instruction set. Everything is static; nothing is included that has inline functions.
//
// Selections instead of branches, one condition each, and no mixture of widths beyond float and
// double: so that compilers find vector instructions. Fixed order, explicit fused operations: every
// instruction set gives the same bits.
#pragma once

// 16: types narrower than float alone differ from 0.
#if defined(__FAST_MATH__) || (__FLT_EVAL_METHOD__ != 0 && __FLT_EVAL_METHOD__ != 16)
#error "the error bounds need every operation rounded once, to its own type"
#endif

#include "reference/bce_with_logits/block_kernel.h"
#include "reference/bce_with_logits/bound_constants.h"

namespace {

namespace bce = touchstone::reference::bce_with_logits;
using bce::kLargestSafe;
using bce::kLinearTerm;
using bce::kLn2Up;
using bce::kQuickUnit;
using bce::kSumNearTwo;
using bce::kTailTerm;
using bce::kTargetTerm;
using bce::kUnknownTail;
using bce::kWideUnit;
using bce::internal::KernelArguments;
using bce::internal::KernelHalfFormat;
using bce::internal::KernelPatterns;

inline double Fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
inline float Fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
inline uint32_t BitsOf(float value) {
  uint32_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  return bits;
}
inline uint64_t BitsOf(double value) {
  uint64_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  return bits;
}

// By the sign bit, which selects without a comparison.
inline bool IsNegative(double value) { return static_cast<int64_t>(BitsOf(value)) < 0; }

// The largest magnitude's pattern; `all_bits` collects every bit that is set somewhere.
uint32_t LargestPattern(const float* __restrict values, size_t count, uint32_t& all_bits) {
  uint32_t largest = 0, seen = 0;
  if (values == nullptr) return largest;
#pragma GCC unroll 4
  for (size_t i = 0; i < count; ++i) {
    const uint32_t bits = BitsOf(values[i]);
    const uint32_t magnitude = bits & 0x7FFFFFFF;
    largest = magnitude > largest ? magnitude : largest;
    seen |= bits;
  }
  all_bits |= seen;
  return largest;
}

KernelPatterns Patterns(const KernelArguments& a) {
  uint32_t x_bits = 0, w_bits = 0, signs = 0;
  KernelPatterns patterns = {};
  patterns.x = LargestPattern(a.x, a.count, x_bits);
  patterns.y = LargestPattern(a.y, a.count, signs);
  patterns.w = LargestPattern(a.w, a.count, w_bits);
  patterns.p = LargestPattern(a.p, a.count, signs);
  patterns.has_signs = signs >> 31 != 0;
  patterns.has_negative_w = w_bits >> 31 != 0;
  return patterns;
}

template <bool kMixed, bool kWeight, bool kPosWeight>
void EncloseAs(const KernelArguments& arguments, const double* __restrict tails,
               double* __restrict lowers, double* __restrict uppers) {
  const float* __restrict const xs = arguments.x;
  const float* __restrict const ys = arguments.y;
  const float* __restrict const ws = arguments.w;
  const float* __restrict const ps = arguments.p;
  for (size_t i = 0; i < arguments.count; ++i) {
    const double x = xs[i];
    const double y = ys[i];
    const double tail = tails[i];
    const double a = __builtin_fabs(x);
    const double q = 1.0 - y;
    const double py = kPosWeight ? static_cast<double>(ps[i]) * y : y;
    const double p = kPosWeight ? py + q : 1.0;  // y + (1 - y) is 1
    const double linear = (IsNegative(x) ? py : q) * a;
    const double v = Fma(p, tail, linear);
    // Where q >= 0 and py >= 0 all of these are their own magnitudes.
    const double abs_p = kMixed ? __builtin_fabs(p) : p;
    const double abs_q = kMixed ? __builtin_fabs(q) : q;
    const double abs_linear = kMixed ? __builtin_fabs(linear) : linear;
    const double tail_factor = kPosWeight ? Fma(kTailTerm, abs_p, kTargetTerm * abs_q) : kTailTerm;
    const double radius = Fma(kLinearTerm, abs_linear, tail_factor * (tail + kUnknownTail));

    // V has the sign of py and q where they have one sign.
    double lower = v - radius;
    double upper = v + radius;
    const double floor = lower < 0 ? 0.0 : lower;
    if constexpr (kMixed) {
      const double least = py < q ? py : q;
      const double most = py < q ? q : py;
      const double ceiling = upper > 0 ? -0.0 : upper;
      lower = least >= 0 ? floor : lower;
      upper = most <= 0 ? ceiling : upper;
    } else {
      lower = floor;
    }
    if constexpr (kWeight) {
      const double w = ws[i];
      const double least = IsNegative(w) ? upper : lower;
      const double most = IsNegative(w) ? lower : upper;
      lower = Fma(w, least, 0.0);  // an exact zero is +0, whatever the weight's sign
      upper = w * most;
    }
    lowers[i] = lower;
    uppers[i] = upper;
  }
}

void Enclose(const KernelArguments& a, bool mixed, const double* tail, double* lower,
             double* upper) {
  using Function = void (*)(const KernelArguments&, const double*, double*, double*);
  constexpr Function kFunctions[2][2][2] = {
      {{EncloseAs<false, false, false>, EncloseAs<false, false, true>},
       {EncloseAs<false, true, false>, EncloseAs<false, true, true>}},
      {{EncloseAs<true, false, false>, EncloseAs<true, false, true>},
       {EncloseAs<true, true, false>, EncloseAs<true, true, true>}}};
  kFunctions[mixed][a.w != nullptr][a.p != nullptr](a, tail, lower, upper);
}

template <bool kChecksWidth, bool kPerElement>
uint32_t RoundFp32As(const double* __restrict lowers, const double* __restrict uppers, size_t count,
                     uint32_t* __restrict bits, uint32_t* __restrict open) {
  // The last place is at least 2^-24 of the number; the factor covers the rounding of the width.
  constexpr float kSharpness = static_cast<float>(bce::kSharpnessUlp) * 0x1p-24f * (1 - 0x1p-20f);
  uint32_t any = 0;
  for (size_t i = 0; i < count; ++i) {
    const auto lower = static_cast<float>(lowers[i]);
    const auto upper = static_cast<float>(uppers[i]);
    bits[i] = BitsOf(lower);
    uint32_t differs = BitsOf(lower) ^ BitsOf(upper);
    if constexpr (kChecksWidth) {
      const auto width = static_cast<float>(uppers[i] - lowers[i]);
      differs |= width > kSharpness * __builtin_fabsf(lower) ? 1u : 0u;
    }
    any |= differs;
    if constexpr (kPerElement) open[i] = differs;
  }
  return any;
}

uint32_t RoundFp32(const double* lower, const double* upper, size_t count, bool checks_width,
                   uint32_t* bits, uint32_t* open) {
  using Function = uint32_t (*)(const double*, const double*, size_t, uint32_t*, uint32_t*);
  constexpr Function kFunctions[2][2] = {{RoundFp32As<false, false>, RoundFp32As<false, true>},
                                         {RoundFp32As<true, false>, RoundFp32As<true, true>}};
  return kFunctions[checks_width][open != nullptr](lower, upper, count, bits, open);
}

// Adding C = 2^(52 - (precision - 1)) times the power of two at or below |v| (not below the
// smallest normal number) rounds to the format's last place, to nearest even, and leaves the number
// of those places in the low bits. The power is that of the end nearer to zero: the finer one.
template <bool kChecksWidth, bool kPerElement>
uint32_t RoundHalfAs(const double* __restrict lowers, const double* __restrict uppers, size_t count,
                     const KernelHalfFormat& format, uint32_t* __restrict bits,
                     uint32_t* __restrict open) {
  const auto [min_normal, spread, binades_0, shift, infinity, sign_shift] = format;
  constexpr uint64_t kExponent = 0x7FF0000000000000;
  uint64_t any = 0;
  for (size_t i = 0; i < count; ++i) {
    const double lower = lowers[i];
    const double upper = uppers[i];
    const double abs_lower = __builtin_fabs(lower);
    const double abs_upper = __builtin_fabs(upper);
    const double nearer = abs_lower < abs_upper ? abs_lower : abs_upper;
    const uint64_t power_bits = BitsOf(nearer) & kExponent;
    double power;
    __builtin_memcpy(&power, &power_bits, sizeof power);
    power = power > min_normal ? power : min_normal;
    const double c = power * spread;
    const uint64_t rounded = BitsOf(abs_lower + c);
    uint64_t differs = rounded ^ BitsOf(abs_upper + c);
    differs |= (BitsOf(lower) ^ BitsOf(upper)) >> 63;
    if constexpr (kChecksWidth) {
      // The last place is 2^-52 C.
      differs |= upper - lower > bce::kSharpnessUlp * 0x1p-52 * c ? 1u : 0u;
    }
    any |= differs;
    if constexpr (kPerElement) open[i] = static_cast<uint32_t>(differs | differs >> 32);
    const auto pattern =
        static_cast<uint32_t>(rounded - BitsOf(c) + (BitsOf(power) >> shift)) - binades_0;
    const auto sign = static_cast<uint32_t>(BitsOf(lower) >> 63);
    bits[i] = (pattern < infinity ? pattern : infinity) | sign << sign_shift;
  }
  return any != 0 ? 1 : 0;
}

uint32_t RoundHalf(const double* lower, const double* upper, size_t count, bool checks_width,
                   const KernelHalfFormat& format, uint32_t* bits, uint32_t* open) {
  using Function = uint32_t (*)(const double*, const double*, size_t, const KernelHalfFormat&,
                                uint32_t*, uint32_t*);
  constexpr Function kFunctions[2][2] = {{RoundHalfAs<false, false>, RoundHalfAs<false, true>},
                                         {RoundHalfAs<true, false>, RoundHalfAs<true, true>}};
  return kFunctions[checks_width][open != nullptr](lower, upper, count, format, bits, open);
}

// rounding_bound.md, "Evaluation in fp32".
template <bool kMixed, bool kWeight, bool kPosWeight>
void BoundsAs(const KernelArguments& arguments, const double* __restrict tails, double underflow,
              double* __restrict bounds) {
  const float* __restrict const xs = arguments.x;
  const float* __restrict const ys = arguments.y;
  const float* __restrict const ws = arguments.w;
  const float* __restrict const ps = arguments.p;
  for (size_t i = 0; i < arguments.count; ++i) {
    const float x = xs[i];
    const float y = ys[i];
    const auto tail = static_cast<float>(tails[i]);
    const float abs_x = __builtin_fabsf(x);
    const float abs_y = kMixed ? __builtin_fabsf(y) : y;
    const float softplus = (x < 0 ? abs_x : 0.0f) + tail;

    // exp, the sum, log: d / (1 + d) = 1 - e^-tau, at most the first three terms of its series.
    const float share = tail * Fma(tail, Fma(tail, 1.0f / 6, -0.5f), 1.0f);
    const float rounded_sum = abs_x < kSumNearTwo ? 1.5f : 1.0f;
    const float log_error = 2 * tail < 1 ? 2 * tail : 1.0f;
    float term = (share + log_error) + (rounded_sum + (x < 0 ? softplus : 0.0f));
    float magnitude = softplus;
    float factor = 1;
    if constexpr (kPosWeight) {
      const float slope = (ps[i] - 1) * y;
      factor = Fma(ps[i] - 1, y, 1.0f);
      const float abs_slope = __builtin_fabsf(slope);
      // Its own error times that of S, and its evaluation's: they count where (p-1) y is near -1.
      const float abs_factor = Fma(0x1p-22f, abs_slope, kMixed ? __builtin_fabsf(factor) : factor);
      magnitude = abs_factor * softplus;
      term = Fma(abs_factor, term, 2 * (abs_slope + abs_factor) * softplus);
    }
    // 1 - y is exact for y = 0 and between 1/2 and 2 (Sterbenz); its product with x for 0 and 1.
    const float q = 1 - y;
    const float rest = kMixed ? __builtin_fabsf(q) : q;
    const float linear = rest * abs_x;
    const float below_half = kMixed && y < 0 ? rest : 0.5f;
    const float above_half = kMixed && y > 2 ? rest : 0.0f;
    const float inexact = y < 0.5f ? below_half : above_half;
    const float inexact_linear = Fma(inexact, abs_x, linear);
    const float linear_error = y == 0 ? 0.0f : inexact_linear;  // y = 1: both are 0
    // The last addition rounds the loss itself, not its parts.
    const float loss =
        Fma(0x1p-21f, linear + magnitude, __builtin_fabsf(Fma(q, x, factor * softplus)));
    const float errors = (term + linear_error) + (kWeight ? 2 * loss : loss);

    const float places = (1 + abs_x) * (1 + abs_y) *
                         (kPosWeight ? 2 + (kMixed ? __builtin_fabsf(ps[i]) : ps[i]) : 3.0f);
    const double w = kWeight ? static_cast<double>(__builtin_fabsf(ws[i])) : 1.0;
    const double underflows = underflow * static_cast<double>(places);
    bounds[i] = Fma(w, Fma(kQuickUnit, static_cast<double>(errors), underflows), underflows);
  }
}

void Bounds(const KernelArguments& a, bool mixed, const double* tail, double underflow,
            double* bounds) {
  using Function = void (*)(const KernelArguments&, const double*, double, double*);
  constexpr Function kFunctions[2][2][2] = {
      {{BoundsAs<false, false, false>, BoundsAs<false, false, true>},
       {BoundsAs<false, true, false>, BoundsAs<false, true, true>}},
      {{BoundsAs<true, false, false>, BoundsAs<true, false, true>},
       {BoundsAs<true, true, false>, BoundsAs<true, true, true>}}};
  kFunctions[mixed][a.w != nullptr][a.p != nullptr](a, tail, underflow, bounds);
}

// E of one element with any finite arguments, as rounding_bound.md derives it: errors in units of
// u.
template <bool kWeight, bool kPosWeight>
inline double WideBound(double x, double y, double w, double p, double tail, double underflow) {
  const double abs_x = __builtin_fabs(x);
  const double abs_y = __builtin_fabs(y);
  const double abs_w = __builtin_fabs(w);
  const double negative_part = x < 0 ? abs_x : 0.0;
  const double softplus = negative_part + tail;

  // exp, the sum, log.
  const double share = tail * Fma(tail, Fma(tail, 1.0 / 6, -0.5), 1.0);
  const double rounded_sum = abs_x < static_cast<double>(kSumNearTwo) ? 1.5 : 1.0;
  const double sum_error = share + rounded_sum;
  const double log_error = 2 * tail < 1 ? 2 * tail : 1.0;
  double term = sum_error + log_error + (x < 0 ? softplus : 0.0);
  double magnitude = softplus;
  double factor = 1;
  if constexpr (kPosWeight) {
    const double slope = __builtin_fabs(p - 1) * abs_y;
    factor = __builtin_fabs((p - 1) * y + 1);
    const double factor_error = 2 * slope + factor;
    magnitude = factor * softplus;
    // Its own error times that of S, which counts where (p-1) y is near -1.
    term = (factor + 0x1p-22 * slope) * term + factor_error * softplus + magnitude;
  }
  // 1 - y is exact for y = 0 and between 1/2 and 2 (Sterbenz); its product with x for 0 and 1.
  const double rest = __builtin_fabs(1 - y);
  const double linear = rest * abs_x;
  // One condition per selection, so that compilers find vector instructions for them.
  const double above_zero = y < 0.5 ? 0.5 : rest;
  const double rest_error = y < 0 ? rest : above_zero;
  const double inexact = __builtin_fabs(y - 1.25) <= 0.75 ? 0.0 : rest_error;
  const double linear_error = y == 0 ? 0.0 : inexact * abs_x + linear;  // y = 1: both are 0
  // The last addition rounds the loss itself, not its parts.
  const double signed_factor = kPosWeight ? (p - 1) * y + 1 : 1.0;
  const double loss =
      __builtin_fabs((1 - y) * x + signed_factor * softplus) + 0x1p-40 * (linear + magnitude);
  const double errors = term + linear_error + (kWeight ? 2 : 1) * loss;

  // The largest intermediates: (p-1) y + 1, the sum of (1-y) x and the softplus term, the result.
  const double largest_factor = 1 + __builtin_fabs(p - 1) * abs_y;
  const double sum = (1 + abs_y) * abs_x + largest_factor * (negative_part + kLn2Up);
  const double product = abs_w * sum;
  double largest = largest_factor > sum ? largest_factor : sum;
  largest = product > largest ? product : largest;

  const double small =
      underflow * ((1 + abs_w) * (1 + abs_x)) * ((1 + abs_y) * (2 + __builtin_fabs(p)));
  const double bound = kWideUnit * abs_w * errors + small;
  return largest > kLargestSafe ? __builtin_inf() : bound;
}

template <bool kWeight, bool kPosWeight>
void WideBoundsAs(const KernelArguments& a, const double* __restrict tails, double underflow,
                  double* __restrict bounds) {
  const float* __restrict const xs = a.x;
  const float* __restrict const ys = a.y;
  const float* __restrict const ws = a.w;
  const float* __restrict const ps = a.p;
  for (size_t i = 0; i < a.count; ++i) {
    bounds[i] = WideBound<kWeight, kPosWeight>(xs[i], ys[i], kWeight ? ws[i] : 1.0f,
                                               kPosWeight ? ps[i] : 1.0f, tails[i], underflow);
  }
}

void WideBounds(const KernelArguments& a, const double* tail, double underflow, double* bounds) {
  using Function = void (*)(const KernelArguments&, const double*, double, double*);
  constexpr Function kFunctions[2][2] = {{WideBoundsAs<false, false>, WideBoundsAs<false, true>},
                                         {WideBoundsAs<true, false>, WideBoundsAs<true, true>}};
  kFunctions[a.w != nullptr][a.p != nullptr](a, tail, underflow, bounds);
}

template <bool kWeight, bool kPosWeight>
void SamePrecisionAs(const KernelArguments& a, const double* __restrict decays,
                     const double* __restrict tails, float* __restrict losses) {
  const float* __restrict const xs = a.x;
  const float* __restrict const ys = a.y;
  const float* __restrict const ws = a.w;
  const float* __restrict const ps = a.p;
  for (size_t i = 0; i < a.count; ++i) {
    const float x = xs[i];
    const float y = ys[i];
    // log1p of the fp32 rounding of decay, from tail = log1p(decay).
    const auto e = static_cast<float>(decays[i]);
    const double shift = (static_cast<double>(e) - decays[i]) / (1.0 + decays[i]);
    const auto log1p = static_cast<float>(tails[i] + shift);
    const float softplus = log1p + (x < 0 ? -x : 0.0f);
    const float factor = kPosWeight ? (ps[i] - 1.0f) * y + 1.0f : 1.0f;
    const float loss = (1.0f - y) * x + factor * softplus;
    losses[i] = kWeight ? loss * ws[i] : loss;
  }
}

void SamePrecision(const KernelArguments& a, const double* decay, const double* tail, float* loss) {
  using Function = void (*)(const KernelArguments&, const double*, const double*, float*);
  constexpr Function kFunctions[2][2] = {
      {SamePrecisionAs<false, false>, SamePrecisionAs<false, true>},
      {SamePrecisionAs<true, false>, SamePrecisionAs<true, true>}};
  kFunctions[a.w != nullptr][a.p != nullptr](a, decay, tail, loss);
}

constexpr bce::internal::BlockKernel kKernel = {Patterns, Enclose,    RoundFp32,    RoundHalf,
                                                Bounds,   WideBounds, SamePrecision};

}  // namespace

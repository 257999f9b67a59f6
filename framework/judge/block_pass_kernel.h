// The one text of the pass behind block_pass.h. Each block_pass_<isa>.cpp compiles it with its own
// instruction set; everything is static, and nothing with inline functions is included but the
// compiler's own intrinsics, so that no function built for a newer machine can be linked into code
// that runs on an older one.
//
// Every element is treated alike and all sums are of integers, so the width of vectors changes
// nothing in the results.
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "framework/judge/block_pass.h"

namespace {

#if defined(__AVX512F__)
constexpr size_t kBytes = 64;
#elif defined(__AVX2__)
constexpr size_t kBytes = 32;
#else
constexpr size_t kBytes = 16;
#endif
typedef double Doubles __attribute__((vector_size(kBytes)));
typedef int64_t Longs __attribute__((vector_size(kBytes)));
typedef uint64_t Words __attribute__((vector_size(kBytes)));
typedef float Floats __attribute__((vector_size(kBytes)));
typedef int32_t Ints __attribute__((vector_size(kBytes)));
typedef uint32_t Bits __attribute__((vector_size(kBytes)));
typedef int16_t Shorts __attribute__((vector_size(kBytes)));
constexpr size_t kLanes = kBytes / sizeof(double);
constexpr size_t kStep = 4 * kLanes;  // elements that one round takes: one vector of exponents

#define TOUCHSTONE_INLINE __attribute__((always_inline)) inline

template <typename Vector>
TOUCHSTONE_INLINE Vector Load(const void* from) {
  Vector vector;
  memcpy(&vector, from, sizeof vector);
  return vector;
}
TOUCHSTONE_INLINE Doubles Splat(double value) { return value - Doubles{}; }
TOUCHSTONE_INLINE Longs SplatLong(int64_t value) { return value - Longs{}; }
TOUCHSTONE_INLINE Ints SplatInt(int32_t value) { return value - Ints{}; }
TOUCHSTONE_INLINE Doubles Larger(Doubles a, Doubles b) { return a > b ? a : b; }
TOUCHSTONE_INLINE Ints LargerInt(Ints a, Ints b) { return a > b ? a : b; }
TOUCHSTONE_INLINE Ints SmallerInt(Ints a, Ints b) { return a < b ? a : b; }
TOUCHSTONE_INLINE Doubles Magnitude(Doubles a) { return (Doubles)((Longs)a & INT64_MAX); }

// The upper halves of all doubles of two vectors, in an order of their own.
TOUCHSTONE_INLINE Ints HighHalves(Doubles a, Doubles b) {
#if defined(__AVX512F__)
  return (Ints)_mm512_shuffle_ps((__m512)a, (__m512)b, 0xDD);
#elif defined(__AVX2__)
  return (Ints)_mm256_shuffle_ps((__m256)a, (__m256)b, 0xDD);
#elif defined(__SSE2__)
  return (Ints)_mm_shuffle_ps((__m128)a, (__m128)b, 0xDD);
#else
  Ints halves;
  for (size_t i = 0; i < kLanes; ++i) {
    halves[i] = (int32_t)((Longs)a[i] >> 32);
    halves[kLanes + i] = (int32_t)((Longs)b[i] >> 32);
  }
  return halves;
#endif
}

// Two vectors of numbers that fit into 16 bits, in an order of their own.
TOUCHSTONE_INLINE Shorts Pack(Ints a, Ints b) {
#if defined(__AVX512BW__)
  return (Shorts)_mm512_packs_epi32((__m512i)a, (__m512i)b);
#elif defined(__AVX2__)
  return (Shorts)_mm256_packs_epi32((__m256i)a, (__m256i)b);
#elif defined(__SSE2__)
  return (Shorts)_mm_packs_epi32((__m128i)a, (__m128i)b);
#else
  Shorts packed;
  for (size_t i = 0; i < 2 * kLanes; ++i) {
    packed[i] = (int16_t)a[i];
    packed[2 * kLanes + i] = (int16_t)b[i];
  }
  return packed;
#endif
}

TOUCHSTONE_INLINE void Widen(Floats values, Doubles& low, Doubles& high) {
#if defined(__AVX512F__)
  low = (Doubles)_mm512_cvtps_pd(_mm512_castps512_ps256((__m512)values));
  high = (Doubles)_mm512_cvtps_pd(_mm512_extractf32x8_ps((__m512)values, 1));
#elif defined(__AVX2__)
  low = (Doubles)_mm256_cvtps_pd(_mm256_castps256_ps128((__m256)values));
  high = (Doubles)_mm256_cvtps_pd(_mm256_extractf128_ps((__m256)values, 1));
#elif defined(__SSE2__)
  low = (Doubles)_mm_cvtps_pd((__m128)values);
  high = (Doubles)_mm_cvtps_pd(_mm_movehl_ps((__m128)values, (__m128)values));
#else
  for (size_t i = 0; i < kLanes; ++i) {
    low[i] = values[i];
    high[i] = values[kLanes + i];
  }
#endif
}

enum class Format { kFp32, kFp16, kBf16 };

// Finite values; the inline twins of framework/tensor/float_format.h.
template <Format format>
TOUCHSTONE_INLINE Floats Decode(Bits bits) {
  if constexpr (format == Format::kFp32) return (Floats)bits;
  if constexpr (format == Format::kBf16) return (Floats)(bits << 16);
  // Fraction and exponent moved into place of an fp32 are too small by 2^(127 - 15), for subnormals
  // as well.
  const Floats magnitude = (Floats)((bits & 0x7FFFu) << 13) * 0x1p112f;
  return (Floats)((Bits)magnitude | (bits & 0x8000u) << 16);
}

// Adding it rounds to a multiple of `unit`, found in the low bits.
TOUCHSTONE_INLINE double Rounder(double unit) { return 0x1.8p52 * unit; }

TOUCHSTONE_INLINE int64_t BitsOf(double value) {
  int64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

TOUCHSTONE_INLINE double PowerOfTwo(int exponent) {
  const int64_t bits = (int64_t)(exponent + 1023) << 52;
  double power;
  memcpy(&power, &bits, sizeof power);
  return power;
}

// Vectors are folded to 16 bytes before single lanes are looked at: compilers take
// many instructions for each lane of a wide one.
constexpr size_t kQuarterBytes = 16;
constexpr size_t kQuarters = kBytes / kQuarterBytes;
typedef double DoublePair __attribute__((vector_size(kQuarterBytes)));
typedef uint64_t WordPair __attribute__((vector_size(kQuarterBytes)));
typedef int32_t IntQuad __attribute__((vector_size(kQuarterBytes)));
typedef int16_t ShortOctet __attribute__((vector_size(kQuarterBytes)));

TOUCHSTONE_INLINE double LargestOf(Doubles values) {
  DoublePair parts[kQuarters], largest = {};
  memcpy(parts, &values, sizeof values);
  for (size_t i = 0; i < kQuarters; ++i) largest = parts[i] > largest ? parts[i] : largest;
  return largest[0] > largest[1] ? largest[0] : largest[1];
}
TOUCHSTONE_INLINE int32_t LargestIn(Ints values) {
  IntQuad parts[kQuarters];
  memcpy(parts, &values, sizeof values);
  IntQuad folded = parts[0];
  for (size_t i = 1; i < kQuarters; ++i) folded = parts[i] > folded ? parts[i] : folded;
  int32_t largest = folded[0];
  for (size_t i = 1; i < 4; ++i) largest = folded[i] > largest ? folded[i] : largest;
  return largest;
}
TOUCHSTONE_INLINE int32_t SmallestIn(Ints values) { return ~LargestIn(~values); }
TOUCHSTONE_INLINE uint64_t SumOf(Longs values) {
  WordPair parts[kQuarters], sum = {};
  memcpy(parts, &values, sizeof values);
  for (size_t i = 0; i < kQuarters; ++i) sum += parts[i];
  return sum[0] + sum[1];
}
TOUCHSTONE_INLINE uint32_t SumOfInts(Ints values) {
  IntQuad parts[kQuarters], sum = {};
  memcpy(parts, &values, sizeof values);
  for (size_t i = 0; i < kQuarters; ++i) sum += parts[i];
  return (uint32_t)(sum[0] + sum[1] + sum[2] + sum[3]);
}
// Of counts whose sums over all lanes fit into 16 bits.
TOUCHSTONE_INLINE uint32_t SumOfShorts(Shorts values) {
  ShortOctet parts[kQuarters], sum = {};
  memcpy(parts, &values, sizeof values);
  for (size_t i = 0; i < kQuarters; ++i) sum += parts[i];
  uint32_t total = 0;
  for (size_t i = 0; i < 8; ++i) total += (uint16_t)sum[i];
  return total;
}
// What `places` additions of values rounded by `rounder` have left, in its units.
TOUCHSTONE_INLINE int64_t UnitsOf(Longs sum, double rounder, size_t places) {
  return (int64_t)(SumOf(sum) - places * (uint64_t)BitsOf(rounder));
}

// A block is gone over three times, so that each loop's sums and constants fit into the registers.

// The first: actual values, enclosures and bounds.
struct FirstSums {
  Longs cancelled = {};
  Ints same = {}, largest_bits = {}, largest_width = {}, largest_bound = {};
  Ints smallest_bits = SplatInt(INT32_MAX), smallest_width = SplatInt(INT32_MAX);
  Ints smallest_bound = SplatInt(INT32_MAX);
  Ints widest = SplatInt(INT32_MIN), closest = SplatInt(INT32_MAX);
};

struct Compared {  // by their upper halves only
  Doubles worst, width, bound, denominator;
};

TOUCHSTONE_INLINE Compared AddVector(Doubles actual, const double* lowers, const double* uppers,
                                     const double* bounds, double* exacts, double* differences,
                                     FirstSums& sums) {
  const Doubles lower = Load<Doubles>(lowers), bound = Load<Doubles>(bounds);
  const Doubles width = Load<Doubles>(uppers) - lower;
  const Doubles exact = lower + 0.5 * width;
  const Doubles difference = actual - exact;
  memcpy(exacts, &exact, sizeof exact);
  memcpy(differences, &difference, sizeof difference);
  const Doubles magnitude = Magnitude(exact);
  sums.cancelled -= (Longs)(bound > magnitude * touchstone::judge::kCancellationShare);
  return {Magnitude(difference) + width, width, bound, magnitude + 1e-7};
}

template <Format format>
TOUCHSTONE_INLINE void AddPair(const uint32_t* bits, const double* lower, const double* upper,
                               const uint32_t* rounded, const double* bound, double* exact,
                               double* difference, FirstSums& sums) {
  const Bits actual_bits = Load<Bits>(bits);
  constexpr uint32_t kMagnitude = format == Format::kFp32 ? 0x7FFFFFFFu : 0x7FFFu;
  sums.same -= (Ints)(actual_bits == Load<Bits>(rounded));
  const Ints magnitude = (Ints)(actual_bits & kMagnitude);
  sums.largest_bits = LargerInt(sums.largest_bits, magnitude);
  sums.smallest_bits = SmallerInt(sums.smallest_bits, magnitude);
  Doubles low, high;
  Widen(Decode<format>(actual_bits), low, high);
  const Compared a = AddVector(low, lower, upper, bound, exact, difference, sums);
  const Compared b = AddVector(high, lower + kLanes, upper + kLanes, bound + kLanes,
                               exact + kLanes, difference + kLanes, sums);
  // Upper halves order non-negative doubles up to the 20th bit of their fraction, and differ by 2^20
  // for each factor of two.
  const Ints widths = HighHalves(a.width, b.width);
  sums.largest_width = LargerInt(sums.largest_width, widths);
  sums.smallest_width = SmallerInt(sums.smallest_width, widths);
  sums.widest = LargerInt(sums.widest, widths - HighHalves(a.denominator, b.denominator));
  const Ints bounds = HighHalves(a.bound, b.bound);
  sums.largest_bound = LargerInt(sums.largest_bound, bounds);
  sums.smallest_bound = SmallerInt(sums.smallest_bound, bounds);
  sums.closest = SmallerInt(sums.closest, bounds - HighHalves(a.worst, b.worst));
}

template <Format format>
TOUCHSTONE_INLINE void FirstLoop(const touchstone::judge::BlockPassInput& in,
                                 touchstone::judge::BlockPassResult& out) {
  constexpr size_t kPair = 2 * kLanes;
  FirstSums sums;
  const size_t whole = in.count / kPair * kPair;
  for (size_t i = 0; i < whole; i += kPair) {
    AddPair<format>(in.bits + i, in.lower + i, in.upper + i, in.rounded_bits + i, in.bound + i,
                    out.exact + i, out.difference + i, sums);
  }
  // Ones without an error, and then zeros, fill up the rest; they are subtracted again.
  constexpr uint32_t kOne = format == Format::kFp32   ? 0x3F800000
                            : format == Format::kFp16 ? 0x3C00
                                                      : 0x3F80;
  size_t padding = 0;
  for (size_t at = whole; at < out.places; at += kPair) {
    uint32_t bits[kPair], rounded[kPair];
    double lower[kPair], upper[kPair], bound[kPair];
    for (size_t i = 0; i < kPair; ++i) {
      bits[i] = rounded[i] = kOne;
      lower[i] = upper[i] = bound[i] = 1;
    }
    const size_t rest = at < in.count ? in.count - at : 0;
    if (rest > 0) {
      memcpy(bits, in.bits + at, rest * sizeof *bits);
      memcpy(rounded, in.rounded_bits + at, rest * sizeof *rounded);
      memcpy(lower, in.lower + at, rest * sizeof *lower);
      memcpy(upper, in.upper + at, rest * sizeof *upper);
      memcpy(bound, in.bound + at, rest * sizeof *bound);
    }
    padding += kPair - rest;
    AddPair<format>(bits, lower, upper, rounded, bound, out.exact + at, out.difference + at, sums);
  }
  for (size_t i = in.count; i < out.places; ++i) out.exact[i] = 0;

  out.cancelled = SumOf(sums.cancelled) - padding;
  const uint64_t same = SumOfInts(sums.same);
  constexpr int32_t kInfinity = format == Format::kFp32   ? 0x7F800000
                                : format == Format::kFp16 ? 0x7C00
                                                          : 0x7F80;
  out.same_bits = same - padding;
  out.any_zero = SmallestIn(sums.smallest_bits) == 0;
  const int32_t largest_width = LargestIn(sums.largest_width);
  // The width of an enclosure that is none is negative or NaN, of an infinite one infinite or NaN.
  out.special = LargestIn(sums.largest_bits) >= kInfinity ||
                SmallestIn(sums.smallest_width) < 0 || largest_width >= 0x7FF00000;
  out.inexact = largest_width > 0;
  const int64_t width_bits = (int64_t)(largest_width + 1) << 32;
  memcpy(&out.max_width, &width_bits, sizeof out.max_width);
  out.bounds_finite =
      SmallestIn(sums.smallest_bound) >= 0 && LargestIn(sums.largest_bound) < 0x7FF00000;
  // kNarrowRadius is 2^-40; a factor of two less makes up for what upper halves leave out.
  out.may_be_wide = LargestIn(sums.widest) > -41 * (1 << 20);
  // A difference of 2 is a factor of at least 1 + 2^-21, far more than the roundings take.
  out.within_bound = out.bounds_finite && SmallestIn(sums.closest) >= 2;
}

// The second: errors in ulp of the exact value. Its binade, not below the smallest normal one's,
// gives the scale.
TOUCHSTONE_INLINE void SecondLoop(const touchstone::judge::BlockPassInput& in,
                                  touchstone::judge::BlockPassResult& out) {
  const Doubles smallest_binade = Splat(PowerOfTwo(in.min_exponent));
  // 1 / ulp(2^e) = 2^(precision - 1 - e).
  const Longs inverse = SplatLong((int64_t)(2046 + in.precision_bits - 1) << 52);
  const double rounder = Rounder(touchstone::judge::kUlpUnit);
  Doubles largest = {};
  Longs magnitudes = {}, signed_errors = {};
  const auto below = [&](size_t at) __attribute__((always_inline)) {
    const Doubles exact = Load<Doubles>(out.exact + at);
    const Doubles binade =
        Larger((Doubles)((Longs)exact & (int64_t)0x7FF0000000000000), smallest_binade);
    const Doubles error =
        Load<Doubles>(out.difference + at) * (Doubles)(inverse - (Longs)binade);
    const Doubles magnitude = Magnitude(error);
    largest = Larger(magnitude, largest);
    signed_errors += (Longs)(error + rounder);
    magnitudes += (Longs)(magnitude + rounder);
    return (Doubles)((Longs)magnitude - 1);  // the largest number below it
  };
  const auto pair = [&](size_t at) __attribute__((always_inline)) {
    return HighHalves(below(at), below(at + kLanes)) >> 20;
  };
  for (size_t i = 0; i < out.places; i += kStep) {
    const Ints first = pair(i), second = pair(i + 2 * kLanes);
    const Shorts packed = Pack(first, second);
    memcpy(out.exponents + i, &packed, sizeof packed);
  }
  out.max_error_ulp = LargestOf(largest);
  out.errors_ulp = UnitsOf(magnitudes, rounder, out.places);
  out.signed_errors_ulp = UnitsOf(signed_errors, rounder, out.places);
}

// The third: absolute and relative errors.
TOUCHSTONE_INLINE void ThirdLoop(const touchstone::judge::BlockPassInput& in,
                                 touchstone::judge::BlockPassResult& out) {
  const double relative_rounder = Rounder(touchstone::judge::kRelativeUnit);
  const double fine_relative_rounder = Rounder(touchstone::judge::kFineRelativeUnit);
  const double coarse_rounder = Rounder(PowerOfTwo(in.square_exponent));
  const double fine_rounder = Rounder(PowerOfTwo(in.square_exponent - 50));
  const double small_threshold = in.small_value_threshold;
  Doubles max_magnitude = {}, max_error = {}, max_relative = {};
  Longs relatives = {}, fine_relatives = {}, coarses = {}, fines = {}, small = {};
  for (size_t i = 0; i < out.places; i += kLanes) {
    const Doubles error = Magnitude(Load<Doubles>(out.difference + i));
    const Doubles magnitude = Magnitude(Load<Doubles>(out.exact + i));
    max_magnitude = Larger(magnitude, max_magnitude);
    max_error = Larger(error, max_error);
    small -= (Longs)(magnitude < small_threshold);
    const Doubles relative = error / (magnitude + 1e-7);
    max_relative = Larger(relative, max_relative);
    const Doubles coarse_relative = relative + relative_rounder;
    relatives += (Longs)coarse_relative;
    fine_relatives +=
        (Longs)(relative - (coarse_relative - relative_rounder) + fine_relative_rounder);
    const Doubles square = error * error;
    const Doubles coarse = square + coarse_rounder;
    coarses += (Longs)coarse;
    fines += (Longs)(square - (coarse - coarse_rounder) + fine_rounder);
  }
  out.square_exponent = in.square_exponent;
  out.max_magnitude = LargestOf(max_magnitude);
  out.max_error = LargestOf(max_error);
  out.max_relative_error = LargestOf(max_relative);
  out.relative_errors = UnitsOf(relatives, relative_rounder, out.places);
  out.relative_errors_fine = UnitsOf(fine_relatives, fine_relative_rounder, out.places);
  out.squares_coarse = UnitsOf(coarses, coarse_rounder, out.places);
  out.squares_fine = UnitsOf(fines, fine_rounder, out.places);
  const size_t padding = small_threshold > 0 ? out.places - in.count : 0;
  out.small_values = SumOf(small) - padding;
}

// How many exponents lie above `limit`; a block has far fewer elements than 16 bits count.
TOUCHSTONE_INLINE uint32_t CountAbove(const touchstone::judge::BlockPassResult& out, int16_t limit) {
  Shorts counts = {};
  for (size_t i = 0; i < out.places; i += kStep) {
    counts -= (Shorts)(Load<Shorts>(out.exponents + i) > limit);
  }
  return SumOfShorts(counts);
}

TOUCHSTONE_INLINE void CountBins(const touchstone::judge::BlockPassInput& in,
                                 touchstone::judge::BlockPassResult& out) {
  uint32_t above = CountAbove(out, -1);
  out.histogram[0] = (uint32_t)in.count - above;
  for (size_t bin = 1; bin < touchstone::judge::kPassBins; ++bin) {
    const uint32_t next = above == 0 ? 0 : CountAbove(out, (int16_t)(1020 + bin));
    out.histogram[bin] = above - next;
    above = next;
  }
  out.beyond_histogram = above;
}

template <Format format>
void PassOf(const touchstone::judge::BlockPassInput& in,
            touchstone::judge::BlockPassResult& out) {
  out.places = (in.count + kStep - 1) / kStep * kStep;
  FirstLoop<format>(in, out);
  SecondLoop(in, out);
  CountBins(in, out);
  ThirdLoop(in, out);
}

TOUCHSTONE_INLINE void Pass(const touchstone::judge::BlockPassInput& input,
                            touchstone::judge::BlockPassResult& result) {
  if (input.precision_bits == 24) return PassOf<Format::kFp32>(input, result);
  if (input.precision_bits == 11) return PassOf<Format::kFp16>(input, result);
  return PassOf<Format::kBf16>(input, result);
}

}  // namespace

// The one text of the kernel behind softplus_tail.h. Each softplus_tail_<isa>.cpp compiles it with
// its own instruction set; everything is static and nothing else is included, so that no inline
// function built for a newer machine can be linked into code that runs on an older one.
//
// Only fused multiply-adds, additions, multiplications, divisions and bit operations in a fixed
// order: every instruction set gives the same bits.
//
// Coefficients: Chebyshev interpolation in 400-bit arithmetic, rounded to double.
//   e^r = 1 + r + r^2 P(r) for |r| <= (ln 2)/2, relative error of the truncated series 2^-55.8
//   log(1 + E) = 2 s + s z Q(z), s = E/(2 + E), z = s^2 <= 1/9, relative error 2^-58.7
#pragma once

// 16: types narrower than float alone differ from 0.
#if defined(__FAST_MATH__) || (__FLT_EVAL_METHOD__ != 0 && __FLT_EVAL_METHOD__ != 16)
#error "the error bounds need every operation rounded once, to its own type"
#endif

#include <stddef.h>
#include <stdint.h>

namespace {

constexpr double kExpSeries[10] = {
    0x1.0000000000001p-1,  0x1.5555555555556p-3,  0x1.5555555553d68p-5,  0x1.11111111109b5p-7,
    0x1.6c16c17889f3cp-10, 0x1.a01a01a7c2f2cp-13, 0x1.a019b914881bap-16, 0x1.71de0db2eb873p-19,
    0x1.28917c9f3a495p-22, 0x1.af389eea54156p-26};
constexpr double kLogSeries[11] = {0x1.5555555555555p-1, 0x1.9999999999944p-2, 0x1.2492492499d46p-2,
                                   0x1.c71c71bedea50p-3, 0x1.745d19937c37fp-3, 0x1.3b13515f481d9p-3,
                                   0x1.111abdcc0bc30p-3, 0x1.e0a2d526b5aa6p-4, 0x1.bc37f2f621e22p-4,
                                   0x1.32e0c573ae320p-4, 0x1.401d4aa549388p-3};
// ln 2 in two parts; the high one has 32 bits, so k * kLn2High is exact for |k| < 2^21.
constexpr double kLn2High = 0x1.62e42fee00000p-1;
constexpr double kLn2Low = 0x1.a39ef35793c76p-33;
constexpr double kInverseLn2 = 0x1.71547652b82fep+0;
constexpr double kRoundToInteger = 0x1.8p52;  // adding it rounds to an integer in the low bits
constexpr uint32_t kLargestBits =
    0x43960000;  // 300 as fp32; e^-300 is far below any format's range

inline double Fma(double a, double b, double c) { return __builtin_fma(a, b, c); }

// The polynomials are summed in two halves, even and odd powers: the shortest code whose chain of
// dependent operations does not hold up the loop.
inline double DecayOf(float x) {
  uint32_t bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  bits &= 0x7FFFFFFF;
  bits = bits < kLargestBits ? bits : kLargestBits;
  bits |= 0x80000000;
  float negated;
  __builtin_memcpy(&negated, &bits, sizeof negated);
  const double minus_a = negated;

  // e^-a = 2^k e^r
  const double shifted = Fma(minus_a, kInverseLn2, kRoundToInteger);
  const double k = shifted - kRoundToInteger;
  const double r = Fma(-k, kLn2Low, Fma(-k, kLn2High, minus_a));
  const double r2 = r * r;
  double even = Fma(kExpSeries[8], r2, kExpSeries[6]);
  double odd = Fma(kExpSeries[9], r2, kExpSeries[7]);
  even = Fma(even, r2, kExpSeries[4]);
  odd = Fma(odd, r2, kExpSeries[5]);
  even = Fma(even, r2, kExpSeries[2]);
  odd = Fma(odd, r2, kExpSeries[3]);
  even = Fma(even, r2, kExpSeries[0]);
  odd = Fma(odd, r2, kExpSeries[1]);
  const double exp_r = 1.0 + Fma(Fma(odd, r, even), r2, r);
  uint64_t exp_bits;
  uint64_t k_bits;
  __builtin_memcpy(&exp_bits, &exp_r, sizeof exp_bits);
  __builtin_memcpy(&k_bits, &shifted, sizeof k_bits);
  exp_bits += k_bits << 52;  // the low bits of `shifted` hold k in two's complement
  double e;
  __builtin_memcpy(&e, &exp_bits, sizeof e);
  return e;
}

inline double TailOf(double e) {
  const double s = e / (2.0 + e);
  const double z = s * s;
  const double z2 = z * z;
  double even = Fma(kLogSeries[10], z2, kLogSeries[8]);
  double odd = Fma(kLogSeries[9], z2, kLogSeries[7]);
  even = Fma(even, z2, kLogSeries[6]);
  odd = Fma(odd, z2, kLogSeries[5]);
  even = Fma(even, z2, kLogSeries[4]);
  odd = Fma(odd, z2, kLogSeries[3]);
  even = Fma(even, z2, kLogSeries[2]);
  odd = Fma(odd, z2, kLogSeries[1]);
  even = Fma(even, z2, kLogSeries[0]);
  return Fma(s, z * Fma(odd, z, even), s + s);
}

// Two loops: one would have so long a chain per element that too few elements are under way.
inline void TailOfSpan(const float* __restrict x, double* __restrict decay, double* __restrict tail,
                       size_t count) {
  for (size_t i = 0; i < count; ++i) decay[i] = DecayOf(x[i]);
  for (size_t i = 0; i < count; ++i) tail[i] = TailOf(decay[i]);
}

}  // namespace

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
constexpr double kLargest = 700.0;            // e^-700 is normal, far below any format's range

inline double Fma(double a, double b, double c) { return __builtin_fma(a, b, c); }

inline void TailOf(float x, double* decay, double* tail) {
  const double magnitude = __builtin_fabs(static_cast<double>(x));
  const double a = magnitude < kLargest ? magnitude : kLargest;

  // e^-a = 2^k e^r
  const double shifted = Fma(-a, kInverseLn2, kRoundToInteger);
  const double k = shifted - kRoundToInteger;
  const double r = Fma(-k, kLn2Low, Fma(-k, kLn2High, -a));
  const double r2 = r * r;
  const double r4 = r2 * r2;
  const double p01 = Fma(kExpSeries[1], r, kExpSeries[0]);
  const double p23 = Fma(kExpSeries[3], r, kExpSeries[2]);
  const double p45 = Fma(kExpSeries[5], r, kExpSeries[4]);
  const double p67 = Fma(kExpSeries[7], r, kExpSeries[6]);
  const double p89 = Fma(kExpSeries[9], r, kExpSeries[8]);
  const double p03 = Fma(p23, r2, p01);
  const double p47 = Fma(p67, r2, p45);
  const double p = Fma(Fma(p89, r4, p47), r4, p03);
  const double exp_r = 1.0 + Fma(p, r2, r);
  uint64_t exp_bits;
  uint64_t k_bits;
  __builtin_memcpy(&exp_bits, &exp_r, sizeof exp_bits);
  __builtin_memcpy(&k_bits, &shifted, sizeof k_bits);
  exp_bits += k_bits << 52;  // the low bits of `shifted` hold k in two's complement
  double e;
  __builtin_memcpy(&e, &exp_bits, sizeof e);

  const double s = e / (2.0 + e);
  const double z = s * s;
  const double z2 = z * z;
  const double z4 = z2 * z2;
  const double q01 = Fma(kLogSeries[1], z, kLogSeries[0]);
  const double q23 = Fma(kLogSeries[3], z, kLogSeries[2]);
  const double q45 = Fma(kLogSeries[5], z, kLogSeries[4]);
  const double q67 = Fma(kLogSeries[7], z, kLogSeries[6]);
  const double q89 = Fma(kLogSeries[9], z, kLogSeries[8]);
  const double q03 = Fma(q23, z2, q01);
  const double q47 = Fma(q67, z2, q45);
  const double q8a = Fma(kLogSeries[10], z2, q89);
  const double q = Fma(Fma(q8a, z4, q47), z4, q03);
  *decay = e;
  *tail = Fma(s, z * q, 2.0 * s);
}

inline void TailOfSpan(const float* __restrict x, double* __restrict decay, double* __restrict tail,
                       size_t count) {
  for (size_t i = 0; i < count; ++i) TailOf(x[i], decay + i, tail + i);
}

}  // namespace

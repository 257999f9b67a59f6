// The loops that every element goes through, one build per instruction set; internal to this
// folder. What they compute and why: enclosure.md, rounding_bound.md.
#pragma once

#include <cstddef>
#include <cstdint>

namespace touchstone::reference {
enum class Isa;
}

namespace touchstone::reference::bce_with_logits::internal {

/// One run of finite arguments. `w` and `p` are null where absent.
struct KernelArguments {
  const float* x;
  const float* y;
  const float* w;
  const float* p;
  size_t count;
};

/// Largest bit patterns without the sign, which order as the magnitudes do, NaN last; 0 where
/// absent.
struct KernelPatterns {
  uint32_t x, y, w, p;
  bool has_signs;       ///< some y or p has its sign bit set
  bool has_negative_w;  ///< some w has
};

/// Constants of rounding to a half format: pattern = bits(|v| + C) - bits(C) + binades.
struct KernelHalfFormat {
  double min_normal;
  double spread;       ///< C over the power of two at or below |v|
  uint32_t binades_0;  ///< of the smallest normal number, shifted to its place in the pattern
  int shift;           ///< of a double's exponent field to that place
  uint32_t infinity;
  int sign_shift;
};

struct BlockKernel {
  KernelPatterns (*patterns)(const KernelArguments&);
  /// Ends of each element's enclosure. `mixed`: some 1 - y or p y may be negative; both give the
  /// same ends where none is.
  void (*enclose)(const KernelArguments&, bool mixed, const double* tail, double* lower,
                  double* upper);
  /// The pattern of each lower end. The result is not 0 where some element is open: the ends round
  /// to different numbers or, `checks_width`, the enclosure may be wider than kSharpnessUlp. Unless
  /// it is null, `open` says for each element whether it is.
  uint32_t (*round_fp32)(const double* lower, const double* upper, size_t count, bool checks_width,
                         uint32_t* bits, uint32_t* open);
  uint32_t (*round_half)(const double* lower, const double* upper, size_t count, bool checks_width,
                         const KernelHalfFormat& format, uint32_t* bits, uint32_t* open);
  /// E of each element, in fp32 for arguments of at most kLargestQuick, and for any arguments,
  /// where +infinity says that an intermediate may overflow. `underflow` is the error of one result
  /// there.
  void (*bounds)(const KernelArguments&, bool mixed, const double* tail, double underflow,
                 double* bounds);
  void (*wide_bounds)(const KernelArguments&, const double* tail, double underflow, double* bounds);
  /// The usual computation in fp32 (benchmark.h).
  void (*same_precision)(const KernelArguments&, const double* decay, const double* tail,
                         float* loss);
};

/// Up to here BlockKernel::bounds stays inside fp32's range.
inline constexpr float kLargestQuick = 0x1p30f;

/// Null where this machine cannot run it.
const BlockKernel* BlockKernelFor(Isa isa);
/// That of ChosenIsa().
const BlockKernel& ChosenBlockKernel();

extern const BlockKernel kBlockKernelPortable;
#if defined(__x86_64__)
extern const BlockKernel kBlockKernelAvx2;
extern const BlockKernel kBlockKernelAvx512;
#endif

}  // namespace touchstone::reference::bce_with_logits::internal

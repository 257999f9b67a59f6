// Deterministic inputs for tests and benchmarks of the loss.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <sstream>
#include <string>
#include <vector>

#include "reference/bce_with_logits/arguments.h"

namespace touchstone::reference::bce_with_logits {

enum class InputKind {
  kUsual,       ///< x in [-20, 20], y in [0, 1], positive weights
  kHardLabels,  ///< y 0 or 1, no more
  kWide,        ///< y, w, p of both signs
  kAllBits,     ///< every argument any finite fp32 bit pattern
  kLargeX,      ///< |x| up to 10^5 on a coarse grid: midpoints with vanishing tails
  kHalf,        ///< arguments are multiples of 1/16: products that tie in the half formats
  kCancelling,  ///< both terms of the loss of opposite signs and similar size
};
inline constexpr InputKind kAllInputKinds[] = {
    InputKind::kUsual,  InputKind::kHardLabels, InputKind::kWide,      InputKind::kAllBits,
    InputKind::kLargeX, InputKind::kHalf,       InputKind::kCancelling};

/// SplitMix64 (Steele, Lea, Flood 2014) of a counter.
inline uint64_t Random(uint64_t seed, uint64_t index) {
  uint64_t z = seed * 0xD1342543DE82EF95 + (index + 1) * 0x9E3779B97F4A7C15;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

inline std::string Describe(const LossElement& e) {
  std::ostringstream text;
  text << std::hexfloat << "x=" << e.x << " y=" << e.y << " w=" << e.w << " p=" << e.p;
  return text.str();
}

class TestInputs {
 public:
  TestInputs(InputKind kind, size_t count, uint64_t seed)
      : x_(count), y_(count), w_(count), p_(count) {
    for (size_t i = 0; i < count; ++i) {
      const LossElement e = Make(kind, seed, 8 * i);
      x_[i] = e.x;
      y_[i] = e.y;
      w_[i] = e.w;
      p_[i] = e.p;
    }
  }

  size_t size() const { return x_.size(); }
  LossArguments arguments() const { return {x_, y_, w_, p_}; }
  LossArguments unweighted() const { return {x_, y_}; }
  std::vector<LossElement> elements() const {
    std::vector<LossElement> result;
    for (size_t i = 0; i < size(); ++i) result.push_back(arguments()[i]);
    return result;
  }

 private:
  static float Uniform(uint64_t seed, uint64_t index, float low, float high) {
    return low + (high - low) * (static_cast<float>(Random(seed, index) >> 40) * 0x1p-24f);
  }
  static float Finite(uint64_t seed, uint64_t index) {
    const auto value = std::bit_cast<float>(static_cast<uint32_t>(Random(seed, index)));
    return std::isfinite(value) ? value : 0.0f;
  }
  static float Grid(uint64_t seed, uint64_t index, int low, int high, float step) {
    return step * static_cast<float>(low + static_cast<int64_t>(Random(seed, index) %
                                                                static_cast<uint64_t>(high - low)));
  }

  static LossElement Make(InputKind kind, uint64_t seed, uint64_t i) {
    switch (kind) {
      case InputKind::kUsual:
        return {Uniform(seed, i, -20, 20), Uniform(seed, i + 1, 0, 1), Uniform(seed, i + 2, 0, 2),
                Uniform(seed, i + 3, 0, 3)};
      case InputKind::kHardLabels:
        return {Uniform(seed, i, -40, 40), Grid(seed, i + 1, 0, 2, 1), 1, 1};
      case InputKind::kWide:
        return {Uniform(seed, i, -30, 30), Uniform(seed, i + 1, -2, 2), Uniform(seed, i + 2, -3, 3),
                Uniform(seed, i + 3, -3, 3)};
      case InputKind::kAllBits:
        return {Finite(seed, i), Finite(seed, i + 1), Finite(seed, i + 2), Finite(seed, i + 3)};
      case InputKind::kLargeX:
        return {Grid(seed, i, -100000, 100000, 1), Grid(seed, i + 1, -2, 5, 0.5f),
                Grid(seed, i + 2, -4, 5, 0.25f), Grid(seed, i + 3, -3, 4, 1)};
      case InputKind::kHalf:
        return {Grid(seed, i, -2000, 2000, 0.0625f), Grid(seed, i + 1, 0, 17, 0.0625f),
                Grid(seed, i + 2, -64, 64, 0.0625f), Grid(seed, i + 3, -64, 64, 0.0625f)};
      case InputKind::kCancelling: {
        // (1 - y) x + kappa tau near zero: choose p so that P = -(1 - y) x / tau, rounded.
        const float x = Uniform(seed, i, 0.1f, 8);
        const float y = Uniform(seed, i + 1, 0.25f, 0.75f);
        const double tail = std::log1p(std::exp(-static_cast<double>(x)));
        const double q = 1.0 - static_cast<double>(y);
        return {x, y, 1, static_cast<float>((-q * x / tail - q) / y)};
      }
    }
    return {};
  }

  std::vector<float> x_, y_, w_, p_;
};

}  // namespace touchstone::reference::bce_with_logits

#include "reference/bce_with_logits/stated_arithmetic.h"

#include <bit>
#include <cmath>
#include <limits>

namespace touchstone::reference::bce_with_logits {
namespace {

constexpr float kLargest = std::numeric_limits<float>::max();
constexpr float kSmallestNormal = std::numeric_limits<float>::min();

// Applies the chip's mode to the result of every operation and remembers the largest magnitude.
template <bool kFlushes, bool kSaturates>
class Unit {
 public:
  float operator()(float result) {
    const float magnitude = std::fabs(result);
    peak_ = magnitude > peak_ ? magnitude : peak_;
    if constexpr (kFlushes) {
      result = magnitude < kSmallestNormal ? std::copysign(0.0f, result) : result;
    }
    if constexpr (kSaturates) {
      result = magnitude > kLargest ? std::copysign(kLargest, result) : result;
    }
    return result;
  }
  float peak() const { return peak_; }

 private:
  float peak_ = 0;
};

float Min0(float x) { return x > 0 ? 0.0f : x; }
float Max0(float x) { return x < 0 ? 0.0f : x; }

// log of the fp32 number 1 + e, e the fp32 rounding of `decay`: the double `tail` corrected to
// first and second order for what was rounded away. Far more precise than fp32.
template <typename U>
float LogOnePlus(double decay, double tail, U& unit) {
  const float e = unit(static_cast<float>(decay));
  const float sum = unit(1.0f + e);
  const double shift = ((static_cast<double>(sum) - 1.0) - decay) / (1.0 + decay);
  return unit(static_cast<float>(tail + (shift - 0.5 * shift * shift)));
}

// `known`: decay and tail are those of x. Loops over finite logits know it, and have no branch.
template <bool kFiniteX, typename U>
float RegBaseSoftplusTerm(float x, bool known, double decay, double tail, U& unit) {
  const float m = unit(Min0(x));
  if (kFiniteX || known) return unit(m - LogOnePlus(decay, tail, unit));
  const float e = unit(std::exp(unit(-unit(std::fabs(x)))));
  return unit(m - unit(std::log(unit(1.0f + e))));
}

template <bool kFiniteX, typename U>
float TbeSoftplusTerm(float x, bool known, double decay, double tail, U& unit) {
  const float m = unit(Max0(unit(0.0f - x)));
  // One of e^-M and e^(-M-x) is e^0 = 1, the other e^-|x|.
  if (kFiniteX || known) return unit(LogOnePlus(decay, tail, unit) + m);
  const float minus_m = unit(-m);
  const float first = unit(std::exp(minus_m));
  const float second = unit(std::exp(unit(minus_m - x)));
  return unit(unit(std::log(unit(first + second))) + m);
}

LossElement Cast(LossElement e, const StatedArithmetic& arithmetic) {
  if (!arithmetic.saturates) return e;
  const auto saturate = [](float& value, bool widened) {
    if (widened && std::isinf(value)) value = std::copysign(kLargest, value);
  };
  saturate(e.x, arithmetic.widened.self);
  saturate(e.y, arithmetic.widened.target);
  saturate(e.w, arithmetic.widened.weight);
  saturate(e.p, arithmetic.widened.pos_weight);
  return e;
}

template <OperationOrder kOrder, bool kFinite, typename U>
void Evaluate(const LossBlock& block, const StatedArithmetic& arithmetic, float* __restrict loss,
              float* __restrict peak) {
  const LossArguments& given = block.given;
  const bool has_weight = !given.weight.empty();
  const bool has_pos_weight = !given.pos_weight.empty();
  for (size_t i = 0; i < block.count; ++i) {
    U unit;
    // The block's own arguments are the given ones where all are finite, absent ones included.
    const auto [x, y, w, p] = kFinite ? block.Element(i) : Cast(given[i], arithmetic);
    const bool known = kFinite || std::isfinite(given.self[i]);
    const float linear = unit(unit(1.0f - y) * x);
    float result;
    if constexpr (kOrder == OperationOrder::kRegBase) {
      float s = RegBaseSoftplusTerm<kFinite>(x, known, block.decay[i], block.tail[i], unit);
      if (has_pos_weight) s = unit(s * unit(unit(unit(p - 1.0f) * y) + 1.0f));
      result = unit(linear - s);
    } else {
      const float softplus =
          TbeSoftplusTerm<kFinite>(x, known, block.decay[i], block.tail[i], unit);
      const float factor = unit(unit(unit(p - 1.0f) * y) + 1.0f);
      result = unit(linear + unit(factor * softplus));
    }
    if (has_weight) result = unit(result * w);
    loss[i] = result;
    peak[i] = unit.peak();
  }
}

template <OperationOrder kOrder, typename U>
void Evaluate(const LossBlock& block, const StatedArithmetic& arithmetic, float* loss,
              float* peak) {
  if (block.all_finite) {
    Evaluate<kOrder, true, U>(block, arithmetic, loss, peak);
  } else {
    Evaluate<kOrder, false, U>(block, arithmetic, loss, peak);
  }
}

// Calls `function` with the unit type of the chip's mode.
template <typename Function>
auto WithUnit(const StatedArithmetic& arithmetic, Function function) {
  if (arithmetic.flushes_subnormals) {
    return arithmetic.saturates ? function(Unit<true, true>()) : function(Unit<true, false>());
  }
  return arithmetic.saturates ? function(Unit<false, true>()) : function(Unit<false, false>());
}

}  // namespace

void StatedLoss(const LossBlock& block, const StatedArithmetic& arithmetic, std::span<float> loss,
                std::span<uint8_t> overflows) {
  float peak[LossBlock::kCapacity];
  WithUnit(arithmetic, [&]<typename U>(U) {
    if (arithmetic.order == OperationOrder::kRegBase) {
      Evaluate<OperationOrder::kRegBase, U>(block, arithmetic, loss.data(), peak);
    } else {
      Evaluate<OperationOrder::kTbe, U>(block, arithmetic, loss.data(), peak);
    }
  });
  for (size_t i = 0; i < block.count; ++i) {
    const bool finite = block.all_finite || IsFinite(block.given[i]);
    overflows[i] = finite && peak[i] > kLargest ? 1 : 0;
  }
}

float StatedSum(std::span<float> values, const StatedArithmetic& arithmetic) {
  if (values.empty()) return 0.0f;
  WithUnit(arithmetic, [&]<typename U>(U) {
    U unit;
    for (size_t n = values.size(); n > 1;) {
      const size_t half = std::bit_floor(n - 1);
      for (size_t i = 0; i < n - half; ++i) values[i] = unit(values[i] + values[i + half]);
      n = half;
    }
  });
  return values[0];
}

float StatedMean(float sum, uint64_t count, const StatedArithmetic& arithmetic) {
  const auto factor = static_cast<float>(1.0 / static_cast<double>(count));
  return WithUnit(arithmetic, [&]<typename U>(U unit) { return unit(sum * factor); });
}

ValueClass StatedClass(float value, const FloatFormat& format, const StatedArithmetic& arithmetic) {
  const ValueClass rounded = ClassOf(ValueOfBits(format, RoundToBits(format, value)));
  const bool infinite =
      rounded == ValueClass::kPositiveInfinity || rounded == ValueClass::kNegativeInfinity;
  return infinite && arithmetic.saturates ? ValueClass::kFinite : rounded;
}

}  // namespace touchstone::reference::bce_with_logits

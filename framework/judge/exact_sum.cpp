#include "framework/judge/exact_sum.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>

#include "framework/judge/hot_loop.h"

namespace touchstone::judge {
namespace {

constexpr uint64_t kSignificandMask = (uint64_t{1} << 52) - 1;
constexpr uint64_t kNonFiniteExponent = 0x7FF;
constexpr int kSignificandBits = 53;
constexpr int kUnitExponent = -1074;  // bit 0 of the digits

// Carries until every digit but the last is within [0, 2^32); the last one carries the sign.
void Normalise(std::span<int64_t> digits) {
  for (size_t i = 0; i + 1 < digits.size(); ++i) {
    digits[i + 1] += digits[i] >> 32;  // rounds down, so negative digits borrow
    digits[i] &= 0xFFFFFFFF;
  }
}

// Normalised non-negative digits as a double, rounded once to nearest even.
double RoundOnce(std::span<const int64_t> digits) {
  size_t top = digits.size();
  while (top > 0 && digits[top - 1] == 0) --top;
  if (top == 0) return 0;
  const auto digit = [&](size_t i) { return static_cast<uint64_t>(digits[i]); };
  const int highest_bit = static_cast<int>(32 * (top - 1)) + 63 - std::countl_zero(digit(top - 1));
  const auto bit = [&](int i) -> uint64_t {
    return digit(static_cast<size_t>(i) / 32) >> (i % 32) & 1;
  };
  const int lowest_kept = std::max(0, highest_bit - (kSignificandBits - 1));
  uint64_t significand = 0;
  for (int i = highest_bit; i >= lowest_kept; --i) significand = significand << 1 | bit(i);
  if (lowest_kept > 0 && bit(lowest_kept - 1) != 0) {
    bool sticky = (significand & 1) != 0;  // a tie goes to the even neighbour
    for (int i = 0; !sticky && i < lowest_kept - 1; ++i) sticky = bit(i) != 0;
    if (sticky) ++significand;
  }
  return std::ldexp(static_cast<double>(significand), lowest_kept + kUnitExponent);
}

constexpr size_t kRun = 256;
constexpr size_t kShortestRun = 32;

// The exact sum of a run: coarse + fine + all rests.
struct GridSums {
  double coarse, fine;
  bool has_rest;
  std::array<double, kRun> rest;
};

// Splits each value x, |x| < 2^e, into a multiple of 2^(e-43), a multiple of 2^(e-86) and a rest
// that is mostly 0. Adding and subtracting 1.5 * 2^52 units rounds to a multiple of the unit. At
// most 2^8 multiples below 2^43 units add up to less than 2^53, so those sums are exact in any
// order. False where the values are too large or small for that, or not finite.
TOUCHSTONE_HOT_LOOP bool SumOnGrids(const double* values, size_t count, GridSums& sums) {
  std::array<double, kRun> magnitude;
  for (size_t i = 0; i < count; ++i) magnitude[i] = std::fabs(values[i]);
  const double largest = LargestOf(magnitude.data(), count);
  if (largest != 0 && !(largest > 0x1p-800 && largest < 0x1p800)) return false;
  // largest < 2^(field - 1022); for zeros any field does, and NaNs are found at the end.
  const uint64_t field = largest == 0 ? 1023 : std::bit_cast<uint64_t>(largest) >> 52;
  const auto grid = [](uint64_t exponent_field) {
    return std::bit_cast<double>(exponent_field << 52 | uint64_t{1} << 51);  // 1.5 * 2^exponent
  };
  const double coarse_grid = grid(field + 1 + 9);
  const double fine_grid = grid(field + 1 + 9 - 43);
  // One value or four lanes of them: the same few operations.
  const auto split = [&](const auto& value, auto& coarse, auto& fine, auto& rest)
      __attribute__((always_inline)) {
    const auto multiple = (value + coarse_grid) - coarse_grid;
    const auto remainder = value - multiple;
    const auto fine_multiple = (remainder + fine_grid) - fine_grid;
    coarse += multiple;
    fine += fine_multiple;
    rest = remainder - fine_multiple;
  };
  Lanes coarse[2] = {}, fine[2] = {}, rests[2] = {};
  size_t i = 0;
  for (; i + 2 * kLanes <= count; i += 2 * kLanes) {
    for (size_t half = 0; half < 2; ++half) {
      const size_t at = i + half * kLanes;
      Lanes value, rest;
      LoadLanes(values + at, value);
      split(value, coarse[half], fine[half], rest);
      std::memcpy(&sums.rest[at], &rest, sizeof rest);
      rests[half] += rest < 0 ? -rest : rest;
    }
  }
  sums.coarse = sums.fine = 0;
  double all_rests = 0;
  for (; i < count; ++i) {
    split(values[i], sums.coarse, sums.fine, sums.rest[i]);
    all_rests += std::fabs(sums.rest[i]);
  }
  const Lanes all_coarse = coarse[0] + coarse[1], all_fine = fine[0] + fine[1];
  const Lanes more_rests = rests[0] + rests[1];
  for (size_t lane = 0; lane < kLanes; ++lane) {
    sums.coarse += all_coarse[lane];
    sums.fine += all_fine[lane];
    all_rests += more_rests[lane];
  }
  sums.has_rest = all_rests != 0;
  return std::isfinite(sums.coarse);
}

}  // namespace

ExactSum::ExactSum() : bins_(kBins, 0) {}

void ExactSum::AddBlock(const double* values, size_t count) {
  while (count > 0) {
    const size_t now = std::min(count, kRun);
    GridSums sums;
    if (now >= kShortestRun && SumOnGrids(values, now, sums)) {
      AddToBins(&sums.coarse, 1);
      AddToBins(&sums.fine, 1);
      for (size_t i = 0; sums.has_rest && i < now; ++i) {
        if (sums.rest[i] != 0) AddToBins(&sums.rest[i], 1);
      }
    } else {
      AddToBins(values, now);
    }
    values += now;
    count -= now;
  }
}

void ExactSum::AddToBins(const double* values, size_t count) {
  while (count > 0) {
    if (adds_ == kAddsBeforeFlush) Flush();
    const size_t now = std::min(count, kAddsBeforeFlush - adds_);
    int64_t* const bins = bins_.data();
    uint8_t* const used = used_.data();
    for (size_t i = 0; i < now; ++i) {
      const uint64_t bits = std::bit_cast<uint64_t>(values[i]);
      const uint64_t exponent = bits >> 52 & kNonFiniteExponent;
      // Subnormals have no hidden bit and the weight of exponent 1.
      const uint64_t hidden = static_cast<uint64_t>(exponent != 0) << 52;
      const auto magnitude = static_cast<int64_t>((bits & kSignificandMask) | hidden);
      const auto sign = -static_cast<int64_t>(bits >> 63);
      const uint64_t bin = exponent + static_cast<uint64_t>(exponent == 0);
      bins[bin] += (magnitude ^ sign) - sign;
      used[bin / kBinsPerGroup] = 1;
    }
    if (used_[kGroups - 1] != 0) CountNonFinite(values, now);
    adds_ += now;
    values += now;
    count -= now;
  }
}

void ExactSum::CountNonFinite(const double* values, size_t count) {
  for (const double value : std::span(values, count)) {
    if (std::isnan(value)) ++nans_;
    if (std::isinf(value)) ++(value > 0 ? positive_infinities_ : negative_infinities_);
  }
  bins_[kNonFiniteExponent] = 0;
}

void ExactSum::AddBins(Digits& digits) const {
  for (size_t group = 0; group < kGroups; ++group) {
    if (used_[group] == 0) continue;
    const size_t first = std::max<size_t>(1, group * kBinsPerGroup);
    const size_t last = std::min<size_t>(kNonFiniteExponent, (group + 1) * kBinsPerGroup);
    for (size_t bin = first; bin < last; ++bin) {
      if (bins_[bin] == 0) continue;
      const size_t bit = bin - 1;
      const auto shifted = static_cast<__int128>(bins_[bin]) * (int64_t{1} << (bit % 32));
      digits[bit / 32] += static_cast<uint32_t>(shifted);
      digits[bit / 32 + 1] += static_cast<uint32_t>(shifted >> 32);
      digits[bit / 32 + 2] += static_cast<int64_t>(shifted >> 64);
    }
  }
  Normalise(digits);
}

void ExactSum::Flush() {
  AddBins(digits_);
  for (size_t group = 0; group < kGroups; ++group) {
    if (used_[group] == 0) continue;
    std::fill_n(bins_.begin() + static_cast<std::ptrdiff_t>(group * kBinsPerGroup), kBinsPerGroup,
                0);
    used_[group] = 0;
  }
  adds_ = 0;
}

void ExactSum::Merge(const ExactSum& other) {
  Digits others = other.digits_;
  other.AddBins(others);
  for (size_t i = 0; i < kDigits; ++i) digits_[i] += others[i];
  Normalise(digits_);
  positive_infinities_ += other.positive_infinities_;
  negative_infinities_ += other.negative_infinities_;
  nans_ += other.nans_;
}

double ExactSum::Value() const {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (nans_ > 0 || (positive_infinities_ > 0 && negative_infinities_ > 0)) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  if (positive_infinities_ > 0) return kInfinity;
  if (negative_infinities_ > 0) return -kInfinity;
  Digits digits = digits_;
  AddBins(digits);
  const bool negative = digits.back() < 0;
  if (negative) {
    for (int64_t& digit : digits) digit = -digit;
    Normalise(digits);
  }
  const double magnitude = RoundOnce(digits);
  return negative ? -magnitude : magnitude;
}

}  // namespace touchstone::judge

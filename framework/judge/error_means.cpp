#include "framework/judge/error_means.h"

#include <array>
#include <bit>
#include <cmath>

#include "framework/judge/hot_loop.h"
#include "framework/judge/relative_error.h"

namespace touchstone::judge {
namespace {

double Mean(const ExactSum& sum, uint64_t count) {
  return count == 0 ? 0 : sum.Value() / static_cast<double>(count);
}

double Mean(ExactSum large, __int128 units, double unit, uint64_t count) {
  AddUnits(units, std::ilogb(unit), large);
  return Mean(large, count);
}

// A term in units, rounded as the pass rounds it.
int64_t Units(double term, double unit) {
  const double rounder = 0x1.8p52 * unit;
  return static_cast<int64_t>(((term + rounder) - rounder) / unit);
}

}  // namespace

void ErrorMeans::Add(const Block& block) {
  AddRadii(block);
  const BlockPassResult& pass = block.pass;
  const bool fits = pass.max_relative_error < kLargeRelative && pass.max_error_ulp < kLargeUlp &&
                    pass.max_error < kLargeError;
  if (!fits) {
    AddLargeTerms(block);
    return;
  }
  relative_errors_ += pass.relative_errors;
  fine_relative_errors_ += pass.relative_errors_fine;
  errors_ulp_ += pass.errors_ulp;
  signed_errors_ulp_ += pass.signed_errors_ulp;
  squared_errors_.Add(pass.square_exponent, pass.squares_coarse, pass.squares_fine);
}

namespace {

// Adding 1.5 * 2^52 units rounds to a multiple of the unit, found in the low bits.
constexpr double RounderOf(double unit) { return 0x1.8p52 * unit; }
constexpr int64_t BitsOf(double value) { return std::bit_cast<int64_t>(value); }

// In units of kRelativeUnit and, of what that leaves, of kFineRelativeUnit.
struct RelativeUnits {
  int64_t coarse = 0, fine = 0;
};

// Sums the terms that are small enough for units, and puts each into `terms`.
TOUCHSTONE_HOT_LOOP RelativeUnits SumRelative(const double* __restrict errors,
                                              const double* __restrict exacts, size_t count,
                                              double* __restrict terms) {
  constexpr double kRounder = RounderOf(kRelativeUnit), kFine = RounderOf(kFineRelativeUnit);
  int64_t coarse = 0, fine = 0;
  for (size_t i = 0; i < count; ++i) {
    const double relative = errors[i] / (std::fabs(exacts[i]) + kRelativeErrorOffset);
    terms[i] = relative;
    const double small = relative < kLargeRelative ? relative : 0.0;
    const double rounded = small + kRounder;
    coarse += BitsOf(rounded) - BitsOf(kRounder);
    fine += BitsOf(small - (rounded - kRounder) + kFine) - BitsOf(kFine);
  }
  return {coarse, fine};
}

struct UlpUnits {
  int64_t magnitudes = 0, signed_errors = 0;
};

TOUCHSTONE_HOT_LOOP UlpUnits SumUlp(const double* __restrict errors_ulp,
                                    const double* __restrict differences, size_t count) {
  constexpr double kRounder = RounderOf(kUlpUnit);
  int64_t magnitudes = 0, signed_errors = 0;
  for (size_t i = 0; i < count; ++i) {
    const double small = errors_ulp[i] < kLargeUlp ? errors_ulp[i] : 0.0;
    magnitudes += BitsOf(small + kRounder) - BitsOf(kRounder);
    signed_errors += BitsOf((differences[i] < 0 ? -small : small) + kRounder) - BitsOf(kRounder);
  }
  return {magnitudes, signed_errors};
}

}  // namespace

// Each term by itself goes where its size says, so that its neighbours do not matter.
void ErrorMeans::AddLargeTerms(const Block& block) {
  AddLargeRelativeErrors(block);
  AddLargeUlpErrors(block);
  AddLargeSquares(block);
}

void ErrorMeans::AddLargeRelativeErrors(const Block& block) {
  if (block.pass.max_relative_error < kLargeRelative) {
    relative_errors_ += block.pass.relative_errors;
    fine_relative_errors_ += block.pass.relative_errors_fine;
    return;
  }
  std::array<double, kBlockSize> terms;
  const auto [coarse, fine] =
      SumRelative(block.errors().error.data(), block.pass.exact, block.count, terms.data());
  relative_errors_ += coarse;
  fine_relative_errors_ += fine;
  size_t large = 0;
  for (size_t i = 0; i < block.count; ++i) {
    if (!(terms[i] < kLargeRelative)) terms[large++] = terms[i];
  }
  large_relative_errors_.AddBlock(terms.data(), large);
}

void ErrorMeans::AddLargeUlpErrors(const Block& block) {
  if (block.pass.max_error_ulp < kLargeUlp) {
    errors_ulp_ += block.pass.errors_ulp;
    signed_errors_ulp_ += block.pass.signed_errors_ulp;
    return;
  }
  const std::array<double, kBlockSize>& errors = block.errors().error_ulp;
  const auto [magnitudes, signed_errors] =
      SumUlp(errors.data(), block.pass.difference, block.count);
  errors_ulp_ += magnitudes;
  signed_errors_ulp_ += signed_errors;
  std::array<double, kBlockSize> large, large_signed;
  size_t count = 0;
  for (size_t i = 0; i < block.count; ++i) {
    if (errors[i] < kLargeUlp) continue;
    large[count] = errors[i];
    large_signed[count++] = std::copysign(errors[i], block.pass.difference[i]);
  }
  large_errors_ulp_.AddBlock(large.data(), count);
  large_signed_errors_ulp_.AddBlock(large_signed.data(), count);
}

void ErrorMeans::AddLargeSquares(const Block& block) {
  const BlockPassResult& pass = block.pass;
  if (pass.max_error < kLargeError) {
    squared_errors_.Add(pass.square_exponent, pass.squares_coarse, pass.squares_fine);
    return;
  }
  const ErrorArrays& errors = block.errors();
  for (size_t i = 0; i < block.count; ++i) {
    const double square = errors.error[i] * errors.error[i];
    if (!(errors.error[i] < kLargeError)) {
      large_squared_errors_.Add(square);
      continue;
    }
    const int exponent = SquareSum::ExponentFor(square);
    const int64_t coarse = Units(square, std::ldexp(1.0, exponent));
    const double rest = square - std::ldexp(static_cast<double>(coarse), exponent);
    squared_errors_.Add(exponent, coarse,
                        Units(rest, std::ldexp(1.0, exponent - SquareSum::kStep)));
  }
}

void ErrorMeans::AddRadii(const Block& block) {
  const BlockPassResult& pass = block.pass;
  if (!pass.may_be_wide) {
    any_narrow_ |= pass.inexact;
    return;
  }
  const ErrorArrays& errors = block.errors();
  for (size_t i = 0; i < block.count; ++i) {
    const double magnitude = std::fabs(pass.exact[i]), radius = errors.radius[i];
    if (!(radius > kNarrowRadius * (magnitude + kRelativeErrorOffset))) {
      any_narrow_ |= block.upper[i] - block.lower[i] >= kInexactWidth;
      continue;
    }
    const double relative = errors.error[i] / (magnitude + kRelativeErrorOffset);
    wide_radii_.Add(RelativeErrorRadius(relative, magnitude, radius));
  }
}

void ErrorMeans::Merge(const ErrorMeans& other) {
  any_narrow_ |= other.any_narrow_;
  wide_radii_.Merge(other.wide_radii_);

  relative_errors_ += other.relative_errors_;
  fine_relative_errors_ += other.fine_relative_errors_;
  errors_ulp_ += other.errors_ulp_;
  signed_errors_ulp_ += other.signed_errors_ulp_;
  squared_errors_.Merge(other.squared_errors_);
  large_relative_errors_.Merge(other.large_relative_errors_);
  large_squared_errors_.Merge(other.large_squared_errors_);
  large_errors_ulp_.Merge(other.large_errors_ulp_);
  large_signed_errors_ulp_.Merge(other.large_signed_errors_ulp_);
}

double ErrorMeans::Finish(uint64_t count, Metrics& metrics) const {
  ExactSum relative_errors = large_relative_errors_;
  AddUnits(fine_relative_errors_, std::ilogb(kFineRelativeUnit), relative_errors);
  metrics.mean_relative_error = Mean(relative_errors, relative_errors_, kRelativeUnit, count);
  metrics.mean_error_ulp = Mean(large_errors_ulp_, errors_ulp_, kUlpUnit, count);
  metrics.mean_signed_error_ulp =
      Mean(large_signed_errors_ulp_, signed_errors_ulp_, kUlpUnit, count);
  ExactSum squares = large_squared_errors_;
  squared_errors_.AddTo(squares);
  metrics.root_mean_square_error = std::sqrt(Mean(squares, count));
  // Each relative error is rounded a few times and then to its unit, and so is their mean.
  double radius =
      metrics.mean_relative_error * 0x1p-50 + kFineRelativeUnit + Mean(wide_radii_, count);
  if (any_narrow_) radius += kNarrowRadius * (1 + metrics.mean_relative_error);
  return radius;
}

}  // namespace touchstone::judge

// Small outputs for the judge's tests, written as numbers.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "framework/judge/judge.h"
#include "framework/tensor/float_format.h"

namespace touchstone::judge {

inline constexpr double kInf = std::numeric_limits<double>::infinity();
inline const double kNaN = std::numeric_limits<double>::quiet_NaN();

/// One output: what was expected, what came, and how to judge it. Expectations are exact numbers
/// unless Widen is called; the stated class is the class of the rounded expectation.
struct Fixture {
  JudgeOptions options;
  ActualChunk actual;
  ExpectedChunk expected;

  explicit Fixture(tensor::DType dtype = tensor::DType::kFp32) { options.dtype = dtype; }

  const tensor::FloatFormat& format() const { return tensor::FormatOf(options.dtype); }
  size_t size() const { return actual.bits.size(); }

  Fixture& With(std::string standard, std::map<std::string, double> overrides = {}) {
    options.standards.push_back({std::move(standard), std::move(overrides), "suite", {}});
    return *this;
  }

  /// Adds an element whose exact value is `exact` and whose result is `value`, rounded to the
  /// dtype.
  Fixture& Pair(double exact, double value) {
    return PairBits(exact, tensor::Round(format(), value));
  }
  Fixture& PairBits(double exact, uint32_t bits) {
    const uint32_t rounded = tensor::Round(format(), exact);
    actual.bits.push_back(bits);
    actual.unwritten.push_back(0);
    expected.lower.push_back(exact);
    expected.upper.push_back(exact);
    expected.rounded_bits.push_back(rounded);
    expected.decided.push_back(1);
    expected.stated_class.push_back(tensor::ClassOf(format(), rounded));
    expected.benchmark.push_back(tensor::Decode(format(), rounded));
    expected.rounding_bound.push_back(0);
    options.shape = {static_cast<int64_t>(size())};
    return *this;
  }
  Fixture& Pairs(const std::vector<std::pair<double, double>>& pairs) {
    for (const auto& [exact, value] : pairs) Pair(exact, value);
    return *this;
  }
  /// Makes the last element's enclosure [lower, upper], with its rounding left open.
  Fixture& Widen(double lower, double upper) {
    expected.lower.back() = lower;
    expected.upper.back() = upper;
    expected.decided.back() = 0;
    return *this;
  }
  Fixture& Bound(double bound) {
    expected.rounding_bound.back() = bound;
    return *this;
  }
  Fixture& AllBounds(double bound) {
    for (double& element : expected.rounding_bound) element = bound;
    return *this;
  }
  Fixture& Stated(tensor::ElementClass stated) {
    expected.stated_class.back() = stated;
    return *this;
  }
  Fixture& Benchmark(double value) {
    expected.benchmark.back() = value;
    return *this;
  }
  Fixture& Unwritten(size_t i) {
    actual.unwritten[i] = 1;
    return *this;
  }

  Judgement Run() const {
    OutputJudge judge(options);
    judge.Add(0, actual, expected);
    return judge.Finish();
  }
  /// The verdict of the first requested standard (rounding-bound where none was requested).
  Verdict First() const { return Run().verdicts.front(); }
  VerdictState State() const { return First().state; }
};

inline void PrintTo(VerdictState state, std::ostream* out) { *out << Name(state); }

}  // namespace touchstone::judge

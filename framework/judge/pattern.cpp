#include "framework/judge/pattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

namespace touchstone::judge {

void BadElements::Add(uint64_t index, Kind kind, uint32_t actual_bits, uint32_t expected_bits) {
  if (count_ == 0) {
    first_ = last_ = index;
  } else {
    const uint64_t apart = index > first_ ? index - first_ : first_ - index;
    step_ = step_ == 1 ? 1 : std::gcd(step_, apart);
    first_ = std::min(first_, index);
    last_ = std::max(last_, index);
  }
  ++count_;
  bits_in_all_ &= index;
  bits_in_any_ |= index;
  unwritten_ += kind == Kind::kUnwritten;
  wrong_class_ += kind == Kind::kClass;
  if (samples_.size() == kSamples) {
    if (index > samples_.back().index) return;
    samples_.pop_back();
  }
  const auto before = [](uint64_t i, const Sample& sample) { return i < sample.index; };
  samples_.insert(std::upper_bound(samples_.begin(), samples_.end(), index, before),
                  {index, kind, actual_bits, expected_bits});
}

void BadElements::Merge(const BadElements& other) {
  if (other.count_ == 0) return;
  const BadElements before = *this;
  if (before.count_ == 0) {
    *this = other;
    return;
  }
  for (const Sample& s : other.samples_) Add(s.index, s.kind, s.actual_bits, s.expected_bits);
  const uint64_t apart =
      before.first_ > other.first_ ? before.first_ - other.first_ : other.first_ - before.first_;
  step_ = std::gcd(std::gcd(before.step_, other.step_), apart);
  first_ = std::min(before.first_, other.first_);
  last_ = std::max(before.last_, other.last_);
  bits_in_all_ = before.bits_in_all_ & other.bits_in_all_;
  bits_in_any_ = before.bits_in_any_ | other.bits_in_any_;
  count_ = before.count_ + other.count_;
  unwritten_ = before.unwritten_ + other.unwritten_;
  wrong_class_ = before.wrong_class_ + other.wrong_class_;
}

std::string BadElements::Places(const tensor::Dims& shape, uint64_t elements,
                                int core_count) const {
  const auto row = static_cast<uint64_t>(shape.empty() ? 1 : std::max<int64_t>(1, shape.back()));
  const uint64_t span = last_ - first_ + 1;
  if (count_ == elements) return "every element";
  if (span == count_) {
    if (last_ == elements - 1) return "the tail of the output";
    if (shape.size() > 1 && count_ == row && first_ % row == 0) {
      return fmt::format("row {}", first_ / row);
    }
    const auto cores = static_cast<uint64_t>(std::max(core_count, 0));
    // A core's share, up to the rounding of shares to whole vectors of 256 elements.
    const bool is_share = cores > 1 && count_ * cores + 256 * cores >= elements &&
                          count_ * cores <= elements + 256 * cores && count_ % 8 == 0;
    if (is_share) {
      return fmt::format("one block, about the share of one of {} cores", cores);
    }
    return "one block";
  }
  if (shape.size() > 1 && first_ / row == last_ / row) {
    return fmt::format("all in row {}", first_ / row);
  }
  if (shape.size() > 1 && step_ % row == 0) return fmt::format("all in column {}", first_ % row);
  if (step_ > 1) {
    const char* const which = (last_ - first_) / step_ + 1 == count_ ? "every" : "only at every";
    return fmt::format("a stripe: {} {}th element from {}", which, step_, first_);
  }
  const std::string periods = Periods(elements);
  return periods.empty() ? "scattered" : periods;
}

// A bit of the index that is the same for all: tiles and blocks have powers of two as sizes. By
// chance it is so for one bit in 2^(count - 1).
std::string BadElements::Periods(uint64_t elements) const {
  if (count_ < kFewestOfPeriod) return "";
  for (uint64_t half = 8; half <= (last_ - first_) / 2; half *= 2) {
    const bool second = (bits_in_all_ & half) != 0, first = (bits_in_any_ & half) == 0;
    if (!second && !first) continue;
    const uint64_t whole = elements / (2 * half), rest = elements % (2 * half);
    const uint64_t such =
        whole * half + (first ? std::min(rest, half) : rest > half ? rest - half : 0);
    return fmt::format("{} the {} {} of every {}", count_ == such ? "all in" : "only in",
                       first ? "first" : "second", half, 2 * half);
  }
  return "";
}

std::string BadElements::Values(const tensor::FloatFormat& format) const {
  if (unwritten_ == count_) return "never written";
  const auto all = [&](const std::function<bool(const Sample&)>& test) {
    return std::all_of(samples_.begin(), samples_.end(), test);
  };
  const auto magnitude = [&](uint32_t bits) { return bits & ~format.sign_bit; };
  if (all([&](const Sample& s) { return magnitude(s.actual_bits) == 0; })) return "all are 0";
  if (all([&](const Sample& s) {
        return magnitude(s.actual_bits) == format.infinity ||
               magnitude(s.actual_bits) == format.infinity - 1;
      })) {
    return "overflow: all are infinite or the largest number";
  }
  if (all([&](const Sample& s) { return magnitude(s.actual_bits) > format.infinity; })) {
    return "all are NaN";
  }
  const auto near = [&](double value, double expected) {
    return std::fabs(value - expected) <= 4 * tensor::Ulp(format, expected);
  };
  const auto is_factor = [&](double factor) {
    return all([&](const Sample& s) {
      const double expected = tensor::Decode(format, s.expected_bits);
      return s.kind == Kind::kValue && std::isfinite(expected * factor) && expected != 0 &&
             near(tensor::Decode(format, s.actual_bits), expected * factor);
    });
  };
  if (is_factor(-1)) return "sign: all have the opposite sign";
  if (is_factor(2)) return "all are twice the expected value";
  if (is_factor(0.5)) return "all are half the expected value";
  for (const int shift : {-1, 1}) {
    size_t shifted = 0, neighbours = 0;
    for (size_t i = 0; i < samples_.size(); ++i) {
      const size_t j = i + static_cast<size_t>(static_cast<ptrdiff_t>(shift));
      if (j >= samples_.size() ||
          samples_[j].index != samples_[i].index + static_cast<uint64_t>(int64_t{shift})) {
        continue;
      }
      ++neighbours;
      const double expected = tensor::Decode(format, samples_[j].expected_bits);
      shifted += std::isfinite(expected) &&
                 near(tensor::Decode(format, samples_[i].actual_bits), expected);
    }
    if (neighbours >= 2 && shifted == neighbours) {
      return fmt::format("shift: each holds the value of the {} element",
                         shift > 0 ? "next" : "previous");
    }
  }
  const bool same = samples_.size() > 1 && all([&](const Sample& s) {
                      return s.actual_bits == samples_.front().actual_bits;
                    });
  if (same) {
    return fmt::format("all are {:g}", tensor::Decode(format, samples_.front().actual_bits));
  }
  if (unwritten_ > 0) return fmt::format("{} never written", unwritten_);
  return wrong_class_ > 0 ? fmt::format("{} of another class", wrong_class_) : "";
}

std::string BadElements::Describe(const tensor::Dims& shape, int core_count,
                                  const tensor::FloatFormat& format) const {
  const auto elements = static_cast<uint64_t>(tensor::ElementCount(shape).value_or(0));
  if (count_ < kFewest || elements < 2) return "";
  std::string text = fmt::format("{} bad elements, {} to {}: {}", count_, first_, last_,
                                 Places(shape, elements, core_count));
  const std::string values = Values(format);
  return values.empty() ? text : text + "; " + values;
}

}  // namespace touchstone::judge

#include "framework/judge/rules/matched_ratio.h"

#include <fmt/format.h>

#include <cmath>

#include "framework/judge/hot_loop.h"
#include "framework/judge/verdict_text.h"

namespace touchstone::judge {
namespace {

// count / elements >= ratio, with the ratio as it was written: 9 of 10 reach 0.9, though the double
// nearest to 0.9 is larger. Quotients of counts below 2^53 / 1000 that are not equal to a decimal of
// three places differ from it by more than their rounding.
bool Reaches(uint64_t count, uint64_t elements, double ratio) {
  return static_cast<double>(count) / static_cast<double>(elements) >= ratio;
}

TOUCHSTONE_HOT_LOOP uint64_t CountUpTo(const Block& block, double magnitude) {
  uint64_t count = 0;
  for (size_t i = 0; i < block.count; ++i) count += std::fabs(block.pass.exact[i]) <= magnitude;
  return count;
}

}  // namespace

MatchedRatio::MatchedRatio(const RuleContext& context)
    : context_(context),
      tolerance_{context.Number("atol"), context.Number("rtol"), false},
      required_ratio_(context.Number("required_matched_ratio")),
      zero_magnitude_(tolerance_.relative < 1 ? tolerance_.absolute / (1 - tolerance_.relative)
                                              : HUGE_VAL) {}

void MatchedRatio::Add(const Block& block) {
  tolerance_.CountBlock(block, context_.golden, *context_.format, counts_);
  zero_matches_ += CountUpTo(block, zero_magnitude_);
}

void MatchedRatio::Merge(const MatchedRatio& other) {
  counts_.Merge(other.counts_);
  zero_matches_ += other.zero_matches_;
}

void MatchedRatio::Finish(const Totals& totals, Verdict& verdict) const {
  const uint64_t elements = totals.metrics.elements;
  const uint64_t matched = counts_.within + totals.class_matches;
  const double ratio = static_cast<double>(matched) / static_cast<double>(elements);
  verdict.limits = {{"rtol", tolerance_.relative},
                    {"atol", tolerance_.absolute},
                    {"matched_ratio", required_ratio_}};
  verdict.values = {{"matched_ratio", ratio}};
  verdict.vacuous = totals.comparable > 0 &&
                    Reaches(zero_matches_ + totals.class_matches, elements, required_ratio_);
  const bool passes = Reaches(matched, elements, required_ratio_);
  const uint64_t open = counts_.open + totals.open;
  const bool may_pass = Reaches(matched + open, elements, required_ratio_);
  verdict.certified = passes || !may_pass;
  if (passes) {
    verdict.state = VerdictState::kPass;
  } else if (!may_pass) {
    verdict.state = VerdictState::kFail;
    verdict.reason = fmt::format("matched_ratio {} < {:.6g}", NumberText(ratio, required_ratio_),
                                 required_ratio_);
    if (counts_.beyond > 0) {
      verdict.reason += "; " + BeyondText(counts_, elements, *context_.shape);
    }
  } else {
    verdict.state = VerdictState::kUndecided;
    verdict.reason = fmt::format(
        "the reference is not narrow enough: matched_ratio between {:.6g} and {:.6g} against "
        "{:.6g}",
        ratio, static_cast<double>(matched + open) / static_cast<double>(elements),
        required_ratio_);
  }
}

}  // namespace touchstone::judge

#include "framework/sweep/sweep_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "framework/operators/argument_kinds.h"

namespace touchstone::sweep {
namespace {

constexpr size_t kWorstShown = 3;

std::string Ordinal(uint64_t number) {
  const uint64_t last_two = number % 100;
  const char* ends[] = {"th", "st", "nd", "rd"};
  const bool regular = number % 10 > 3 || (last_two >= 11 && last_two <= 13);
  return fmt::format("{}{}", number, ends[regular ? 0 : number % 10]);
}

std::string Share(uint64_t part, uint64_t whole) {
  if (whole == 0) return "none";
  return fmt::format("{:.4f} %", 100 * static_cast<double>(part) / static_cast<double>(whole));
}

const GroupResult* LargestError(const SweepResult& result) {
  const auto largest = std::max_element(result.groups.begin(), result.groups.end(),
                                        [](const GroupResult& a, const GroupResult& b) {
                                          return a.metrics.max_error_ulp < b.metrics.max_error_ulp;
                                        });
  return largest == result.groups.end() ? nullptr : &*largest;
}

}  // namespace

std::string BitsText(tensor::DType dtype, uint32_t bits) {
  return fmt::format("0x{:0{}X}", bits, 2 * tensor::SizeBytes(dtype));
}

UlpBin BinAt(size_t index) {
  if (index == 0) return {0, 0};
  const double up_to = std::ldexp(0.5, static_cast<int>(index) - 1);
  return {index == 1 ? 0 : up_to / 2, up_to};
}

std::string BinText(size_t index) {
  const UlpBin bin = BinAt(index);
  return index == 0 ? "0" : fmt::format("({}, {}]", bin.above, bin.up_to);
}

std::string CoverageText(const SweepResult& result) {
  const Patterns& patterns = result.plan.patterns;
  if (patterns.stride() == 1) {
    return fmt::format("every bit pattern of {} ({})", result.plan.swept, result.patterns);
  }
  return fmt::format("every {} bit pattern of {} ({} of {}: NOT a whole pass)",
                     Ordinal(patterns.stride()), result.plan.swept, result.patterns,
                     patterns.all());
}

std::string ConstantsText(const SweepPlan& plan) {
  std::string text;
  for (const operators::Argument& argument : plan.op->arguments) {
    if (!operators::IsInputTensor(argument) || argument.name == plan.swept) continue;
    const auto constant =
        std::find_if(plan.constants.begin(), plan.constants.end(),
                     [&](const ConstantInput& one) { return one.name == argument.name; });
    text += (text.empty() ? "" : ", ") + argument.name + " ";
    if (constant == plan.constants.end()) {
      text += "absent";
    } else {
      text += fmt::format("{}", constant->asked);
      if (constant->value != constant->asked) {
        text += fmt::format(" (stored as {})", constant->value);
      }
    }
  }
  return text;
}

std::string GroupText(const PatternGroup& group) {
  const char* sign = group.negative ? "-" : "";
  switch (group.kind) {
    case PatternKind::kSubnormal:
      return fmt::format("{}[0, 2^{})", sign, group.exponent);
    case PatternKind::kNormal:
      return fmt::format("{}[2^{}, 2^{})", sign, group.exponent, group.exponent + 1);
    case PatternKind::kInfinity:
      return fmt::format("{}infinity", sign);
    case PatternKind::kNan:
      return fmt::format("{}NaN", sign);
  }
  return "";
}

std::string FailureText(const SweepResult& result) {
  if (!result.refusal.empty()) return result.refusal;
  if (result.passed()) return "";
  if (!result.problems.empty()) {
    return fmt::format("{} ({} kinds of broken rules)", result.problems.begin()->first,
                       result.problems.size());
  }
  if (result.differing > 0) {
    return fmt::format("{} elements differ between two runs, the first at {}", result.differing,
                       BitsText(result.plan.dtype, result.first_differing_bits));
  }
  if (result.metrics.unwritten > 0) {
    return fmt::format("{} elements were never written", result.metrics.unwritten);
  }
  if (result.patterns != result.plan.patterns.count() ||
      result.metrics.elements != result.patterns) {
    return fmt::format("{} patterns were to be judged, {} were computed and {} judged",
                       result.plan.patterns.count(), result.patterns, result.metrics.elements);
  }
  if (!result.bound.reason.empty()) return result.bound.reason;
  return fmt::format("the rounding bound is {}{}", judge::Name(result.bound.state),
                     result.bound.certified ? "" : ", not certified");
}

std::string SummaryText(const SweepResult& result) {
  const judge::Metrics& m = result.metrics;
  const tensor::DType dtype = result.plan.dtype;
  std::string text =
      fmt::format("{} {}, {}\n  {}; {}, contract {}\n", result.plan.op->name, tensor::Name(dtype),
                  CoverageText(result), ConstantsText(result.plan), result.plan.soc->name,
                  result.plan.contract);
  const auto line = [&text](std::string_view name, const std::string& value) {
    text += fmt::format("  {:<20} {}\n", name, value);
  };
  line("error", fmt::format("max {:.6g} ulp, mean {:.6g} ulp, bias {:+.3g} ulp over {} numbers",
                            m.max_error_ulp, m.mean_error_ulp, m.mean_signed_error_ulp,
                            result.comparable()));
  if (const GroupResult* group = LargestError(result)) {
    line("largest in", GroupText(group->group));
  }
  line("correctly rounded",
       fmt::format("{} ({})", m.correctly_rounded, Share(m.correctly_rounded, m.elements)));
  for (size_t i = 0; i < m.ulp_histogram.size(); ++i) {
    if (m.ulp_histogram[i] == 0) continue;
    line("ulp " + BinText(i), fmt::format("{} ({})", m.ulp_histogram[i],
                                          Share(m.ulp_histogram[i], result.comparable())));
  }
  line("special inputs", fmt::format("{} NaN, {} infinite", result.CountOf(PatternKind::kNan),
                                     result.CountOf(PatternKind::kInfinity)));
  line("special outputs",
       fmt::format("{} NaN, {} +inf, {} -inf; {} of another class than expected", m.nan,
                   m.positive_infinity, m.negative_infinity, m.class_mismatches));
  line("beyond the bound", fmt::format("{} ({} without a bound: the chip's own order overflows)",
                                       result.beyond, result.not_applicable));
  line("undecided", fmt::format("{}", m.undecided));
  line("second run", fmt::format("{} different", result.differing));
  for (const auto& [problem, times] : result.problems) {
    line("problem", fmt::format("{} ({} times)", problem, times));
  }
  for (size_t i = 0; i < std::min(kWorstShown, result.worst.size()); ++i) {
    const WorstPattern& worst = result.worst[i];
    line(i == 0 ? "worst" : "",
         fmt::format("{} = {} ({}): {} instead of [{}, {}], {:.6g} ulp{}", result.plan.swept,
                     worst.value, BitsText(dtype, worst.bits), worst.actual, worst.lower,
                     worst.upper, worst.error_ulp, worst.note.empty() ? "" : "; " + worst.note));
  }
  const std::string failure = FailureText(result);
  return text + (failure.empty()
                     ? "passed: every element certified to lie within the rounding bound\n"
                     : "FAILED: " + failure + "\n");
}

}  // namespace touchstone::sweep

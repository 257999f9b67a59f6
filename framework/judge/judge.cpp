#include "framework/judge/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "framework/judge/block_builder.h"
#include "framework/judge/metrics_state.h"
#include "framework/judge/standard_definition.h"
#include "framework/judge/verdict_text.h"
#include "framework/judge/worst_list.h"

namespace touchstone::judge {
namespace {

constexpr std::string_view kRoundingBound = "rounding-bound";
// Its small-value threshold is the one that Metrics::small_value_elements counts by.
constexpr std::string_view kSmallValueStandard = "commercial-L0";

double SmallValueThreshold(tensor::DType dtype) {
  const StandardDefinition* const standard = FindStandard(kSmallValueStandard);
  Numbers numbers;
  if (standard == nullptr || !ResolveNumbers(*standard, dtype, {}, numbers)) return 0;
  return numbers.at("small_value_threshold");
}

// One requested standard with its running state; no rule where it cannot be judged.
struct Entry {
  Verdict verdict;  ///< what is known before anything is judged
  std::unique_ptr<RuleState> rule;
};

void CheckSizes(const ActualChunk& actual, const ExpectedChunk& expected, bool needs_benchmark) {
  const size_t count = actual.bits.size();
  const auto fits = [count](const auto& values, bool may_be_empty) {
    return values.size() == count || (may_be_empty && values.empty());
  };
  const bool equal = fits(actual.unwritten, true) && fits(expected.lower, false) &&
                     fits(expected.upper, false) && fits(expected.rounded_bits, false) &&
                     fits(expected.decided, expected.ordinary) &&
                     fits(expected.stated_class, expected.ordinary) &&
                     fits(expected.benchmark, !needs_benchmark) &&
                     fits(expected.rounding_bound, false) &&
                     fits(expected.stated_value, true) && fits(expected.serial_bound, true) &&
                     expected.stated_value.size() == expected.stated_bound.size() &&
                     fits(expected.stated_serial_bound, true);
  if (equal) return;
  std::fputs("judge: chunks of unequal lengths\n", stderr);
  std::abort();
}

}  // namespace

struct OutputJudge::State {
  explicit State(JudgeOptions judge_options)
      : options(std::move(judge_options)),
        format(tensor::FormatOf(options.dtype)),
        policy(format, options.special_values, options.soc),
        builder(options.dtype, policy, SmallValueThreshold(options.dtype)),
        metrics(format),
        worst(policy, std::max<size_t>(1, options.worst_count)) {
    bool bound_requested = false;
    for (const StandardRequest& request : options.standards) {
      entries.push_back(Start(request, false));
      bound_requested |= request.name == kRoundingBound;
    }
    if (!bound_requested) {
      entries.push_back(Start({std::string(kRoundingBound), {}, "always shown", {}}, true));
    }
  }

  Entry Start(const StandardRequest& request, bool advisory);
  void Finish(const Entry& entry, const Totals& totals, Verdict& verdict) const;
  std::vector<WorstElement> WorstElements(const std::vector<Verdict>& verdicts) const;
  std::string FirstMismatchText(const Totals& totals) const;

  JudgeOptions options;
  const tensor::FloatFormat& format;
  ClassPolicy policy;
  BlockBuilder builder;
  MetricsState metrics;
  WorstList worst;
  std::vector<Entry> entries;
  bool needs_benchmark = false;
};

Entry OutputJudge::State::Start(const StandardRequest& request, bool advisory) {
  Entry entry;
  Verdict& verdict = entry.verdict;
  verdict.standard = request.name;
  verdict.provenance = request.provenance;
  verdict.advisory = advisory;
  const Errors errors = Validate(request);
  if (!errors.empty()) {
    verdict.reason = errors.front().message;  // fails: a rule nobody knows proves nothing
    return entry;
  }
  const StandardDefinition& standard = *DefinitionOf(request);
  verdict.version = standard.version;
  verdict.advisory = advisory || !standard.gating;
  needs_benchmark |= standard.rule->NeedsBenchmark();
  RuleContext context{options.dtype, &format, &options.shape, options.soc, standard.golden, {}};
  if (!ResolveNumbers(standard, options.dtype, request.overrides, context.numbers)) {
    verdict.state = VerdictState::kNotApplicable;
    verdict.reason = fmt::format("the standard has no numbers for {}", tensor::Name(options.dtype));
    return entry;
  }
  entry.rule = standard.rule->Start(context);
  return entry;
}

std::string OutputJudge::State::FirstMismatchText(const Totals& totals) const {
  std::string text = fmt::format("{} of {} elements have another class than expected, first {}",
                                 totals.metrics.class_mismatches, totals.metrics.elements,
                                 ElementText(totals.first_mismatch, options.shape));
  for (const WorstElement& element : worst.Finish(options.shape)) {
    if (element.index == totals.first_mismatch) return text + " (" + element.note + ")";
  }
  return text;
}

void OutputJudge::State::Finish(const Entry& entry, const Totals& totals, Verdict& verdict) const {
  const Metrics& counts = totals.metrics;
  if (entry.rule == nullptr) return;
  if (counts.elements == 0) {
    verdict.state = VerdictState::kNotApplicable;
    verdict.reason = "no elements";
    return;
  }
  entry.rule->Finish(totals, verdict);
  const bool own_say = entry.rule->JudgesClasses();
  if (counts.unwritten > 0) {
    verdict.state = VerdictState::kFail;
    verdict.certified = true;
    verdict.reason =
        fmt::format("{} of {} elements were never written, first {}", counts.unwritten,
                    counts.elements, ElementText(totals.first_unwritten, options.shape));
  } else if (counts.class_mismatches > 0 && !own_say) {
    verdict.state = VerdictState::kFail;
    verdict.certified = true;
    verdict.reason = FirstMismatchText(totals);
  } else if (totals.open > 0 && !own_say && verdict.state == VerdictState::kPass) {
    verdict.state = VerdictState::kUndecided;
    verdict.certified = false;
    verdict.reason =
        fmt::format("the reference leaves class or value of {} elements open, first {}",
                    totals.open, ElementText(totals.first_open, options.shape));
  }
}

// Unwritten elements and class mismatches, then what broke the failed standards, each worst by its
// own measure, then everything by its error in ulp; no element twice.
std::vector<WorstElement> OutputJudge::State::WorstElements(
    const std::vector<Verdict>& verdicts) const {
  const std::vector<WorstElement> by_ulp = worst.Finish(options.shape);
  std::vector<WorstElement> elements;
  const auto find = [&](uint64_t index) {
    return std::find_if(elements.begin(), elements.end(),
                        [&](const WorstElement& element) { return element.index == index; });
  };
  for (const WorstElement& element : by_ulp) {
    if (!element.note.empty()) elements.push_back(element);
  }
  for (const bool advisory : {false, true}) {
    for (size_t i = 0; i < entries.size(); ++i) {
      const bool failed = verdicts[i].state == VerdictState::kFail;
      if (!failed || entries[i].rule == nullptr || verdicts[i].advisory != advisory) continue;
      for (const auto& [number, broken] : entries[i].rule->Broken()) {
        const std::string note = fmt::format("{}: {}", verdicts[i].standard, number);
        for (const BrokenElement& element : broken->elements()) {
          const auto known = find(element.index);
          if (known != elements.end()) {
            known->note += "; " + note;
            continue;
          }
          elements.push_back(worst.Describe(element, options.shape));
          elements.back().note = note;
        }
      }
    }
  }
  for (const WorstElement& element : by_ulp) {
    if (find(element.index) == elements.end()) elements.push_back(element);
  }
  if (elements.size() > options.worst_count) elements.resize(options.worst_count);
  return elements;
}

OutputJudge::OutputJudge(JudgeOptions options)
    : state_(std::make_unique<State>(std::move(options))) {}
OutputJudge::~OutputJudge() = default;
OutputJudge::OutputJudge(OutputJudge&&) noexcept = default;
OutputJudge& OutputJudge::operator=(OutputJudge&&) noexcept = default;

bool OutputJudge::NeedsBenchmark() const { return state_->needs_benchmark; }

void OutputJudge::Add(uint64_t first_index, const ActualChunk& actual,
                      const ExpectedChunk& expected) {
  CheckSizes(actual, expected, state_->needs_benchmark);
  const size_t total = actual.bits.size();
  for (size_t begin = 0; begin < total; begin += kBlockSize) {
    const size_t count = std::min(kBlockSize, total - begin);
    const Block& block = state_->builder.Build(actual, expected, begin, count, first_index + begin);
    state_->metrics.Add(block);
    state_->worst.Add(block);
    for (Entry& entry : state_->entries) {
      if (entry.rule != nullptr) entry.rule->Add(block);
    }
  }
}

void OutputJudge::Merge(OutputJudge&& other) {
  state_->metrics.Merge(other.state_->metrics);
  state_->worst.Merge(other.state_->worst);
  for (size_t i = 0; i < state_->entries.size(); ++i) {
    RuleState* const rule = state_->entries[i].rule.get();
    if (rule != nullptr) rule->Merge(*other.state_->entries[i].rule);
  }
}

Judgement OutputJudge::Finish() const {
  Judgement judgement;
  const Totals totals = state_->metrics.Finish();
  judgement.metrics = totals.metrics;
  for (const Entry& entry : state_->entries) {
    Verdict verdict = entry.verdict;
    state_->Finish(entry, totals, verdict);
    judgement.verdicts.push_back(std::move(verdict));
  }
  judgement.worst = state_->WorstElements(judgement.verdicts);
  const soc::SocInfo* const soc = state_->options.soc;
  for (const Entry& entry : state_->entries) {
    const BadElements* const bad = entry.rule == nullptr ? nullptr : entry.rule->Bad();
    if (bad == nullptr) continue;
    judgement.pattern = bad->Describe(state_->options.shape,
                                      soc == nullptr ? 0 : soc->vector_core_count, state_->format);
  }
  for (Verdict& verdict : judgement.verdicts) {
    if (verdict.state != VerdictState::kFail || judgement.pattern.empty()) continue;
    verdict.reason += "; pattern: " + judgement.pattern;
    break;
  }
  return judgement;
}

}  // namespace touchstone::judge

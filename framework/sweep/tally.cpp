#include "framework/sweep/tally.h"

#include <algorithm>

namespace touchstone::sweep {
namespace {

constexpr std::string_view kRoundingBound = "rounding-bound";

const judge::Verdict& BoundOf(const judge::Judgement& judgement) {
  return judgement.verdicts.front();  // the only standard asked for
}

uint64_t Count(const judge::Verdict& verdict, const std::string& name) {
  const auto found = verdict.values.find(name);
  return found == verdict.values.end() ? 0 : static_cast<uint64_t>(found->second);
}

}  // namespace

Tally::Tally(const SweepPlan& plan) : plan_(plan) {}

judge::OutputJudge Tally::NewJudge() const {
  judge::JudgeOptions options;
  options.dtype = plan_.dtype;
  options.shape = {static_cast<int64_t>(plan_.patterns.count())};
  options.standards = {{std::string(kRoundingBound), {}, "sweep", {}}};
  options.soc = plan_.soc;
  return judge::OutputJudge(std::move(options));
}

void Tally::Merge(const PatternGroup& group, judge::OutputJudge&& judge) {
  const std::lock_guard lock(mutex_);
  const auto found = groups_.find(group.first_bits);
  if (found == groups_.end()) {
    groups_.emplace(group.first_bits, Group{group, std::move(judge)});
  } else {
    found->second.judge.Merge(std::move(judge));
  }
}

void Tally::AddChunk(const ChunkResult& chunk) {
  const std::lock_guard lock(mutex_);
  patterns_ += chunk.count;
  differing_ += chunk.differing;
  if (chunk.differing > 0) first_differing_ = std::min(first_differing_, chunk.first_differing);
  for (const std::string& problem : chunk.problems) ++problems_[problem];
}

void Tally::AddProblems(const std::vector<std::string>& problems) {
  const std::lock_guard lock(mutex_);
  for (const std::string& problem : problems) ++problems_[problem];
}

SweepResult Tally::Finish() {
  SweepResult result;
  result.plan = plan_;
  result.patterns = patterns_;
  result.differing = differing_;
  if (differing_ > 0) result.first_differing_bits = plan_.patterns.BitsAt(first_differing_);
  result.problems = problems_;
  judge::OutputJudge whole = NewJudge();
  for (auto& [first_bits, group] : groups_) {
    judge::Judgement part = group.judge.Finish();
    result.groups.push_back(
        {group.group, std::move(part.metrics), Count(BoundOf(part), "elements_beyond")});
    whole.Merge(std::move(group.judge));
  }
  judge::Judgement judgement = whole.Finish();
  result.bound = BoundOf(judgement);
  result.beyond = Count(result.bound, "elements_beyond");
  result.not_applicable = Count(result.bound, "elements_not_applicable");
  result.metrics = std::move(judgement.metrics);
  result.pattern = std::move(judgement.pattern);
  for (const judge::WorstElement& element : judgement.worst) {
    WorstPattern worst;
    worst.bits = plan_.patterns.BitsAt(element.index);
    worst.value = tensor::Decode(plan_.patterns.format(), worst.bits);
    worst.actual_bits = element.actual_bits;
    worst.actual = element.actual;
    worst.expected_bits = element.expected_bits;
    worst.error_ulp = element.error_ulp;
    worst.note = element.note;
    result.worst.push_back(std::move(worst));
  }
  return result;
}

void TallyPart::Add(const PatternGroup& group, uint64_t first, const judge::ActualChunk& actual,
                    const judge::ExpectedChunk& expected) {
  if (!judge_ || group.first_bits != group_.first_bits) {
    HandOver();
    judge_.emplace(tally_.NewJudge());
    group_ = group;
  }
  judge_->Add(first, actual, expected);
}

void TallyPart::HandOver() {
  if (judge_) tally_.Merge(group_, std::move(*judge_));
  judge_.reset();
}

}  // namespace touchstone::sweep

// Three parts, all of which must hold: normal values by mean and maximum relative error (eco-v1),
// small values and values of cancellation by counts of bad elements against those of the
// same-precision benchmark (cann-bench).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "framework/judge/exact_sum.h"
#include "framework/judge/relative_error.h"
#include "framework/judge/rules/rules.h"
#include "framework/judge/verdict_text.h"

namespace touchstone::judge {
namespace {

// Bad elements of the device and of the benchmark.
struct BadCounts {
  uint64_t device = 0, benchmark = 0;

  void Merge(const BadCounts& other) {
    device += other.device;
    benchmark += other.benchmark;
  }
};

class CancellationAwareState final : public RuleState {
 public:
  explicit CancellationAwareState(const RuleContext& context)
      : context_(context),
        mean_limit_(context.Number("threshold")),
        max_limit_(context.Number("max_multiple") * mean_limit_),
        small_threshold_(context.Number("small_value_threshold")),
        cancellation_threshold_(context.Number("cancellation_threshold")),
        below_max_{max_limit_ * kRelativeErrorOffset, max_limit_, true},
        up_to_max_{max_limit_ * kRelativeErrorOffset, max_limit_, false},
        small_error_{context.Number("small_value_error"), 0, false} {}

  void Add(const Block& block) override {
    for (size_t i = 0; i < block.count; ++i) AddElement(block, i);
    normal_errors_.AddBlock(pending_.data(), pending_count_);
    pending_count_ = 0;
  }

  void Merge(const RuleState& other) override {
    const auto& others = static_cast<const CancellationAwareState&>(other);
    normal_counts_.Merge(others.normal_counts_);
    normal_errors_.Merge(others.normal_errors_);
    max_relative_ = std::max(max_relative_, others.max_relative_);
    max_radius_ = std::max(max_radius_, others.max_radius_);
    small_.Merge(others.small_);
    cancelled_.Merge(others.cancelled_);
    cancelled_elements_ += others.cancelled_elements_;
    open_ += others.open_;
  }

  std::map<std::string, const BrokenList*> Broken() const override {
    return {{"max_relative_error", &normal_counts_.broken}};
  }

  void Finish(const Totals&, Verdict& verdict) const override {
    const uint64_t normal = normal_counts_.within + normal_counts_.beyond + normal_counts_.open;
    const double mean = normal == 0 ? 0 : normal_errors_.Value() / static_cast<double>(normal);
    const double radius = mean * 0x1p-50 + max_radius_;
    const double limit = context_.Number("count_ratio");
    verdict.limits = context_.numbers;
    verdict.limits["mean_relative_error"] = mean_limit_;
    verdict.limits["max_relative_error"] = max_limit_;
    verdict.values = {{"mean_relative_error", mean},
                      {"max_relative_error", max_relative_},
                      {"cancellation_elements", static_cast<double>(cancelled_elements_)}};
    std::string failures;
    const auto fail = [&](const std::string& text) {
      failures += (failures.empty() ? "" : "; ") + text;
    };
    if (normal_counts_.beyond > 0) {
      fail(fmt::format("max_relative_error {} is not below {:.6g}; {}",
                       NumberText(max_relative_, max_limit_), max_limit_,
                       BeyondText(normal_counts_, normal, *context_.shape)));
    }
    if (mean - radius >= mean_limit_) {
      fail(fmt::format("mean_relative_error {} is not below {:.6g}", NumberText(mean, mean_limit_),
                       mean_limit_));
    }
    const auto judge_counts = [&](const char* name, const BadCounts& counts) {
      const auto benchmark = static_cast<double>(std::max<uint64_t>(counts.benchmark, 1));
      const auto device = static_cast<double>(counts.device);
      verdict.values[fmt::format("{}_errors_device", name)] = device;
      verdict.values[fmt::format("{}_errors_benchmark", name)] =
          static_cast<double>(counts.benchmark);
      if (device <= limit * benchmark) return;
      fail(fmt::format("{} errors: device {}, benchmark {}, ratio {:.6g} > {:.6g}", name,
                       counts.device, counts.benchmark, device / benchmark, limit));
    };
    judge_counts("small_value", small_);
    judge_counts("cancellation", cancelled_);

    const bool undecided =
        open_ + normal_counts_.open > 0 || std::fabs(mean - mean_limit_) <= radius;
    verdict.certified = !undecided || normal_counts_.beyond > 0;
    if (!failures.empty() && verdict.certified) {
      verdict.state = VerdictState::kFail;
      verdict.reason = failures;
    } else if (undecided) {
      verdict.state = VerdictState::kUndecided;
      verdict.certified = false;
      verdict.reason = "the reference is not narrow enough to decide counts and means";
    } else {
      verdict.state = VerdictState::kPass;
    }
  }

 private:
  void AddElement(const Block& block, size_t i) {
    const ErrorArrays& errors = block.errors();
    const double magnitude = std::fabs(block.pass.exact[i]), radius = errors.radius[i];
    const Enclosure exact{block.lower[i], block.upper[i]};
    const double actual = errors.actual[i], benchmark = block.benchmark[i];
    for (const double threshold : {small_threshold_, cancellation_threshold_}) {
      open_ += radius > 0 && std::fabs(magnitude - threshold) <= radius;
    }
    if (magnitude < small_threshold_) {
      CountBad(small_error_, actual, benchmark, exact, small_);
      return;
    }
    if (magnitude < cancellation_threshold_ && std::fabs(actual) < cancellation_threshold_) {
      ++cancelled_elements_;
      CountBad(up_to_max_, actual, benchmark, exact, cancelled_);
      return;
    }
    const double relative = errors.error[i] / (magnitude + kRelativeErrorOffset);
    pending_[pending_count_++] = relative;
    max_relative_ = std::max(max_relative_, relative);
    max_radius_ = std::max(max_radius_, RelativeErrorRadius(relative, magnitude, radius));
    const Outcome outcome = below_max_.Check(actual, exact);
    normal_counts_.Count(outcome, block.IndexOf(i));
    if (outcome != Outcome::kBeyond) return;
    normal_counts_.broken.Add(BrokenAt(block, i, relative, *context_.format));
  }

  void CountBad(const LinearTolerance& tolerance, double actual, double benchmark, Enclosure exact,
                BadCounts& counts) {
    const Outcome device = tolerance.Check(actual, exact);
    const Outcome other = tolerance.Check(benchmark, exact);
    counts.device += device == Outcome::kBeyond;
    counts.benchmark += other == Outcome::kBeyond;
    open_ += device == Outcome::kOpen || other == Outcome::kOpen;
  }

  RuleContext context_;
  double mean_limit_, max_limit_, small_threshold_, cancellation_threshold_;
  LinearTolerance below_max_, up_to_max_, small_error_;
  ToleranceCounts normal_counts_;
  ExactSum normal_errors_;
  std::array<double, kBlockSize> pending_;
  size_t pending_count_ = 0;
  double max_relative_ = 0, max_radius_ = 0;
  BadCounts small_, cancelled_;
  uint64_t cancelled_elements_ = 0, open_ = 0;
};

class CancellationAware final : public RuleKind {
 public:
  std::string_view name() const override { return "cancellation-aware"; }
  std::vector<RuleParameter> parameters() const override {
    return {{"threshold"},         {"max_multiple"},           {"small_value_threshold"},
            {"small_value_error"}, {"cancellation_threshold"}, {"count_ratio"}};
  }
  bool Accepts(Golden golden) const override { return golden == Golden::kExact; }
  bool NeedsBenchmark() const override { return true; }
  std::unique_ptr<RuleState> Start(const RuleContext& context) const override {
    return std::make_unique<CancellationAwareState>(context);
  }
};

}  // namespace

const RuleKind& CancellationAwareRule() {
  static const CancellationAware rule;
  return rule;
}

}  // namespace touchstone::judge

// Three parts, all of which must hold: normal values by mean and maximum relative error (eco-v1),
// small values and values of cancellation by counts of bad elements against those of the
// same-precision benchmark (cann-bench).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "framework/judge/exact_sum.h"
#include "framework/judge/hot_loop.h"
#include "framework/judge/quick_look.h"
#include "framework/judge/relative_error.h"
#include "framework/judge/rules/relative_terms.h"
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

// Elements that the reference leaves on either side of a threshold.
TOUCHSTONE_HOT_LOOP uint64_t CountOpen(const double* exacts, const double* radii, double threshold,
                                       size_t count) {
  uint64_t open = 0;
  for (size_t i = 0; i < count; ++i) {
    const double apart = std::fabs(std::fabs(exacts[i]) - threshold);
    open += (radii[i] > 0) & (apart <= radii[i]);
  }
  return open;
}

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
    const ErrorArrays& errors = block.errors();
    open_ += CountOpen(block.pass.exact, errors.radius.data(), small_threshold_, block.count);
    open_ += CountOpen(block.pass.exact, errors.radius.data(), cancellation_threshold_, block.count);
    Normal normal;
    for (size_t i = 0; i < block.count; ++i) {
      const double magnitude = std::fabs(block.pass.exact[i]);
      const bool near_zero =
          magnitude < cancellation_threshold_ && std::fabs(errors.actual[i]) < cancellation_threshold_;
      if (magnitude < small_threshold_ || near_zero) {
        CountBad(block, i, magnitude);
      } else {
        normal.Take(i, errors.error[i], magnitude, errors.radius[i]);
      }
    }
    AddNormal(block, normal);
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
    const double radius = mean * 0x1p-50 + max_radius_ * (1 + mean);
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
  // The normal elements of a block, side by side.
  struct Normal {
    std::array<uint16_t, kBlockSize> places;
    BlockArray errors, magnitudes, radii;
    size_t count = 0;

    void Take(size_t place, double error, double magnitude, double radius) {
      places[count] = static_cast<uint16_t>(place);
      errors[count] = error;
      magnitudes[count] = magnitude;
      radii[count] = radius;
      ++count;
    }
  };

  void AddNormal(const Block& block, const Normal& normal) {
    BlockArray errors, radii;
    const size_t count = normal.count;
    const double largest =
        RelativeErrors(normal.errors.data(), normal.magnitudes.data(), count, errors.data());
    max_relative_ = std::max(max_relative_, largest);
    normal_errors_.AddBlock(errors.data(), count);
    const double radius =
        RelativeRadii(normal.magnitudes.data(), normal.radii.data(), count, radii.data());
    max_radius_ = std::max(max_radius_, radius);
    QuickLook look;
    LookAt(below_max_, block, look);
    if (look.within == block.count) {
      normal_counts_.within += normal.count;
      return;
    }
    for (size_t k = 0; k < normal.count; ++k) {
      const size_t i = normal.places[k];
      if (look.proven[i] == QuickLook::kWithin) {
        ++normal_counts_.within;
        continue;
      }
      const Outcome outcome =
          look.proven[i] == QuickLook::kBeyond
              ? Outcome::kBeyond
              : below_max_.Check(block.errors().actual[i], {block.lower[i], block.upper[i]});
      normal_counts_.Count(outcome, block.IndexOf(i));
      if (outcome != Outcome::kBeyond || !normal_counts_.broken.Takes(errors[k])) continue;
      normal_counts_.broken.Add(BrokenAt(block, i, errors[k], *context_.format));
    }
  }

  void CountBad(const Block& block, size_t i, double magnitude) {
    const bool is_small = magnitude < small_threshold_;
    const LinearTolerance& tolerance = is_small ? small_error_ : up_to_max_;
    BadCounts& counts = is_small ? small_ : cancelled_;
    cancelled_elements_ += is_small ? 0 : 1;
    const Enclosure exact{block.lower[i], block.upper[i]};
    const Outcome device = tolerance.Check(block.errors().actual[i], exact);
    const Outcome other = tolerance.Check(block.benchmark[i], exact);
    counts.device += device == Outcome::kBeyond;
    counts.benchmark += other == Outcome::kBeyond;
    open_ += device == Outcome::kOpen || other == Outcome::kOpen;
  }

  RuleContext context_;
  double mean_limit_, max_limit_, small_threshold_, cancellation_threshold_;
  LinearTolerance below_max_, up_to_max_, small_error_;
  ToleranceCounts normal_counts_;
  ExactSum normal_errors_;
  double max_relative_ = 0, max_radius_ = 0;  // radii of relative errors of 0
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

// Errors of the device over errors of a same-precision benchmark, both against the exact value
// (commercial standard, levels L0 to L2).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "framework/judge/exact_sum.h"
#include "framework/judge/hot_loop.h"
#include "framework/judge/relative_error.h"
#include "framework/judge/rules/relative_terms.h"
#include "framework/judge/rules/rules.h"
#include "framework/judge/verdict_text.h"

namespace touchstone::judge {
namespace {

TOUCHSTONE_HOT_LOOP void Square(const double* values, size_t count, double* squares) {
  for (size_t i = 0; i < count; ++i) squares[i] = values[i] * values[i];
}

// Errors of one side, the device or the benchmark.
struct Side {
  uint64_t normal = 0;        ///< elements with |exact| >= small_value_threshold
  uint64_t small_errors = 0;  ///< others with an error above small_value_error
  double max_relative = 0;
  ExactSum relative_errors, squared_errors;

  /// Elements of the normal domain: their errors and magnitudes.
  void AddNormal(const double* errors, const double* magnitudes, size_t count) {
    BlockArray terms;
    max_relative =
        std::max(max_relative, RelativeErrors(errors, magnitudes, count, terms.data()));
    relative_errors.AddBlock(terms.data(), count);
    Square(errors, count, terms.data());
    squared_errors.AddBlock(terms.data(), count);
    normal += count;
  }
  void Merge(const Side& other) {
    normal += other.normal;
    small_errors += other.small_errors;
    max_relative = std::max(max_relative, other.max_relative);
    relative_errors.Merge(other.relative_errors);
    squared_errors.Merge(other.squared_errors);
  }
  double Mean(const ExactSum& sum) const {
    return normal == 0 ? 0 : sum.Value() / static_cast<double>(normal);
  }
  double RootMeanSquare() const { return std::sqrt(Mean(squared_errors)); }
};

// How far the reference's own errors may move the measures of either side: a relative error by its
// radius at most, a root of mean squares by that of the radii (Minkowski).
struct Radii {
  double max_relative = 0;  ///< of relative errors of 0; those of e are 1 + e times as large
  ExactSum relative, squared;

  void Add(const double* magnitudes, const double* radii, size_t count) {
    BlockArray terms;
    const double largest = RelativeRadii(magnitudes, radii, count, terms.data());
    if (largest == 0) return;
    max_relative = std::max(max_relative, largest);
    relative.AddBlock(terms.data(), count);
    Square(radii, count, terms.data());
    squared.AddBlock(terms.data(), count);
  }
  void Merge(const Radii& other) {
    max_relative = std::max(max_relative, other.max_relative);
    relative.Merge(other.relative);
    squared.Merge(other.squared);
  }
  double MaxRadius(const Side& side) const { return max_relative * (1 + side.max_relative); }
  double MeanRadius(const Side& side) const {
    return side.Mean(relative) * (1 + side.max_relative);
  }
  double RootMeanSquareRadius(const Side& side) const { return std::sqrt(side.Mean(squared)); }
};

struct Domains {
  uint64_t normal = 0;  ///< elements with |exact| >= small_value_threshold
  uint64_t open = 0;    ///< elements that the reference leaves on either side of it
  uint64_t finite = 0;  ///< elements with a finite benchmark
};

TOUCHSTONE_HOT_LOOP Domains MeasureDomains(const double* __restrict exacts,
                                           const double* __restrict radii,
                                           const double* __restrict benchmarks, double threshold,
                                           size_t count, double* __restrict magnitudes,
                                           double* __restrict benchmark_errors) {
  uint64_t normal = 0, open = 0, finite = 0;
  for (size_t i = 0; i < count; ++i) {
    const double magnitude = std::fabs(exacts[i]), radius = radii[i];
    const bool is_normal = magnitude >= threshold;
    magnitudes[i] = magnitude;
    benchmark_errors[i] = std::fabs(benchmarks[i] - exacts[i]);
    normal += is_normal;
    open += (is_normal & (magnitude - radius < threshold)) |
            (!is_normal & (magnitude + radius >= threshold));
    finite += std::fabs(benchmarks[i]) < HUGE_VAL;
  }
  return {normal, open, finite};
}

// Those of a block that are of the normal domain, side by side.
struct NormalElements {
  BlockArray errors, magnitudes, radii;
  size_t count = 0;

  void Take(double error, double magnitude, double radius) {
    errors[count] = error;
    magnitudes[count] = magnitude;
    radii[count] = radius;
    ++count;
  }
};

struct Ratio {
  const char* name;
  double device, device_radius;
  double benchmark, benchmark_radius;
};

class DualBenchmarkState final : public RuleState {
 public:
  explicit DualBenchmarkState(const RuleContext& context)
      : context_(context),
        threshold_(context.Number("small_value_threshold")),
        small_error_{context.Number("small_value_error"), 0, false} {}

  void Add(const Block& block) override {
    const Domains domains =
        MeasureDomains(block.pass.exact, block.errors().radius.data(), block.benchmark, threshold_,
                       block.count, magnitudes_.data(), benchmark_errors_.data());
    open_ += domains.open;
    compared_ += domains.finite;
    elements_ += block.count;
    const ErrorArrays& errors = block.errors();
    if (domains.normal == block.count && domains.finite == block.count) {
      device_.AddNormal(errors.error.data(), magnitudes_.data(), block.count);
      benchmark_.AddNormal(benchmark_errors_.data(), magnitudes_.data(), block.count);
      radii_.Add(magnitudes_.data(), errors.radius.data(), block.count);
    } else {
      AddOneByOne(block, errors);
    }
    for (const SpecialElement& element : block.specials) AddSpecial(element);
  }

  void Merge(const RuleState& other) override {
    const auto& others = static_cast<const DualBenchmarkState&>(other);
    device_.Merge(others.device_);
    benchmark_.Merge(others.benchmark_);
    radii_.Merge(others.radii_);
    open_ += others.open_;
    elements_ += others.elements_;
    compared_ += others.compared_;
    wrong_classes_ += others.wrong_classes_;
    review_classes_ += others.review_classes_;
  }

  bool JudgesClasses() const override { return true; }

  void Finish(const Totals&, Verdict& verdict) const override {
    verdict.limits = context_.numbers;
    std::string failures;
    bool undecided = open_ > 0;
    for (const Ratio& measure : Ratios()) {
      const std::string limit_name = std::string(measure.name) + "_ratio";
      const double limit = context_.Number(limit_name);
      const double denominator = Denominator(measure.benchmark);
      const double ratio =
          denominator == 0 && measure.device == 0 ? 0 : measure.device / denominator;
      verdict.values[limit_name] = ratio;
      verdict.values[std::string(measure.name) + "_device"] = measure.device;
      verdict.values[std::string(measure.name) + "_benchmark"] = measure.benchmark;
      const double low = Denominator(std::max(0.0, measure.benchmark - measure.benchmark_radius));
      const double high = Denominator(measure.benchmark + measure.benchmark_radius);
      if (measure.device + measure.device_radius <= limit * low) continue;
      if (measure.device - measure.device_radius > limit * high || std::isnan(ratio)) {
        Append(failures,
               fmt::format("{} {} > {:.6g} (device {:.6g}, benchmark {:.6g})", limit_name,
                           NumberText(ratio, limit), limit, measure.device, measure.benchmark));
      } else {
        undecided = true;
      }
    }
    const double small_limit = context_.Number("small_value_ratio");
    const auto small_benchmark = std::max<uint64_t>(benchmark_.small_errors, 1);
    const double small_ratio =
        static_cast<double>(device_.small_errors) / static_cast<double>(small_benchmark);
    verdict.values["small_value_ratio"] = small_ratio;
    verdict.values["small_value_errors_device"] = static_cast<double>(device_.small_errors);
    verdict.values["small_value_errors_benchmark"] = static_cast<double>(benchmark_.small_errors);
    if (static_cast<double>(device_.small_errors) >
        small_limit * static_cast<double>(small_benchmark)) {
      Append(failures, fmt::format("small_value_ratio {} > {:.6g} (device {} errors, benchmark {})",
                                   NumberText(small_ratio, small_limit), small_limit,
                                   device_.small_errors, benchmark_.small_errors));
    }
    if (wrong_classes_ > 0)
      Append(failures, fmt::format("{} elements of a wrong class", wrong_classes_));
    Decide(failures, undecided, verdict);
  }

 private:
  void AddOneByOne(const Block& block, const ErrorArrays& errors) {
    NormalElements device, benchmark;
    for (size_t i = 0; i < block.count; ++i) {
      const bool has_benchmark = std::isfinite(block.benchmark[i]);
      if (magnitudes_[i] >= threshold_) {
        device.Take(errors.error[i], magnitudes_[i], errors.radius[i]);
        if (has_benchmark) {
          benchmark.Take(benchmark_errors_[i], magnitudes_[i], errors.radius[i]);
        }
        continue;
      }
      const Enclosure golden{block.lower[i], block.upper[i]};
      CountSmall(small_error_.Check(errors.actual[i], golden), device_);
      if (has_benchmark) CountSmall(small_error_.Check(block.benchmark[i], golden), benchmark_);
    }
    device_.AddNormal(device.errors.data(), device.magnitudes.data(), device.count);
    benchmark_.AddNormal(benchmark.errors.data(), benchmark.magnitudes.data(), benchmark.count);
    radii_.Add(device.magnitudes.data(), device.radii.data(), device.count);
  }

  static void Append(std::string& text, const std::string& more) {
    text += text.empty() ? more : "; " + more;
  }

  void Decide(const std::string& failures, bool undecided, Verdict& verdict) const {
    verdict.certified = true;
    // A class is wrong whatever else is left open; ratios hold only once every element has its side.
    if (wrong_classes_ > 0 || (!failures.empty() && open_ == 0)) {
      verdict.state = VerdictState::kFail;
      verdict.reason = failures;
    } else if (review_classes_ > 0) {
      verdict.state = VerdictState::kReview;
      verdict.reason =
          fmt::format("{} elements where device, benchmark and exact value are of three classes",
                      review_classes_);
    } else if (elements_ > 0 && compared_ == 0) {
      verdict.state = VerdictState::kReview;
      verdict.reason = "the benchmark is not finite at any element";
    } else if (undecided || !failures.empty()) {
      verdict.state = VerdictState::kUndecided;
      verdict.certified = false;
      verdict.reason = "the reference is not narrow enough to decide the ratios";
    } else {
      verdict.state = VerdictState::kPass;
    }
  }

  void CountSmall(Outcome outcome, Side& side) {
    if (outcome == Outcome::kBeyond) ++side.small_errors;
    if (outcome == Outcome::kOpen) ++open_;
  }

  void AddSpecial(const SpecialElement& element) {
    switch (element.kind) {
      case SpecialKind::kUnwritten:  // fails every verdict as it is
      case SpecialKind::kClassMatch:
        return;
      case SpecialKind::kOpen:
        ++open_;
        return;
      case SpecialKind::kClassMismatch:
        break;
    }
    // Commercial standard: where device, benchmark and golden all differ a person has to look.
    const tensor::FloatFormat& format = *context_.format;
    const tensor::ElementClass actual = tensor::ClassOf(format, element.actual_bits);
    const tensor::ElementClass benchmark =
        tensor::ClassOf(format, tensor::Round(format, element.benchmark));
    const bool three_classes = benchmark != actual && !element.expected.Has(benchmark);
    ++(three_classes ? review_classes_ : wrong_classes_);
  }

  // Both policies for a benchmark without errors are data: add something, or hold a floor.
  double Denominator(double benchmark) const {
    return std::max(benchmark, context_.Number("denominator_floor")) +
           context_.Number("denominator_offset");
  }

  std::array<Ratio, 3> Ratios() const {
    const auto measure = [](const char* name, double device, double device_radius, double benchmark,
                            double benchmark_radius) {
      // Against an exact reference the measures are compared as they are computed; otherwise the
      // few roundings of each term and of the mean are counted into the radius.
      constexpr double kRounding = 0x1p-50;
      const auto widen = [](double value, double radius) {
        return radius == 0 ? 0 : radius + value * kRounding;
      };
      return Ratio{name, device, widen(device, device_radius), benchmark,
                     widen(benchmark, benchmark_radius)};
    };
    const Side& d = device_;
    const Side& b = benchmark_;
    return {measure("mare", d.max_relative, radii_.MaxRadius(d), b.max_relative,
                    radii_.MaxRadius(b)),
            measure("mere", d.Mean(d.relative_errors), radii_.MeanRadius(d),
                    b.Mean(b.relative_errors), radii_.MeanRadius(b)),
            measure("rmse", d.RootMeanSquare(), radii_.RootMeanSquareRadius(d),
                    b.RootMeanSquare(), radii_.RootMeanSquareRadius(b))};
  }

  RuleContext context_;
  double threshold_;
  LinearTolerance small_error_;
  Side device_, benchmark_;
  Radii radii_;  // of the device's elements, which are the benchmark's and more
  BlockArray magnitudes_, benchmark_errors_;  // of the block at hand
  uint64_t open_ = 0;
  uint64_t elements_ = 0;  ///< compared with the exact value
  uint64_t compared_ = 0;  ///< of these, with a finite benchmark
  uint64_t wrong_classes_ = 0, review_classes_ = 0;
};

class DualBenchmark final : public RuleKind {
 public:
  std::string_view name() const override { return "dual-benchmark"; }
  std::vector<RuleParameter> parameters() const override {
    return {{"mare_ratio"},
            {"mere_ratio"},
            {"rmse_ratio"},
            {"small_value_ratio"},
            {"small_value_threshold"},
            {"small_value_error"},
            {"denominator_offset"},
            {"denominator_floor"}};
  }
  bool Accepts(Golden golden) const override { return golden == Golden::kExact; }
  bool NeedsBenchmark() const override { return true; }
  std::unique_ptr<RuleState> Start(const RuleContext& context) const override {
    return std::make_unique<DualBenchmarkState>(context);
  }
};

}  // namespace

const RuleKind& DualBenchmarkRule() {
  static const DualBenchmark rule;
  return rule;
}

}  // namespace touchstone::judge

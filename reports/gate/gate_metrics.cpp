#include "reports/gate/gate_metrics.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace touchstone::gate {

// The simulator is reproducible to the bit, so on it every drift comes with a changed digest, which
// fails by itself. The allowances matter where a policy takes digests as information, as on real
// hardware: a tenth covers the change of a maximum when a reduction is reordered. Absolute
// allowances exist only for numbers without the data's unit: half an ULP is what one rounding more
// can add to an element, and relative errors below 2^-24 = 6e-8 are below one fp32 rounding.
const std::vector<GateMetric>& AllGateMetrics() {
  using judge::Metrics;
  static const std::vector<GateMetric> metrics = {
      {"max_error_ulp", &Metrics::max_error_ulp, {0.1, 0.5}},
      {"mean_error_ulp", &Metrics::mean_error_ulp, {0.1, 0.01}},
      {"max_relative_error", &Metrics::max_relative_error, {0.1, 6e-8}},
      {"mean_relative_error", &Metrics::mean_relative_error, {0.1, 6e-9}},
      {"root_mean_square_error", &Metrics::root_mean_square_error, {0.1, 0}},
      {"max_absolute_error", &Metrics::max_absolute_error, {0.1, 0}},
  };
  return metrics;
}

double RoundForBaseline(double value) {
  if (!std::isfinite(value)) return value;
  const std::string text = fmt::format("{:.4e}", value);
  double rounded = 0;
  std::from_chars(text.data(), text.data() + text.size(), rounded);
  return rounded;
}

}  // namespace touchstone::gate

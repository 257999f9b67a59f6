#include "framework/suite/atk_data.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <cmath>
#include <vector>

#include "framework/suite/data_fields.h"

namespace touchstone::suite {
namespace {

data::DataSpec Spec(std::string distribution, std::map<std::string, data::Parameter> parameters) {
  data::DataSpec spec;
  spec.distribution = std::move(distribution);
  spec.parameters = std::move(parameters);
  return spec;
}

std::string NumberText(double value) {
  if (std::isnan(value)) return ".nan";
  if (std::isinf(value)) return value < 0 ? "-.inf" : ".inf";
  return fmt::format("{}", value);
}

// A value in [low, high) that depends on `key` alone; 53 bits of hash make a fraction.
double Draw(double low, double high, const std::string& key) {
  if (low == high) return low;
  const uint64_t hash = XXH3_64bits(key.data(), key.size());
  return low + (high - low) * (static_cast<double>(hash >> 11) * 0x1p-53);
}

}  // namespace

std::optional<data::DataSpec> AtkData(const AtkRange& range, const std::string& case_id,
                                      const std::string& name) {
  switch (range.kind) {
    case AtkRange::Kind::kDefault:
    case AtkRange::Kind::kEmpty:
      return DefaultData();
    case AtkRange::Kind::kConstant:
      return Spec("constant", {{"value", range.low}});
    case AtkRange::Kind::kUniform:
      if (range.low == range.high) return Spec("constant", {{"value", range.low}});
      return Spec("uniform", {{"low", range.low}, {"high", range.high}});
    case AtkRange::Kind::kSpecials: {
      std::vector<data::Literal> values;
      for (const double value : range.specials) values.push_back({value, NumberText(value), {}});
      return Spec("values", {{"values", std::move(values)}});
    }
    case AtkRange::Kind::kNormal: {
      const double mean = Draw(range.low, range.high, case_id + "/" + name + "/mean");
      const double stddev = Draw(range.std_low, range.std_high, case_id + "/" + name + "/std");
      if (stddev == 0) return Spec("constant", {{"value", mean}});
      return Spec("normal", {{"mean", mean}, {"stddev", stddev}});
    }
    case AtkRange::Kind::kFlag:
    case AtkRange::Kind::kText:
    case AtkRange::Kind::kList:
      return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace touchstone::suite

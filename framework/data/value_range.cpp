#include "framework/data/value_range.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "framework/data/parameters.h"
#include "framework/tensor/float_format.h"
#include "framework/tensor/value_codec.h"

namespace touchstone::data {
namespace {

using tensor::DType;

/// The smallest value of fp32, fp16 or bf16 that is at least `bound`.
double CeilingIn(DType dtype, double bound) {
  const tensor::FloatFormat& format = tensor::FormatOf(dtype);
  uint32_t bits = tensor::Round(format, bound);
  if (tensor::Decode(format, bits) >= bound) return tensor::Decode(format, bits);
  if ((bits & ~format.sign_bit) == 0) {
    bits = 1;
  } else {
    bits += (bits & format.sign_bit) != 0 ? -1 : 1;
  }
  return tensor::Decode(format, bits);
}

}  // namespace

DTypeLimits LimitsOf(DType dtype) {
  if (dtype == DType::kFp64) {
    return {-std::numeric_limits<double>::max(), std::numeric_limits<double>::max()};
  }
  if (tensor::Info(dtype).is_float) {
    const tensor::FloatFormat& format = tensor::FormatOf(dtype);
    const double highest = tensor::Decode(format, format.infinity - 1);
    return {-highest, highest};
  }
  if (dtype == DType::kBool) return {0, 1};
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  return {tensor::DecodeValue(dtype, tensor::EncodeValue(dtype, -kInfinity)),
          tensor::DecodeValue(dtype, tensor::EncodeValue(dtype, kInfinity))};
}

bool Fits(DType dtype, double value) {
  if (!std::isfinite(value)) return false;
  if (tensor::Info(dtype).is_float) {
    return std::isfinite(tensor::DecodeValue(dtype, tensor::EncodeValue(dtype, value)));
  }
  const DTypeLimits limits = LimitsOf(dtype);
  return value >= limits.lowest && value <= limits.highest;
}

ValueRange RangeIn(DType dtype, double low, double high) {
  ValueRange range;
  if (dtype == DType::kFp64) {
    range = {low, high, false};
  } else if (tensor::Info(dtype).is_float) {
    range = {CeilingIn(dtype, low), -CeilingIn(dtype, -high), false};
    if (range.low > range.high) {
      const double nearest = tensor::DecodeValue(dtype, tensor::EncodeValue(dtype, low));
      range = {nearest, nearest, true};
    }
  } else {
    const DTypeLimits limits = LimitsOf(dtype);
    range = {std::max(std::ceil(low), limits.lowest), std::min(std::floor(high), limits.highest),
             false};
    range.empty = range.low > range.high;
  }
  return range;
}

std::string BeyondText(std::string_view name, double value, DType dtype) {
  const DTypeLimits limits = LimitsOf(dtype);
  return fmt::format("'{}' is {}, beyond {}'s {} value {}", name, NumberText(value),
                     tensor::Name(dtype), value < 0 ? "lowest" : "largest",
                     NumberText(value < 0 ? limits.lowest : limits.highest));
}

void CheckBounds(const DataSpec& spec, DType dtype, std::string_view low_name, double low,
                 std::string_view high_name, double high, Errors& errors) {
  const size_t before = errors.size();
  for (const auto& [name, value] : {std::pair(low_name, low), std::pair(high_name, high)}) {
    if (!std::isfinite(value)) {
      errors.push_back(
          SpecError(spec, fmt::format("'{}' must be finite, not {}", name, NumberText(value))));
    } else if (tensor::Info(dtype).is_float && !Fits(dtype, value)) {
      errors.push_back(SpecError(spec, BeyondText(name, value, dtype)));
    }
  }
  if (errors.size() != before) return;
  if (low > high) {
    errors.push_back(
        SpecError(spec, fmt::format("'{}' is {}, greater than '{}', which is {}", low_name,
                                    NumberText(low), high_name, NumberText(high))));
  } else if (!tensor::Info(dtype).is_float && RangeIn(dtype, low, high).empty) {
    errors.push_back(
        SpecError(spec, fmt::format("no value of {} lies between {} and {}", tensor::Name(dtype),
                                    NumberText(low), NumberText(high))));
  } else if (!std::isfinite(high - low)) {
    errors.push_back(SpecError(spec, fmt::format("the range from {} to {} is too wide",
                                                 NumberText(low), NumberText(high))));
  }
}

Errors BoundsNotes(const DataSpec& spec, DType dtype, double low, double high) {
  const ValueRange range = RangeIn(dtype, low, high);
  if (tensor::Info(dtype).is_float) {
    if (!range.empty) return {};
    return {SpecError(
        spec, fmt::format("no value of {} lies between {} and {}; {} is used", tensor::Name(dtype),
                          NumberText(low), NumberText(high), NumberText(range.low)))};
  }
  const DTypeLimits limits = LimitsOf(dtype);
  if (low >= limits.lowest && high <= limits.highest) return {};
  return {SpecError(spec, fmt::format("the range from {} to {} is cut to {}'s values, {} to {}",
                                      NumberText(low), NumberText(high), tensor::Name(dtype),
                                      NumberText(range.low), NumberText(range.high)))};
}

}  // namespace touchstone::data

// What the two sides of a comparison in `where:` stand for.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/suite/axes.h"

namespace touchstone::suite {

/// A text that may also be a number.
struct ConditionValue {
  std::string text;
  std::optional<double> number;
};

ConditionValue ValueOf(std::string text, bool is_quoted);
/// Numbers as numbers, all else as text.
bool Equal(const ConditionValue& a, const ConditionValue& b);

/// One side: a constant, or what an axis, an entry of it or a function of it has at a point.
struct Operand {
  std::optional<size_t> axis;
  std::vector<ConditionValue> values;  ///< one per value of the axis, or the constant alone
  std::string written;                 ///< for messages
  bool is_plain_axis = false;          ///< the axis itself, not an entry or a function of it

  const ConditionValue& At(const AxisPoint& point) const { return values[axis ? point[*axis] : 0]; }
};

/// Functions of an axis: rank, count.
struct ConditionFunction {
  std::string_view name;
  /// The value for one axis value; nothing when it is no list of extents.
  std::optional<double> (*apply)(const Node& value);
};
const std::vector<ConditionFunction>& ConditionFunctions();

}  // namespace touchstone::suite

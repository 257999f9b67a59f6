// `where:` - an expression over the values of a template's axes.
//
//   dtype == fp16 and reduction != mean
//   soc in [Ascend910A, Ascend310P3] or not (rank(shape) > 2)
//   range.low < 0 and count(shape) <= 1024
//
// A word is the axis of that name (`$dtype` is the same) and otherwise a text; `axis.key` is an
// entry of an axis whose values are maps. == and != compare numbers as numbers and all else as the
// text that case ids show, so `shape == [4, 5]` works; < <= > >= take numbers only. rank() and
// count() are the length and the product of a list. `not` binds tightest, then `and`, then `or`.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "framework/suite/axes.h"
#include "framework/suite/node.h"
#include "framework/suite/problems.h"

namespace touchstone::suite {

/// Parses one expression. Problems, each at its place in the text: a slip in the grammar, an
/// unknown axis, a value that the axis does not have, an order of what are no numbers.
std::optional<Axes::Constraint> ReadCondition(const Node& node, const std::vector<Axis>& axes,
                                              Problems& problems);

}  // namespace touchstone::suite

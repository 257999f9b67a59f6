// `$axis` in a case template stands for the value that the axis has in the case being made.
//
// A whole scalar `$shape` is replaced by the axis value itself (a list, a map, ...); inside longer
// text, `$dtype` or `${dtype}` is replaced by the value's text. `$axis.key` is the entry of an axis
// whose values are maps. `$$` is a dollar sign; a '$' before anything but a name stands for itself.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/suite/axes.h"
#include "framework/suite/node.h"
#include "framework/suite/problems.h"

namespace touchstone::suite {

/// Letters, digits and '_', not beginning with a digit.
bool IsAxisName(std::string_view text);

/// Calls `visit(scalar, axis name)` for every reference below `node`.
void ForEachReference(const Node& node,
                      const std::function<void(const Node&, std::string_view)>& visit);

/// The axes and the point of the expansion that references are looked up in.
class Scope {
 public:
  /// `axes` must outlive the scope. New nodes go to `document`.
  Scope(const Axes& axes, Document& document, Problems& problems);

  void MoveTo(const AxisPoint& point) { point_ = &point; }

  /// Sorted numbers of the axes that `node` refers to, directly or below. Unknown names go to the
  /// problems, once for the template and not for each of its cases.
  std::vector<size_t> AxesOf(const Node& node);

  /// `node`, or what it stands for at the current point; nullptr when an axis value lacks the key
  /// (which is then recorded). Only the node itself is looked at, not what is below it.
  const Node* Resolve(const Node& node);
  /// The same for text alone.
  std::optional<std::string> ResolveText(const std::string& text, size_t offset);

 private:
  const Node* Lookup(const Node& at, std::string_view name, std::string_view member);
  std::optional<size_t> IndexOf(std::string_view name) const;

  const Axes& axes_;
  Document& document_;
  Problems& problems_;
  const AxisPoint* point_ = nullptr;
};

}  // namespace touchstone::suite

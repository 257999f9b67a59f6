// The axes of a case template: what is expanded, in which order, and what is left out.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "framework/suite/node.h"
#include "framework/suite/problems.h"

namespace touchstone::suite {

/// Most cases that one template may expand to, and all suites of one run together.
inline constexpr uint64_t kMaxCases = 1'000'000;

struct Axis {
  std::string name;
  size_t offset = 0;  ///< of the name in the source
  std::vector<const Node*> values;
  std::vector<std::string> texts;  ///< of the values, as ids and exclusions write them
  bool broken = false;             ///< defined, but without usable values; recorded as a problem
};

/// Which value each axis has at one point of the expansion.
using AxisPoint = std::vector<size_t>;

/// Axes in file order. Axes of one zip share a group and advance together.
struct Axes {
  struct Group {
    std::vector<size_t> axes;
    size_t size = 0;
  };
  struct Exclusion {
    std::vector<std::pair<size_t, std::vector<std::string>>> matches;  ///< axis, any of these texts
    size_t offset = 0;
  };
  std::vector<Axis> axes;
  std::vector<Group> groups;
  std::vector<Exclusion> exclusions;

  /// Number of points before exclusions; kMaxCases + 1 stands for anything larger.
  uint64_t PointCount() const;
  /// Visits every point that no exclusion covers, the last axis fastest. Exclusions that cover
  /// nothing and an expansion that leaves nothing go to `problems`.
  void ForEachPoint(Problems& problems, size_t template_offset,
                    const std::function<void(const AxisPoint&)>& visit) const;
};

/// Reads `matrix`, `zip` and `exclude` of a case. Problems: empty axes, unequal zips, a value
/// listed twice, names that are no identifiers, unknown axes or values in an exclusion, too many
/// points.
Axes ReadAxes(const Node& case_node, Problems& problems);

/// How an axis value appears in case ids: its text; "4x5" for a list of extents ("scalar" for an
/// empty one); other lists joined by '_'; "{key:value;key:value}" for maps.
std::string AxisText(const Node& value);

}  // namespace touchstone::suite

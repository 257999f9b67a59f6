// The axes of a case template: what is expanded, in which order, and what is left out.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "framework/suite/node.h"
#include "framework/suite/problems.h"

namespace touchstone::suite {

/// Most cases that one template may expand to, and all suites of one run together. A case takes
/// about 6 KB of memory, so this many take 1.5 GB.
inline constexpr uint64_t kMaxCases = 250'000;

struct Axis {
  std::string name;
  size_t offset = 0;  ///< of the name in the source
  std::vector<const Node*> values;
  std::vector<std::string> texts;  ///< of the values, as ids and exclusions write them
  bool broken = false;             ///< defined, but without usable values; recorded as a problem
};

/// Which value each axis has at one point of the expansion.
using AxisPoint = std::vector<size_t>;

/// Axes in file order, and which points of their product are cases.
struct Axes {
  /// Axes whose values are chosen together: one of a matrix, all of a zip, all of a pairwise.
  struct Group {
    std::vector<size_t> axes;
    std::vector<std::vector<size_t>> rows;  ///< the combinations, each with a value per axis
    bool in_step = false;                   ///< zip: one axis' value tells the others'
  };
  /// What every case must satisfy: an entry of `exclude`, or `where`.
  struct Constraint {
    std::vector<size_t> axes;  ///< that it looks at
    std::function<bool(const AxisPoint&)> allows;
    size_t offset = 0;
    std::string key;  ///< "exclude" or "where"
  };
  /// Only so many of the points, chosen by `seed`.
  struct Sample {
    uint64_t count = 0;
    uint64_t seed = 1;
    size_t offset = 0;
  };
  std::vector<Axis> axes;
  std::vector<Group> groups;
  std::vector<Constraint> constraints;
  std::optional<Sample> sample;

  /// Number of points before constraints; kManyPoints + 1 stands for anything larger.
  uint64_t PointCount() const;
  /// Visits every point that all constraints allow and the sample (if any) chooses, the last axis
  /// fastest. Constraints that forbid nothing, an expansion that leaves nothing and a sample larger
  /// than what there is go to `problems`.
  void ForEachPoint(Problems& problems, size_t template_offset,
                    const std::function<void(const AxisPoint&)>& visit) const;
};

/// The largest product of axes that a sample can be drawn from.
inline constexpr uint64_t kManyPoints = uint64_t{1} << 62;

/// Reads `matrix`, `zip`, `pairwise`, `exclude`, `where` and `sample` of a case. Problems: empty
/// axes, unequal zips, a value listed twice, names that are no identifiers, unknown axes or values
/// in a constraint, too many points.
Axes ReadAxes(const Node& case_node, Problems& problems);

/// How an axis value appears in case ids: its text; "4x5" for a list of extents ("scalar" for an
/// empty one); other lists joined by '_'; "{key:value;key:value}" for maps.
std::string AxisText(const Node& value);

}  // namespace touchstone::suite

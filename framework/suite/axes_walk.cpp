// Which points of the axes' product become cases.
#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "framework/suite/axes.h"

namespace touchstone::suite {
namespace {

// Draws from a product too large to enumerate end after this many for each wanted case.
constexpr uint64_t kDrawsPerCase = 1000;

class Walk {
 public:
  Walk(const Axes& axes, Problems& problems)
      : axes_(axes),
        problems_(problems),
        point_(axes.axes.size(), 0),
        forbade_(axes.constraints.size(), false) {}

  const AxisPoint& point() const { return point_; }

  // Moves to the point of this number; false when a constraint forbids it.
  bool MoveTo(uint64_t number) {
    for (size_t g = axes_.groups.size(); g-- > 0;) {
      const Axes::Group& group = axes_.groups[g];
      const auto& row = group.rows[number % group.rows.size()];
      for (size_t i = 0; i < row.size(); ++i) point_[group.axes[i]] = row[i];
      number /= group.rows.size();
    }
    bool allowed = true;
    for (size_t i = 0; i < axes_.constraints.size(); ++i) {
      if (axes_.constraints[i].allows(point_)) continue;
      forbade_[i] = true;
      allowed = false;
    }
    return allowed;
  }

  // A constraint that forbids nothing is a slip, unless pairwise rows satisfied it from the start.
  void ReportIdleConstraints() {
    for (size_t i = 0; i < axes_.constraints.size(); ++i) {
      const Axes::Constraint& one = axes_.constraints[i];
      if (forbade_[i] || ShapedPairwiseRows(one)) continue;
      problems_.Add(one.offset, one.key == "exclude"
                                    ? "this exclusion covers no combination of the axes"
                                    : "this condition holds for every combination of the axes");
    }
  }

 private:
  bool ShapedPairwiseRows(const Axes::Constraint& constraint) const {
    return std::any_of(axes_.groups.begin(), axes_.groups.end(), [&](const Axes::Group& group) {
      return !group.in_step && group.axes.size() > 1 &&
             std::all_of(constraint.axes.begin(), constraint.axes.end(), [&](size_t axis) {
               return std::find(group.axes.begin(), group.axes.end(), axis) != group.axes.end();
             });
    });
  }

  const Axes& axes_;
  Problems& problems_;
  AxisPoint point_;
  std::vector<bool> forbade_;
};

uint64_t Hash(uint64_t seed, uint64_t number) {
  // Bytes in a fixed order, so that every machine draws the same sample.
  std::array<unsigned char, 8> bytes;
  for (size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<unsigned char>(number >> (8 * i));
  }
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

// The allowed points with the smallest hashes, in order.
std::vector<uint64_t> ChooseFew(const Axes& axes, Walk& walk, Problems& problems) {
  std::vector<std::pair<uint64_t, uint64_t>> ranked;
  const uint64_t count = axes.PointCount();
  for (uint64_t number = 0; number < count; ++number) {
    if (walk.MoveTo(number)) ranked.emplace_back(Hash(axes.sample->seed, number), number);
  }
  walk.ReportIdleConstraints();
  const uint64_t wanted = axes.sample->count;
  if (ranked.size() < wanted) {
    problems.Add(axes.sample->offset,
                 fmt::format("sample asks for {} cases, but the axes and their constraints allow "
                             "only {}",
                             wanted, ranked.size()));
    return {};
  }
  std::sort(ranked.begin(), ranked.end());
  std::vector<uint64_t> chosen;
  for (uint64_t i = 0; i < wanted; ++i) chosen.push_back(ranked[i].second);
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

// The same of a product that cannot be enumerated: drawn until there are enough.
std::vector<uint64_t> ChooseAmongMany(const Axes& axes, Walk& walk, Problems& problems) {
  const uint64_t count = axes.PointCount();
  if (count > kManyPoints) {
    problems.Add(axes.sample->offset,
                 "the axes have more combinations than a sample can be drawn from");
    return {};
  }
  std::set<uint64_t> chosen;
  const uint64_t draws = axes.sample->count * kDrawsPerCase;
  for (uint64_t draw = 0; draw < draws && chosen.size() < axes.sample->count; ++draw) {
    const uint64_t number = Hash(axes.sample->seed, draw) % count;
    if (walk.MoveTo(number)) chosen.insert(number);
  }
  if (chosen.size() < axes.sample->count) {
    problems.Add(axes.sample->offset,
                 fmt::format("{} draws found only {} of the {} cases; the constraints allow too "
                             "few of the combinations",
                             draws, chosen.size(), axes.sample->count));
    return {};
  }
  return {chosen.begin(), chosen.end()};
}

}  // namespace

uint64_t Axes::PointCount() const {
  uint64_t count = 1;
  for (const Group& group : groups) {
    if (group.rows.empty()) return 0;
    if (count > kManyPoints / group.rows.size()) return kManyPoints + 1;
    count *= group.rows.size();
  }
  return count;
}

void Axes::ForEachPoint(Problems& problems, size_t template_offset,
                        const std::function<void(const AxisPoint&)>& visit) const {
  Walk walk(*this, problems);
  if (sample) {
    const bool few = PointCount() <= kMaxCases;
    for (const uint64_t number :
         few ? ChooseFew(*this, walk, problems) : ChooseAmongMany(*this, walk, problems)) {
      walk.MoveTo(number);
      visit(walk.point());
    }
    return;
  }
  const uint64_t count = PointCount();
  uint64_t visited = 0;
  for (uint64_t number = 0; number < count; ++number) {
    if (!walk.MoveTo(number)) continue;
    ++visited;
    visit(walk.point());
  }
  walk.ReportIdleConstraints();
  if (visited == 0) problems.Add(template_offset, "the constraints leave no case");
}

}  // namespace touchstone::suite

#include "tools/repro/shrink.h"

#include <chrono>
#include <optional>
#include <vector>

#include "tools/repro/case_edit.h"

namespace touchstone::repro {
namespace {

using Clock = std::chrono::steady_clock;

class Search {
 public:
  Search(const suite::Case& start, const Shows& shows, const ShrinkLimits& limits)
      : shows_(shows), limits_(limits) {
    found_.smallest = start;
  }

  Result<Shrunk> Run(const record::CaseRecord& recorded) {
    Try(Dense(Best()));
    for (const std::string& name : InputNames()) Try(WithoutTensor(Best(), name));
    if (!Try(AtWorstElement(Best(), recorded))) ShortenAxes();
    while (Try(WithoutLeadingAxis(Best()))) {
    }
    // Wrong numbers are kept as they were seen: constants could be wrong for another reason.
    const bool wrong_numbers = recorded.metrics && recorded.status == record::CaseStatus::kFail;
    for (const std::string& name : wrong_numbers ? std::vector<std::string>() : InputNames()) {
      if (!Try(WithConstant(Best(), name, 0))) Try(WithConstant(Best(), name, 1));
    }
    if (error_) return *error_;
    return std::move(found_);
  }

 private:
  const suite::Case& Best() const { return found_.smallest; }

  std::vector<std::string> InputNames() const {
    std::vector<std::string> names;
    for (const auto& [name, input] : Best().inputs) names.push_back(name);
    return names;
  }

  bool Try(const Edited& candidate) {
    if (!candidate || error_) return false;
    const std::chrono::duration<double> spent = Clock::now() - started_;
    if (found_.tries >= limits_.tries || spent.count() > limits_.seconds) {
      found_.limited = true;
      return false;
    }
    ++found_.tries;
    const Result<bool> shows = shows_(*candidate);
    if (!shows.ok()) {
      error_ = shows.errors();
      return false;
    }
    if (*shows) found_.smallest = *candidate;
    return *shows;
  }

  // Shortening the outermost axis keeps the elements that stay; any other moves them to other
  // places of the random stream, unless they are listed first.
  void ShortenAxes() {
    const size_t rank = RankOf(Best());
    if (rank == 0) return;
    ShortenFromTheEnd(rank - 1);
    const bool listed = Try(WithListedData(Best()));
    if (listed) ShortenFromTheFront(rank - 1);
    for (size_t axis = rank - 1; axis-- > 0;) {
      ShortenFromTheEnd(axis);
      if (listed) ShortenFromTheFront(axis);
    }
  }

  // The smallest extent that still fails, if failing is a matter of reaching far enough; a local
  // minimum otherwise.
  void ShortenFromTheEnd(size_t axis) {
    int64_t too_short = 0;
    while (ExtentOf(Best(), axis) - too_short > 1 && !Exhausted()) {
      const int64_t middle = too_short + (ExtentOf(Best(), axis) - too_short) / 2;
      if (!Try(WithExtent(Best(), axis, middle))) too_short = middle;
    }
  }

  void ShortenFromTheFront(size_t axis) {
    int64_t too_short = 0;  // extents up to this do not fail
    while (ExtentOf(Best(), axis) - too_short > 1 && !Exhausted()) {
      const int64_t extent = ExtentOf(Best(), axis);
      const int64_t wanted = too_short + (extent - too_short) / 2;
      if (!Try(WithoutFront(Best(), axis, extent - wanted))) too_short = wanted;
    }
  }

  bool Exhausted() const { return error_.has_value() || found_.limited; }

  const Shows& shows_;
  ShrinkLimits limits_;
  Clock::time_point started_ = Clock::now();
  Shrunk found_;
  std::optional<Errors> error_;
};

}  // namespace

Result<Shrunk> Shrink(const suite::Case& start, const record::CaseRecord& recorded,
                      const Shows& shows, const ShrinkLimits& limits) {
  return Search(start, shows, limits).Run(recorded);
}

}  // namespace touchstone::repro

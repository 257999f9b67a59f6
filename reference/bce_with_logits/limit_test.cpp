#include "reference/bce_with_logits/limit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "reference/bce_with_logits/loss.h"
#include "reference/bce_with_logits/test_inputs.h"

namespace touchstone::reference::bce_with_logits {
namespace {

constexpr float kInf = std::numeric_limits<float>::infinity();
const float kNan = std::numeric_limits<float>::quiet_NaN();

// "+inf", "-inf", "none", or the finite limit rounded to fp32.
std::string LimitText(const LossElement& element) {
  const Limit limit = LimitOf(element);
  if (limit.kind == LimitKind::kPositiveInfinity) return "+inf";
  if (limit.kind == LimitKind::kNegativeInfinity) return "-inf";
  if (limit.kind == LimitKind::kNone) return "none";
  EXPECT_TRUE(IsFinite(limit.finite)) << Describe(element);
  const LossElement& e = limit.finite;
  double lower, upper;
  uint32_t bits;
  uint8_t decided;
  EvaluateLoss({{&e.x, 1}, {&e.y, 1}, {&e.w, 1}, {&e.p, 1}}, kFp32,
               {{&lower, 1}, {&upper, 1}, {&bits, 1}, {&decided, 1}});
  std::ostringstream text;
  text << ValueOfBits(kFp32, bits);
  return text.str();
}

struct Row {
  LossElement element;
  const char* limit;
};

void Check(const std::vector<Row>& rows) {
  for (const Row& row : rows) EXPECT_EQ(LimitText(row.element), row.limit) << Describe(row.element);
}

TEST(Limit, InfiniteLogits) {
  Check({{{-kInf, 0}, "0"},
         {{kInf, 0}, "+inf"},
         {{-kInf, 1}, "+inf"},
         {{kInf, 1}, "0"},
         {{-kInf, 0.9f}, "+inf"},
         {{kInf, 0.9f}, "+inf"},
         {{kInf, 2}, "-inf"},
         {{-kInf, -1}, "-inf"},
         {{kInf, 0, -2}, "-inf"},
         {{-kInf, 1, 1, 0}, "0"},
         {{-kInf, 0.5f, 1, 0}, "0"},
         {{-kInf, 1, 1, -3}, "-inf"}});
}

// A weight of zero that stays fixed keeps the product zero all along.
TEST(Limit, FixedZeroWeightsMask) {
  Check({{{kInf, 0, 0}, "0"}, {{-kInf, 1, 0, kInf}, "0"}, {{3, kInf, -0.0f}, "0"}});
}

TEST(Limit, InfiniteWeights) {
  Check({{{0, 0, kInf}, "+inf"},
         {{0, 0, -kInf}, "-inf"},
         {{5, 1, kInf, 0}, "0"},
         {{kInf, 0, kInf}, "+inf"},
         {{kInf, 1, kInf}, "none"},
         {{kInf, 1, kInf, 0}, "0"},
         {{-kInf, 0, kInf}, "none"},
         {{2, 3, kInf}, "-inf"}});
}

TEST(Limit, InfinitePosWeights) {
  Check({{{1, 1, 1, kInf}, "+inf"},
         {{1, 1, -1, kInf}, "-inf"},
         {{0, 0, 2, kInf}, "1.38629"},
         {{0, 0, 2, -kInf}, "1.38629"},
         {{kInf, 0, 1, kInf}, "+inf"},
         {{kInf, 1, 1, kInf}, "none"},
         {{kInf, 0.5f, 1, kInf}, "+inf"},
         {{kInf, 0.5f, 1, -kInf}, "none"},
         {{kInf, 2, 1, -kInf}, "-inf"},
         {{-kInf, 0.5f, 1, -kInf}, "-inf"},
         {{-kInf, 0, 1, kInf}, "0"},
         {{1, 0, kInf, kInf}, "+inf"},
         {{-kInf, 0, kInf, kInf}, "none"}});
}

TEST(Limit, InfiniteTargets) {
  // c = p softplus(-x) - softplus(x): for p = 1 it is -x.
  Check({{{2, kInf}, "-inf"},
         {{-2, kInf}, "+inf"},
         {{2, -kInf}, "+inf"},
         {{0, kInf}, "0.693147"},
         {{0, kInf, -2}, "-1.38629"},
         {{0, kInf, kInf}, "+inf"},
         {{0, kInf, 1, 2}, "+inf"},
         {{0, kInf, 1, 0.5f}, "-inf"},
         {{5, kInf, 1, 1000}, "+inf"},
         {{5, kInf, 1, 100}, "-inf"},
         {{kInf, kInf}, "-inf"},
         {{kInf, kInf, 1, kInf}, "none"},
         {{kInf, kInf, 1, -kInf}, "-inf"},
         {{-kInf, kInf}, "+inf"},
         {{-kInf, kInf, 1, 0}, "none"},
         {{-kInf, -kInf, -1, kInf}, "+inf"},
         {{1, kInf, 1, -kInf}, "-inf"}});
}

TEST(Limit, NanArgumentsHaveNone) {
  Check({{{kNan, 0}, "none"},
         {{0, kNan}, "none"},
         {{0, 0, kNan}, "none"},
         {{0, 0, 1, kNan}, "none"},
         {{kNan, 0, 0}, "none"}});
}

// Walks towards infinity along many paths: with a limit all of them approach it, without one two of
// them part. Exhausts every combination of infinite and representative finite arguments.
class Paths {
 public:
  static std::string Trend(const LossElement& e) {
    const std::string first = AlongPath(e, 0);
    for (unsigned path = 1; path < 8; ++path) {
      if (AlongPath(e, path) != first) return "none";
    }
    return first;
  }

 private:
  // The logit grows like t, other infinite arguments like t or like e^(2t), which outruns e^x.
  static std::string AlongPath(const LossElement& e, unsigned path) {
    const long double before = LossAt(e, path, 100);
    const long double after = LossAt(e, path, 200);
    if (std::fabs(after) < 1e-12L) return "0";
    if (std::fabs(after) < 1.5L * std::fabs(before)) return "finite";
    return after > 0 ? "+inf" : "-inf";
  }

  static long double LossAt(const LossElement& e, unsigned path, double t) {
    const auto at = [&](float value, unsigned bit) -> long double {
      if (!std::isinf(value)) return value;
      const bool fast = (path >> bit & 1) != 0;
      return std::copysign(fast ? std::exp(2.0L * t) : static_cast<long double>(t), value);
    };
    const long double x = std::isinf(e.x) ? std::copysign(static_cast<long double>(t), e.x) : e.x;
    const long double y = at(e.y, 0);
    const long double tau = std::log1p(std::exp(-std::fabs(x)));
    const long double softplus = std::fmax(x, 0.0L) + tau;
    const long double softplus_of_minus = std::fmax(-x, 0.0L) + tau;
    return at(e.w, 1) * (at(e.p, 2) * y * softplus_of_minus + (1 - y) * softplus);
  }
};

TEST(Limit, AgreesWithWalksTowardsInfinity) {
  const float xs[] = {-kInf, kInf, 0.5f, -0.5f};
  const float ys[] = {-kInf, kInf, 0, 1, 0.5f, 2, -1};
  const float ws[] = {-kInf, kInf, 1, -2, 0};
  const float ps[] = {-kInf, kInf, 0, 1, 2, -2};
  int compared = 0;
  for (const float x : xs) {
    for (const float y : ys) {
      for (const float w : ws) {
        for (const float p : ps) {
          const LossElement e = {x, y, w, p};
          if (IsFinite(e)) continue;
          const std::string walked = Paths::Trend(e);
          std::string expected = LimitText(e);
          if (expected != "+inf" && expected != "-inf" && expected != "none" && expected != "0") {
            expected = "finite";
          }
          EXPECT_EQ(walked, expected) << Describe(e);
          ++compared;
        }
      }
    }
  }
  EXPECT_GT(compared, 700);
}

}  // namespace
}  // namespace touchstone::reference::bce_with_logits

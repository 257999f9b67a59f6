#include "framework/judge/element_classes.h"

#include <cmath>
#include <string_view>
#include <utility>

namespace touchstone::judge {
namespace {

using tensor::ElementClass;

// Smallest normal number of fp32, in which the vector units compute: below it a chip that flushes
// gives zero (asc-devkit's description of subnormals; soc.h names the chips).
constexpr double kSmallestNormalFp32 = 0x1p-126;

constexpr std::pair<ElementClass, std::string_view> kClassNames[] = {
    {ElementClass::kFinite, "finite"},
    {ElementClass::kPositiveInfinity, "+inf"},
    {ElementClass::kNegativeInfinity, "-inf"},
    {ElementClass::kNan, "NaN"},
};

}  // namespace

ClassPolicy::ClassPolicy(const tensor::FloatFormat& format, SpecialValues special_values,
                         const soc::SocInfo* soc)
    : format_(format),
      special_values_(special_values),
      saturates_(soc != nullptr && soc->saturates_on_overflow),
      largest_finite_(tensor::Decode(format, format.infinity - 1)),
      overflow_threshold_(
          std::ldexp(2.0 - std::ldexp(1.0, -format.precision_bits), format.max_exponent)),
      flush_threshold_(soc != nullptr && soc->flushes_subnormals ? kSmallestNormalFp32 : 0) {}

ClassSet ClassPolicy::LimitClasses(double lower, double upper) const {
  ClassSet classes;
  if (std::isnan(lower) && std::isnan(upper)) {
    classes.Insert(ElementClass::kNan);
    return classes;
  }
  if (!(lower <= upper)) return classes;
  classes.Insert(tensor::ClassOf(format_, tensor::Round(format_, lower)));
  classes.Insert(tensor::ClassOf(format_, tensor::Round(format_, upper)));
  // From -inf to +inf there are finite values in between.
  if (classes.size() == 2) classes.Insert(ElementClass::kFinite);
  return classes;
}

ClassSet ClassPolicy::Expected(double lower, double upper, ElementClass stated) const {
  ClassSet classes;
  if (special_values_ != SpecialValues::kArithmetic) classes = LimitClasses(lower, upper);
  if (special_values_ != SpecialValues::kLimit) classes.Insert(stated);
  return classes;
}

uint32_t ClassPolicy::Pattern(ElementClass element_class) const {
  const uint32_t overflowed = saturates_ ? format_.infinity - 1 : format_.infinity;
  switch (element_class) {
    case ElementClass::kPositiveInfinity:
      return overflowed;
    case ElementClass::kNegativeInfinity:
      return overflowed | format_.sign_bit;
    case ElementClass::kNan:
      return format_.quiet_nan;
    case ElementClass::kFinite:
      break;
  }
  return 0;
}

bool ClassPolicy::Fits(uint32_t actual_bits, ClassSet expected) const {
  const ElementClass actual = tensor::ClassOf(format_, actual_bits);
  if (actual == ElementClass::kNan || actual == ElementClass::kFinite || !saturates_) {
    if (expected.Has(actual)) return true;
  }
  for (const ElementClass infinity :
       {ElementClass::kPositiveInfinity, ElementClass::kNegativeInfinity}) {
    if (saturates_ && expected.Has(infinity) && actual_bits == Pattern(infinity)) return true;
  }
  return false;
}

ClassPolicy::Decision ClassPolicy::Decide(uint32_t actual_bits, double lower, double upper,
                                          ElementClass stated) const {
  const ClassSet expected = Expected(lower, upper, stated);
  if (expected.size() == 0) return Decision::kOpen;
  if (!Fits(actual_bits, expected)) return Decision::kMismatch;
  const bool class_is_open = special_values_ == SpecialValues::kLimit && expected.size() > 1;
  if (class_is_open) return Decision::kOpen;
  const bool finite = tensor::ClassOf(format_, actual_bits) == ElementClass::kFinite;
  if (!finite || !expected.Has(ElementClass::kFinite)) return Decision::kMatch;
  const bool saturated = expected.size() > 1 && saturates_ &&
                         (actual_bits == Pattern(ElementClass::kPositiveInfinity) ||
                          actual_bits == Pattern(ElementClass::kNegativeInfinity)) &&
                         !(std::fabs(lower) < overflow_threshold_);
  if (saturated) return Decision::kMatch;
  // A finite result where the value to compare with is not finite proves nothing: never a pass.
  if (!(upper - lower < HUGE_VAL) || !(lower <= upper)) return Decision::kOpen;
  return IsFlushed(actual_bits, lower, upper) ? Decision::kMatch : Decision::kCompare;
}

bool ClassPolicy::IsFlushed(uint32_t actual_bits, double lower, double upper) const {
  if ((actual_bits & ~format_.sign_bit) != 0) return false;
  if (!(lower > -flush_threshold_ && upper < flush_threshold_)) return false;
  // Where zero is the correctly rounded value nothing needed flushing.
  return ((tensor::Round(format_, lower) | tensor::Round(format_, upper)) & ~format_.sign_bit) != 0;
}

std::string Describe(ClassSet classes) {
  std::string text;
  for (const auto& [element_class, name] : kClassNames) {
    if (!classes.Has(element_class)) continue;
    if (!text.empty()) text += " or ";
    text += name;
  }
  return text.empty() ? "nothing" : text;
}

}  // namespace touchstone::judge

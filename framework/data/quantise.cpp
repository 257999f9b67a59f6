#include "framework/data/quantise.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>

#include "framework/data/decimal.h"
#include "framework/data/parameters.h"
#include "framework/data/value_range.h"
#include "framework/tensor/float_format.h"
#include "framework/tensor/value_codec.h"

namespace touchstone::data {
namespace {

using tensor::DType;
using Outcome = QuantisationOutcome;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool IsSpelledNonFinite(std::string_view text) {
  if (!text.empty() && (text[0] == '+' || text[0] == '-')) text.remove_prefix(1);
  for (const char* spelling : {".inf", ".Inf", ".INF", ".nan", ".NaN", ".NAN"}) {
    if (text == spelling) return true;
  }
  return false;
}

/// The double nearest to a decimal text; infinity or zero when it lies outside of the range.
double NearestDouble(std::string_view text, const Decimal& decimal) {
  if (!text.empty() && text[0] == '+') text.remove_prefix(1);
  double value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec == std::errc::result_out_of_range) value = decimal.exponent > 0 ? kInfinity : 0;
  const double magnitude = std::fabs(value);
  return decimal.negative ? -magnitude : magnitude;
}

/// A pattern's value, where infinity stands for what the next pattern would be worth.
double Extended(const tensor::FloatFormat& format, uint32_t bits) {
  if (bits < format.infinity) return tensor::Decode(format, bits);
  const double largest = tensor::Decode(format, format.infinity - 1);
  return largest + tensor::Ulp(format, largest);
}

/// Rounds the number whose nearest double is `nearest` and that lies on the given side of it (-1:
/// closer to zero, 1: farther away). Only where the double is the midpoint of two neighbours does
/// the side matter: any other midpoint is a double itself and cannot lie between the two.
uint32_t RoundFrom(const tensor::FloatFormat& format, double nearest, int side) {
  const uint32_t rounded = tensor::Round(format, nearest);
  const uint32_t sign = rounded & format.sign_bit;
  const uint32_t magnitude = rounded & ~format.sign_bit;
  const double value = std::fabs(nearest);
  const double at = Extended(format, magnitude);
  if (side == 0 || at == value || !std::isfinite(nearest)) return rounded;
  const uint32_t below = at > value ? magnitude - 1 : magnitude;
  if (below >= format.infinity) return rounded;
  const bool midpoint = value - Extended(format, below) == Extended(format, below + 1) - value;
  if (!midpoint) return rounded;
  return sign | (side < 0 ? below : below + 1);
}

/// The literal as a double, and on which side of it the written number lies.
struct Written {
  double value;
  int side;
  bool zero;  ///< the written number is zero
};

Written Read(const Literal& literal) {
  const std::optional<Decimal> decimal = ParseDecimal(literal.text);
  if (!decimal) return {literal.value, 0, literal.value == 0};
  const double value = NearestDouble(literal.text, *decimal);
  const bool zero = decimal->digits.empty();
  if (!std::isfinite(value)) return {value, -1, zero};
  return {value, CompareMagnitude(*decimal, ExactDecimal(value)), zero};
}

Quantised QuantiseFloat(const Written& written, DType dtype) {
  Quantised result;
  if (dtype == DType::kFp64) {
    result.bits = tensor::EncodeValue(dtype, written.value);
  } else {
    result.bits = RoundFrom(tensor::FormatOf(dtype), written.value, written.side);
  }
  const double stored = tensor::DecodeValue(dtype, result.bits);
  if (!std::isfinite(stored)) {
    result.outcome = Outcome::kOverflow;
  } else if (stored == 0 && !written.zero) {
    result.outcome = Outcome::kUnderflow;
  } else if (stored != written.value || written.side != 0) {
    result.outcome = Outcome::kInexact;
  }
  return result;
}

/// The magnitude of a whole decimal number, which a double may not hold; false when there is a
/// fraction or uint64 cannot hold it either.
bool ReadWhole(const std::optional<Decimal>& decimal, uint64_t& magnitude) {
  if (!decimal) return false;
  const auto size = static_cast<long>(decimal->digits.size());
  if (decimal->exponent < size || decimal->exponent > 20) return false;
  magnitude = 0;
  for (long i = 0; i < decimal->exponent; ++i) {
    const auto digit =
        static_cast<uint64_t>(i < size ? decimal->digits[static_cast<size_t>(i)] - '0' : 0);
    if (__builtin_mul_overflow(magnitude, uint64_t{10}, &magnitude)) return false;
    if (__builtin_add_overflow(magnitude, digit, &magnitude)) return false;
  }
  return true;
}

Quantised QuantiseInteger(const Literal& literal, const Written& written, DType dtype) {
  const DTypeLimits limits = LimitsOf(dtype);
  const std::optional<Decimal> decimal = ParseDecimal(literal.text);
  uint64_t magnitude = 0;
  const bool whole = ReadWhole(decimal, magnitude);
  // The doubles above int64's and uint64's largest values are no values of theirs; the exact
  // magnitude tells 2^63 - 1, which rounds to such a double, from 2^63.
  const bool top = written.value == limits.highest && limits.highest >= 0x1p63;
  const uint64_t top_magnitude = limits.highest > 0x1p63 ? ~uint64_t{0} : ~uint64_t{0} >> 1;
  const bool too_large =
      top ? !(whole && magnitude <= top_magnitude) : written.value > limits.highest;
  if (too_large || written.value < limits.lowest) return {0, Outcome::kOverflow};
  if (whole && tensor::SizeBytes(dtype) == 8) {
    // -2^63 reads as the double itself; a number below it would round there too.
    if (decimal->negative && magnitude > uint64_t{1} << 63) return {0, Outcome::kOverflow};
    return {decimal->negative ? 0 - magnitude : magnitude, Outcome::kExact};
  }
  Quantised result{tensor::EncodeValue(dtype, written.value), Outcome::kExact};
  const double stored = tensor::DecodeValue(dtype, result.bits);
  if (stored == 0 && !written.zero) {
    result.outcome = Outcome::kUnderflow;
  } else if (stored != written.value || written.side != 0) {
    result.outcome = Outcome::kInexact;
  }
  return result;
}

Error LiteralError(const DataSpec& spec, const Literal& literal, const std::string& message) {
  Error error = SpecError(spec, message);
  if (!literal.where.file.empty()) error.where = literal.where;
  return error;
}

}  // namespace

Quantised Quantise(const Literal& literal, DType dtype) {
  const Written written = Read(literal);
  const bool is_float = tensor::Info(dtype).is_float;
  if (!ParseDecimal(literal.text) && !std::isfinite(literal.value)) {
    const bool spelled = literal.text.empty() || IsSpelledNonFinite(literal.text);
    if (!spelled || !is_float) return {0, Outcome::kNoSuchValue};
    return {tensor::EncodeValue(dtype, literal.value), Outcome::kExact};
  }
  return is_float ? QuantiseFloat(written, dtype) : QuantiseInteger(literal, written, dtype);
}

std::string LiteralText(const Literal& literal) {
  return literal.text.empty() ? NumberText(literal.value) : literal.text;
}

Errors QuantisationErrors(const DataSpec& spec, const std::vector<Literal>& literals, DType dtype) {
  Errors errors;
  const DTypeLimits limits = LimitsOf(dtype);
  for (const Literal& literal : literals) {
    const Outcome outcome = Quantise(literal, dtype).outcome;
    const std::string text = LiteralText(literal);
    if (outcome == Outcome::kOverflow) {
      errors.push_back(LiteralError(
          spec, literal,
          fmt::format("'{}' overflows {}, whose values end at {} and {}{}", text,
                      tensor::Name(dtype), NumberText(limits.lowest), NumberText(limits.highest),
                      tensor::Info(dtype).is_float ? "; an infinity is written .inf" : "")));
    } else if (outcome == Outcome::kNoSuchValue) {
      errors.push_back(LiteralError(
          spec, literal,
          tensor::Info(dtype).is_float
              ? fmt::format("'{}' is not finite; infinities and NaN are written .inf and .nan",
                            text)
              : fmt::format("'{}' is no value of {}", text, tensor::Name(dtype))));
    }
  }
  return errors;
}

Errors QuantisationNotes(const DataSpec& spec, const std::vector<Literal>& literals, DType dtype) {
  Errors notes;
  size_t inexact = 0;
  const Literal* first_inexact = nullptr;
  for (const Literal& literal : literals) {
    const Outcome outcome = Quantise(literal, dtype).outcome;
    if (outcome == Outcome::kUnderflow) {
      notes.push_back(LiteralError(
          spec, literal,
          fmt::format("'{}' underflows to 0 in {}", LiteralText(literal), tensor::Name(dtype))));
    } else if (outcome == Outcome::kInexact && inexact++ == 0) {
      first_inexact = &literal;
    }
  }
  if (first_inexact != nullptr) {
    const double stored = tensor::DecodeValue(dtype, Quantise(*first_inexact, dtype).bits);
    notes.push_back(LiteralError(
        spec, *first_inexact,
        fmt::format("'{}' is inexact in {}, stored as {}{}", LiteralText(*first_inexact),
                    tensor::Name(dtype), NumberText(stored),
                    inexact > 1
                        ? fmt::format(" ({} of {} values are inexact)", inexact, literals.size())
                        : "")));
  }
  return notes;
}

}  // namespace touchstone::data

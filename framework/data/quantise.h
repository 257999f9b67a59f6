// From a number as it was written to the bits that a tensor stores: one rounding, and its outcome.
#pragma once

#include <cstdint>
#include <string>

#include "framework/data/generator.h"

namespace touchstone::data {

enum class QuantisationOutcome {
  kExact,
  kInexact,      ///< stored as the nearest value of the dtype
  kUnderflow,    ///< not zero, but stored as zero
  kOverflow,     ///< beyond the dtype's largest value: an error, infinities must be written .inf
  kNoSuchValue,  ///< an infinity or NaN for an integer type, or a non-finite number not written as
                 ///< .inf or .nan
};

struct Quantised {
  uint64_t bits = 0;
  QuantisationOutcome outcome = QuantisationOutcome::kExact;
};

/// The literal's text rounded once to `dtype` (not complex): a decimal is rounded as written, not
/// by way of a double. A text that is no decimal (hexadecimal, or empty) stands for the literal's
/// value.
Quantised Quantise(const Literal& literal, tensor::DType dtype);

/// The literal as it was written, for messages.
std::string LiteralText(const Literal& literal);

/// The errors (overflow, no such value) and the notes (underflow, inexact) of some literals.
Errors QuantisationErrors(const DataSpec& spec, const std::vector<Literal>& literals,
                          tensor::DType dtype);
Errors QuantisationNotes(const DataSpec& spec, const std::vector<Literal>& literals,
                         tensor::DType dtype);

}  // namespace touchstone::data

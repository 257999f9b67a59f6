// Steps that make a case smaller and leave it the case it was: same id, seed, data key, attributes
// and expectation. Each gives nothing where it does not apply or would change nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "framework/record/record.h"
#include "framework/suite/case.h"

namespace touchstone::repro {

using Edited = std::optional<suite::Case>;

/// Largest rank of the given inputs.
size_t RankOf(const suite::Case& one);

/// Largest extent that an input has on `axis`, counted from the innermost (0); 0 where no input has
/// that axis.
int64_t ExtentOf(const suite::Case& one, size_t axis);

/// Keeps the first `extent` places of an axis, in every tensor that has the full extent there, so
/// that what broadcast before still does. Data are made by key as before, for fewer elements.
Edited WithExtent(const suite::Case& one, size_t axis, int64_t extent);

/// Every input's elements as a list of values; nothing with more than `most` elements in an input,
/// or where values cannot carry the bits (integers, NaN payloads).
Edited WithListedData(const suite::Case& one, int64_t most = 65536);

/// Leaves out the first `skip` places of an axis; for cases that WithListedData gave.
Edited WithoutFront(const suite::Case& one, size_t axis, int64_t skip);

/// Without the outermost axis of two or more, where no input is longer than 1 there.
Edited WithoutLeadingAxis(const suite::Case& one);

/// All tensors contiguous in a storage of their own.
Edited Dense(const suite::Case& one);

/// Leaves out an optional tensor.
Edited WithoutTensor(const suite::Case& one, const std::string& name);

/// All elements of a tensor the same small whole number.
Edited WithConstant(const suite::Case& one, const std::string& name, int value);

/// One element per tensor, with the bits that the record saw at its worst element; nothing where
/// the record does not say them for each input.
Edited AtWorstElement(const suite::Case& one, const record::CaseRecord& recorded);

}  // namespace touchstone::repro

// The parts of a case's record that are known before it runs.
#pragma once

#include <string>

#include "framework/record/record.h"
#include "framework/suite/case.h"

namespace touchstone::run {

/// Identity, attributes, axes and tensors of a case, with status kNotRun. Digests are left empty:
/// nothing has been made yet.
record::CaseRecord DescribeCase(const suite::Case& source, const std::string& soc,
                                const std::string& contract);

/// The status that must come: "success", "ACLNN_ERR_PARAM_NULLPTR (161001)", "any error".
std::string ExpectationText(const suite::Expectation& expect);

/// A word for matrices: "contiguous", "expanded" (a stride of 0), "reversed" (a negative stride),
/// "transposed" (dense, axes in another order), "sliced" (rows of a larger storage), "strided".
std::string LayoutWord(const tensor::TensorLayout& layout);

/// The word that the operator gives the value ("mean"), or the number.
std::string AttributeText(const operators::Argument* argument,
                          const operators::AttributeValue& value);

}  // namespace touchstone::run

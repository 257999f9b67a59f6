// `data:` of a tensor -> data::DataSpec.
#pragma once

#include <optional>
#include <string>

#include "framework/data/data_spec.h"
#include "framework/suite/fields.h"
#include "framework/tensor/layout.h"

namespace touchstone::suite {

/// What an input holds when a suite does not say: `uniform: [-1, 1]`, for every tensor of every
/// operator.
data::DataSpec DefaultData();

/// Reads one of the forms
///   soft_labels                        a distribution without parameters
///   {uniform: [-20, 20]}               positional parameters
///   {hard_labels: 0.25}                the first parameter alone
///   {uniform: {low: -20, high: 20}}    named parameters
///   0.5                                the same as {constant: 0.5}
///   [1, .inf, 0.5]                     the same as {values: [1, .inf, 0.5]}
///   {file: x.npy}                      relative to the suite's folder; its digest is kept
/// Names, kinds and number of parameters are checked against the registry of distributions.
std::optional<data::DataSpec> ReadData(ReadContext& context, const Node& node,
                                       const std::string& path);

/// Warns of written values that a tensor of type `dtype` stores as others.
void WarnOfData(ReadContext& context, const data::DataSpec& spec, tensor::DType dtype,
                const Node& at, const std::string& path);

/// Checks that elements from a file are there and as many as the tensor has.
void CheckElements(ReadContext& context, const data::DataSpec& spec,
                   const tensor::TensorLayout& layout, const Node& at, const std::string& path);

/// Checks `spec` for a tensor of type `dtype`.
void CheckData(ReadContext& context, const data::DataSpec& spec, tensor::DType dtype,
               const Node& at, const std::string& path);

}  // namespace touchstone::suite

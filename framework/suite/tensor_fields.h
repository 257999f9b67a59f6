// A tensor of a case: what is written about it, and the layout that follows.
#pragma once

#include <optional>
#include <string>

#include "framework/suite/case.h"
#include "framework/suite/fields.h"

namespace touchstone::suite {

/// Highest rank that a suite can write; the interface allows 8, one more tests its refusal.
inline constexpr size_t kMaxRank = 9;

/// The keys of a tensor as written. What is not written is empty.
struct TensorFields {
  Presence presence = Presence::kGiven;
  std::optional<tensor::DType> dtype;
  std::optional<tensor::Dims> shape;
  std::optional<tensor::Format> format;
  std::optional<tensor::Dims> strides;
  std::optional<int64_t> offset;
  std::optional<tensor::Dims> storage_shape;
  std::string view;
  std::optional<data::DataSpec> data;
  const Node* node = nullptr;  ///< for problems about the tensor as a whole
  const Node* data_node = nullptr;
};

/// Reads `null`, `absent` or a map. `data` is a known key only for inputs.
std::optional<TensorFields> ReadTensorFields(ReadContext& context, const Node& node,
                                             const std::string& path, bool is_input);

/// The layout: a named view, or the written strides, or contiguous. `fallback`, when given,
/// supplies dtype and shape that are not written; otherwise both are required. Without
/// storage_shape the storage is the shape itself, or for a view with strides or offset one axis
/// that just holds it.
std::optional<tensor::TensorLayout> CompleteLayout(ReadContext& context, const TensorFields& fields,
                                                   const tensor::TensorLayout* fallback,
                                                   const std::string& path);

/// An input tensor, whole and checked.
std::optional<TensorArgument> ReadInput(ReadContext& context, const operators::Argument& argument,
                                        const Node& node, const std::string& path);

/// An output that must be written whole: no two of its elements may share memory. `node` is the
/// tensor as written.
void CheckOutputLayout(ReadContext& context, const Node& node, const tensor::TensorLayout& layout,
                       const std::string& path);

}  // namespace touchstone::suite

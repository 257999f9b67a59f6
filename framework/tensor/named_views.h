// Non-contiguous layouts that a suite asks for by name instead of spelling out strides and offset.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "framework/diagnostics/error.h"
#include "framework/tensor/layout.h"

namespace touchstone::tensor {

/// One entry of the registry. Adding a view means adding one of these.
struct NamedView {
  std::string_view name;
  std::string_view meaning;  ///< one line for documentation and messages
  int min_rank;              ///< axes that the view's shape must have at least
  /// The layout; `shape` is the view's and has at least min_rank axes, none negative.
  TensorLayout (*make)(DType dtype, const Dims& shape);
};

/// contiguous, transposed, sliced, strided, expanded, reversed.
const std::vector<NamedView>& AllNamedViews();

/// The layout called `name` for a view of `shape`. Errors: an unknown name (with the nearest valid
/// one), too few axes, a shape or storage that int64 cannot count.
Result<TensorLayout> MakeNamedView(std::string_view name, DType dtype, const Dims& shape);

}  // namespace touchstone::tensor

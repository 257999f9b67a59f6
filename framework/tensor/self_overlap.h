// Whether two elements of one view lie in the same place of its storage.
#pragma once

#include <optional>
#include <string>

#include "framework/tensor/layout.h"

namespace touchstone::tensor {

/// Two elements that share memory, by their coordinates in the view.
struct SharedElements {
  Dims first, second;
};

struct SelfOverlap {
  std::optional<SharedElements> shared;  ///< nothing: every element has a place of its own
  bool decided = true;  ///< false: strides too irregular to tell within a fixed amount of work
};

/// Exact for every view whose strides are nested (each at least as long as what lies within it),
/// and for all others unless the search takes more than a million steps. Needs a layout that
/// StorageElements accepts.
SelfOverlap FindSelfOverlap(const TensorLayout& layout);

}  // namespace touchstone::tensor

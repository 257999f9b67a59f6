// The text header of a .npy file: a Python dict literal with three known keys.
#pragma once

#include <string>
#include <string_view>

#include "framework/diagnostics/error.h"
#include "framework/tensor/layout.h"

namespace touchstone::data {

struct NpyHeader {
  std::string descr;  ///< e.g. "<f4"
  bool fortran_order = false;
  tensor::Dims shape;
};

/// Takes the dict in any key order with the optional commas Python allows, and nothing else. The
/// error's message says what was expected at which byte of the header.
Result<NpyHeader> ParseNpyHeader(std::string_view text);

}  // namespace touchstone::data

// Outputs of two runs of one case, element by element.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "framework/run/device_run.h"
#include "framework/tensor/layout.h"

namespace touchstone::run {

/// The storage of one output after one run, with the byte that it was filled with before.
struct FilledStorage {
  std::span<const std::byte> storage;
  uint8_t fill_byte;
};

/// Sets unwritten[i] to 1 for each element of [first, first + unwritten.size()) that holds the fill
/// pattern in both runs: no value that an operator computes can equal both.
void FindUnwritten(const tensor::TensorLayout& layout, const FilledStorage& a,
                   const FilledStorage& b, int64_t first, std::span<uint8_t> unwritten);

/// The first element whose bits differ between the runs, unwritten ones aside, as
/// "element 17 [0, 17]: 0x3F800000 (1) then 0x3F800001 (1.0000001)"; "" when there is none.
std::string FirstDifference(const tensor::TensorLayout& layout, const FilledStorage& a,
                            const FilledStorage& b);

}  // namespace touchstone::run

#include "framework/run/expected_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "framework/run/element_access.h"
#include "framework/tensor/value_codec.h"

namespace touchstone::run {
namespace {

// What element `index` must be: a pattern, or any NaN.
class Wanted {
 public:
  Wanted(const suite::ExpectedOutput& expected, tensor::DType dtype)
      : expected_(expected), dtype_(dtype) {}

  bool any() const { return !expected_.bits.empty() || !expected_.values.empty(); }
  uint64_t BitsOf(uint64_t index) const {
    if (!expected_.bits.empty()) return At(expected_.bits, index);
    return tensor::EncodeValue(dtype_, At(expected_.values, index).value);
  }
  bool IsAnyNan(uint64_t index) const {
    return !expected_.values.empty() && std::isnan(At(expected_.values, index).value);
  }

 private:
  template <typename T>
  static const T& At(const std::vector<T>& list, uint64_t index) {
    return list.size() == 1 ? list[0] : list[index];
  }
  const suite::ExpectedOutput& expected_;
  tensor::DType dtype_;
};

}  // namespace

std::string OutputMismatch(const suite::ExpectedOutput& expected, const std::string& name,
                           const tensor::TensorLayout& layout, std::span<const std::byte> storage,
                           const std::string& digest) {
  std::string problem;
  const Wanted wanted(expected, layout.dtype);
  const auto count = static_cast<uint64_t>(tensor::ElementCount(layout.shape).value_or(0));
  uint64_t differing = 0;
  std::vector<uint64_t> bits;
  for (uint64_t first = 0; wanted.any() && first < count; first += kChunkElements) {
    bits.resize(std::min<uint64_t>(kChunkElements, count - first));
    ReadElements(layout, storage, static_cast<int64_t>(first), bits);
    for (size_t i = 0; i < bits.size(); ++i) {
      const uint64_t index = first + i;
      const bool nan_is_right =
          wanted.IsAnyNan(index) && std::isnan(tensor::DecodeValue(layout.dtype, bits[i]));
      if (nan_is_right || bits[i] == wanted.BitsOf(index)) continue;
      if (differing++ > 0) continue;
      problem = fmt::format("output '{}' is not the expected one: element {} is {}, expected {}",
                            name, ElementPlace(static_cast<int64_t>(index), layout.shape),
                            PatternText(layout.dtype, bits[i]),
                            wanted.IsAnyNan(index) ? "NaN"
                                                   : PatternText(layout.dtype,
                                                                 wanted.BitsOf(index)));
    }
  }
  if (differing > 0) problem += fmt::format("; {} of {} elements differ", differing, count);
  if (!expected.digest.empty() && expected.digest != digest) {
    problem += fmt::format("{}output '{}' has the digest {}, expected {}",
                           problem.empty() ? "" : "; ", name, digest, expected.digest);
  }
  return problem;
}

}  // namespace touchstone::run

#include "framework/data/distributions/patterns.h"

#include <limits>

#include "framework/tensor/float_format.h"
#include "framework/tensor/value_codec.h"

namespace touchstone::data {
namespace {

using tensor::DType;

/// What numbering patterns needs of a float type, fp64 included.
struct Encoding {
  uint64_t infinity;
  uint64_t sign_bit;
  int fraction_bits;
};

Encoding EncodingOf(DType dtype) {
  if (dtype == DType::kFp64) return {uint64_t{0x7FF} << 52, uint64_t{1} << 63, 52};
  const tensor::FloatFormat& format = tensor::FormatOf(dtype);
  return {format.infinity, format.sign_bit, format.precision_bits - 1};
}

}  // namespace

PatternSet::PatternSet(DType dtype, bool finite_only) {
  const int width = 8 * tensor::SizeBytes(dtype);
  sign_bit_ = uint64_t{1} << (width - 1);
  half_ = sign_bit_;
  if (dtype == DType::kBool) {
    half_ = count_ = 2;  // other bytes are no bools
    return;
  }
  if (finite_only && tensor::Info(dtype).is_float) half_ = EncodingOf(dtype).infinity;
  count_ = 2 * half_;  // wraps to 0 for the 2^64 patterns of the 64-bit types
}

std::vector<uint64_t> SpecialPatterns(DType dtype, bool finite_only) {
  if (dtype == DType::kBool) return {0, 1};
  if (!tensor::Info(dtype).is_float) {
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    const uint64_t lowest = tensor::EncodeValue(dtype, -kInfinity);
    const uint64_t highest = tensor::EncodeValue(dtype, kInfinity);
    if (lowest == 0) return {0, 1, highest};
    return {0, 1, tensor::EncodeValue(dtype, -1), lowest, highest};
  }
  const Encoding e = EncodingOf(dtype);
  const uint64_t smallest_normal = uint64_t{1} << e.fraction_bits;
  std::vector<uint64_t> patterns;
  for (const uint64_t magnitude :
       {uint64_t{0}, uint64_t{1}, smallest_normal - 1, smallest_normal, e.infinity - 1}) {
    patterns.push_back(magnitude);
    patterns.push_back(e.sign_bit | magnitude);
  }
  if (finite_only) return patterns;
  const uint64_t quiet = e.infinity | (smallest_normal >> 1);
  const uint64_t all_bits = e.sign_bit | (e.sign_bit - 1);
  for (const uint64_t special :
       {e.infinity, e.sign_bit | e.infinity, quiet, e.sign_bit | quiet, e.infinity | 1, all_bits}) {
    patterns.push_back(special);
  }
  return patterns;
}

}  // namespace touchstone::data

#include "framework/judge/block.h"

#include <cmath>

#include "framework/judge/element_math.h"
#include "framework/judge/hot_loop.h"

namespace touchstone::judge {
namespace {

TOUCHSTONE_HOT_LOOP void Decode(const tensor::FloatFormat& format, const uint32_t* bits,
                                size_t count, double* values) {
  if (format.storage_bits == 32) {
    for (size_t i = 0; i < count; ++i) values[i] = DecodeFiniteFp32(bits[i]);
  } else if (format.precision_bits == 11) {
    for (size_t i = 0; i < count; ++i) values[i] = DecodeFiniteFp16(bits[i]);
  } else {
    for (size_t i = 0; i < count; ++i) values[i] = DecodeFiniteBf16(bits[i]);
  }
}

TOUCHSTONE_HOT_LOOP void FillErrors(const Block& block, UlpScale scale, ErrorArrays& arrays) {
  const double* __restrict const lowers = block.lower;
  const double* __restrict const uppers = block.upper;
  for (size_t i = 0; i < block.count; ++i) {
    const double exact = block.pass.exact[i], difference = block.pass.difference[i];
    const double above = uppers[i] - exact, below = exact - lowers[i];
    // Both differences round; the factor makes up for that and keeps 0 where the ends are equal.
    arrays.radius[i] = (above < below ? below : above) * (1 + 0x1p-51);
    arrays.error[i] = std::fabs(difference);
    arrays.ulp[i] = scale.Ulp(exact);
    arrays.error_ulp[i] = std::fabs(difference * scale.InverseUlp(exact));
  }
}

}  // namespace

void DecodeFinite(const tensor::FloatFormat& format, const uint32_t* bits, size_t count,
                  double* values) {
  Decode(format, bits, count, values);
}

void Block::DeriveErrors() const {
  Decode(*format, bits, count, error_arrays.actual.data());
  FillErrors(*this, UlpScale(*format), error_arrays);
  has_errors = true;
}

}  // namespace touchstone::judge

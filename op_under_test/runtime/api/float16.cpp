// fp16 to and from fp32 as the C API defines them: infinities and NaN are not kept.
#include <bit>
#include <cstdint>

#include "acl/acl.h"
#include "op_under_test/npu/half_formats.h"

float aclFloat16ToFloat(aclFloat16 value) {
  // The exponent of infinity and NaN is read as one more than the largest: 65536 and up.
  if ((value & 0x7C00) != 0x7C00) return npusim::Fp16ToFp32(value);
  const float magnitude = 65536.0F * (1.0F + static_cast<float>(value & 0x03FF) / 1024.0F);
  return (value & 0x8000) != 0 ? -magnitude : magnitude;
}

aclFloat16 aclFloatToFloat16(float value) {
  constexpr uint16_t kLargest = 0x7BFF;
  return value != value ? kLargest : npusim::Fp32ToFp16(value, kLargest);
}

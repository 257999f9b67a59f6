#include "op_under_test/opbase/level0/fp32_tile.h"

#include <cstring>

namespace npusim {
namespace {

template <typename T>
void WidenScalars(const VectorCore& core, std::span<float> out, const std::byte* in) {
  for (size_t i = 0; i < out.size(); ++i) {
    T value;
    std::memcpy(&value, in + i * sizeof(T), sizeof(T));
    out[i] = static_cast<float>(value);
  }
  core.vector().CastFp32ToFp32(out, out);
}

void WidenBools(const VectorCore&, std::span<float> out, const std::byte* in) {
  for (size_t i = 0; i < out.size(); ++i) out[i] = in[i] != std::byte{0} ? 1.0f : 0.0f;
}

void WidenFp32(const VectorCore&, std::span<float> out, const std::byte* in) {
  std::memcpy(out.data(), in, out.size_bytes());
}

void WidenFp16(const VectorCore& core, std::span<float> out, const std::byte* in) {
  core.vector().CastFp16ToFp32(out, {reinterpret_cast<const Fp16Bits*>(in), out.size()});
}

void WidenBf16(const VectorCore& core, std::span<float> out, const std::byte* in) {
  core.vector().CastBf16ToFp32(out, {reinterpret_cast<const Bf16Bits*>(in), out.size()});
}

using WidenFunction = void (*)(const VectorCore&, std::span<float>, const std::byte*);

struct Widening {
  aclDataType dtype;
  WidenFunction widen;
};

constexpr Widening kWidenings[] = {
    {ACL_FLOAT, WidenFp32},
    {ACL_FLOAT16, WidenFp16},
    {ACL_BF16, WidenBf16},
    {ACL_DOUBLE, WidenScalars<double>},
    {ACL_BOOL, WidenBools},
    {ACL_INT8, WidenScalars<int8_t>},
    {ACL_UINT8, WidenScalars<uint8_t>},
    {ACL_INT16, WidenScalars<int16_t>},
    {ACL_UINT16, WidenScalars<uint16_t>},
    {ACL_INT32, WidenScalars<int32_t>},
    {ACL_UINT32, WidenScalars<uint32_t>},
    {ACL_INT64, WidenScalars<int64_t>},
    {ACL_UINT64, WidenScalars<uint64_t>},
};

WidenFunction FindWidening(aclDataType dtype) {
  for (const Widening& widening : kWidenings) {
    if (widening.dtype == dtype) return widening.widen;
  }
  return nullptr;
}

}  // namespace

bool CanWiden(aclDataType dtype) { return FindWidening(dtype) != nullptr; }

void WidenTile(const VectorCore& core, std::span<float> out, const std::byte* in,
               aclDataType dtype) {
  FindWidening(dtype)(core, out, in);
}

void NarrowTile(const VectorCore& core, std::byte* out, std::span<const float> in,
                aclDataType dtype) {
  switch (dtype) {
    case ACL_FLOAT16:
      core.vector().CastFp32ToFp16({reinterpret_cast<Fp16Bits*>(out), in.size()}, in);
      break;
    case ACL_BF16:
      core.vector().CastFp32ToBf16({reinterpret_cast<Bf16Bits*>(out), in.size()}, in);
      break;
    default:
      std::memcpy(out, in.data(), in.size_bytes());
      break;
  }
}

}  // namespace npusim

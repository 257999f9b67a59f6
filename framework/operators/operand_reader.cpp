#include "framework/operators/operand_reader.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "framework/tensor/float_format.h"
#include "framework/tensor/hot_loop.h"

namespace touchstone::operators {
namespace {

using tensor::DType;

struct Fp16 {
  uint16_t bits;
};
struct Bf16 {
  uint16_t bits;
};

[[gnu::always_inline]] inline float Widen(Fp16 value) {
  const uint32_t magnitude = value.bits & 0x7FFFu;
  // Exponent and fraction moved into fp32's places are the value times 2^-112, subnormals included.
  uint32_t widened = std::bit_cast<uint32_t>(std::bit_cast<float>(magnitude << 13) * 0x1p112f);
  widened = magnitude == 0x7C00 ? 0x7F800000u : widened;
  widened = magnitude > 0x7C00 ? 0x7FC00000u : widened;
  return std::bit_cast<float>(widened | (value.bits & 0x8000u) << 16);
}

[[gnu::always_inline]] inline float Widen(Bf16 value) {
  return std::bit_cast<float>(static_cast<uint32_t>(value.bits) << 16);
}

TOUCHSTONE_HOT_LOOP void WidenRun(const Fp16* __restrict from, float* __restrict to, size_t count) {
  for (size_t i = 0; i < count; ++i) to[i] = Widen(from[i]);
}
TOUCHSTONE_HOT_LOOP void WidenRun(const Bf16* __restrict from, float* __restrict to, size_t count) {
  for (size_t i = 0; i < count; ++i) to[i] = Widen(from[i]);
}

// A double that rounds to any format of at most 24 bits as the integer itself would: bits that a
// double has no room for are gathered into its last one ("round to odd").
template <typename Integer>
double ToDoubleForRounding(Integer value) {
  if constexpr (sizeof(Integer) < 8) {
    return static_cast<double>(value);
  } else {
    const bool negative = value < 0;
    uint64_t magnitude = static_cast<uint64_t>(value);
    if (negative) magnitude = 0 - magnitude;
    constexpr uint64_t kLowBits = 0x7FF;
    if (magnitude >> 53 != 0 && (magnitude & kLowBits) != 0) {
      magnitude = (magnitude & ~kLowBits) | (kLowBits + 1);
    }
    return negative ? -static_cast<double>(magnitude) : static_cast<double>(magnitude);
  }
}

}  // namespace

float OperandReader::RoundToCompute(double value) const {
  const tensor::FloatFormat& format = tensor::FormatOf(options_.compute_dtype);
  uint32_t bits = tensor::Round(format, value);
  const bool infinite = (bits & (format.sign_bit - 1)) == format.infinity;
  if (infinite && options_.saturates) --bits;  // the largest finite number precedes infinity
  return static_cast<float>(tensor::Decode(format, bits));
}

namespace {

// convert(stored element) for a run of them; steps of one element apart, so that compilers can
// vectorise the most frequent run, and all of the same element, which is converted once.
template <typename Stored, typename ConvertOne>
void ConvertEach(const std::byte* from, int64_t stride, std::span<float> values,
                 const ConvertOne& convert) {
  const auto load = [from](int64_t offset) {
    Stored stored;
    std::memcpy(&stored, from + offset, sizeof stored);
    return stored;
  };
  constexpr auto kSize = static_cast<int64_t>(sizeof(Stored));
  const auto count = static_cast<int64_t>(values.size());
  if (stride == 1) {
    for (int64_t i = 0; i < count; ++i) values[static_cast<size_t>(i)] = convert(load(i * kSize));
  } else if (stride == 0) {
    std::fill(values.begin(), values.end(), convert(load(0)));
  } else {
    for (int64_t i = 0; i < count; ++i) {
      values[static_cast<size_t>(i)] = convert(load(i * stride * kSize));
    }
  }
}

}  // namespace

template <typename Stored>
void OperandReader::ConvertRun(const OperandReader& reader, const std::byte* from, int64_t stride,
                               std::span<float> values) {
  const DType compute = reader.options_.compute_dtype;
  const auto round = [&reader](auto value) { return reader.RoundToCompute(value); };
  if constexpr (std::is_same_v<Stored, float>) {
    if (compute != DType::kFp32) return ConvertEach<Stored>(from, stride, values, round);
    if (stride == 1) {
      std::memcpy(values.data(), from, values.size_bytes());
      return;
    }
    ConvertEach<Stored>(from, stride, values, [](float stored) { return stored; });
  } else if constexpr (std::is_same_v<Stored, Fp16> || std::is_same_v<Stored, Bf16>) {
    const DType other = std::is_same_v<Stored, Fp16> ? DType::kBf16 : DType::kFp16;
    if (compute == other) {
      return ConvertEach<Stored>(from, stride, values,
                                 [&](Stored stored) { return round(Widen(stored)); });
    }
    if (stride == 1 && reinterpret_cast<uintptr_t>(from) % alignof(Stored) == 0) {
      return WidenRun(reinterpret_cast<const Stored*>(from), values.data(), values.size());
    }
    ConvertEach<Stored>(from, stride, values, [](Stored stored) { return Widen(stored); });
  } else if constexpr (std::is_same_v<Stored, double>) {
    ConvertEach<Stored>(from, stride, values, round);
  } else {
    ConvertEach<Stored>(from, stride, values,
                        [&](Stored stored) { return round(ToDoubleForRounding(stored)); });
  }
}

OperandReader::Convert OperandReader::ConverterOf(DType dtype) {
  switch (dtype) {
    case DType::kFp32:
      return ConvertRun<float>;
    case DType::kFp16:
      return ConvertRun<Fp16>;
    case DType::kBf16:
      return ConvertRun<Bf16>;
    case DType::kFp64:
      return ConvertRun<double>;
    case DType::kInt8:
      return ConvertRun<int8_t>;
    case DType::kInt16:
      return ConvertRun<int16_t>;
    case DType::kInt32:
      return ConvertRun<int32_t>;
    case DType::kInt64:
      return ConvertRun<int64_t>;
    case DType::kUint8:
      return ConvertRun<uint8_t>;
    case DType::kUint16:
      return ConvertRun<uint16_t>;
    case DType::kUint32:
      return ConvertRun<uint32_t>;
    case DType::kUint64:
      return ConvertRun<uint64_t>;
    case DType::kBool:
      return ConvertRun<uint8_t>;
    case DType::kComplex64:
    case DType::kComplex128:
      return nullptr;
  }
  return nullptr;
}

Result<OperandReader> OperandReader::Make(const tensor::HostTensor& tensor,
                                          const Options& options) {
  const tensor::TensorLayout& layout = tensor.layout;
  OperandReader reader;
  reader.tensor_ = &tensor;
  reader.options_ = options;
  reader.convert_ = ConverterOf(layout.dtype);
  if (reader.convert_ == nullptr) {
    return InputError("the reference cannot compute with dtype '" +
                      std::string(tensor::Name(layout.dtype)) + "'");
  }
  if (!tensor::BroadcastsTo(layout.shape, options.shape)) {
    return InputError("shape " + tensor::ToText(layout.shape) + " does not broadcast to " +
                      tensor::ToText(options.shape));
  }
  const auto touched = tensor::TouchedRange(layout);
  const auto stored = static_cast<int64_t>(tensor.storage.size()) / tensor::SizeBytes(layout.dtype);
  if (touched && (touched->first < 0 || touched->last >= stored)) {
    return InputError("storage of " + std::to_string(stored) + " elements does not hold the view " +
                      tensor::ToText(layout.shape));
  }

  const tensor::Dims strides =
      tensor::BroadcastStrides(layout.shape, layout.strides, options.shape);
  reader.runs_.emplace(options.shape, strides, layout.offset);
  return reader;
}

void OperandReader::Read(uint64_t first, std::span<float> values) const {
  const int64_t size_bytes = tensor::SizeBytes(tensor_->layout.dtype);
  const std::byte* storage = tensor_->storage.data();
  runs_->ForEach(
      first, values.size(), [&](uint64_t done, int64_t index, int64_t stride, uint64_t count) {
        convert_(*this, storage + index * size_bytes, stride, values.subspan(done, count));
      });
}

std::span<const float> OperandReader::View(uint64_t first, size_t count) const {
  const bool is_fp32 =
      tensor_->layout.dtype == DType::kFp32 && options_.compute_dtype == DType::kFp32;
  if (!is_fp32 || !runs_->IsOneDenseRun()) return {};
  const std::byte* const at =
      tensor_->storage.data() +
      (tensor_->layout.offset + static_cast<int64_t>(first)) * static_cast<int64_t>(sizeof(float));
  if (reinterpret_cast<uintptr_t>(at) % alignof(float) != 0) return {};
  return {reinterpret_cast<const float*>(at), count};
}

uint64_t OperandReader::ElementNumber(uint64_t index) const {
  const tensor::Dims& own = tensor_->layout.shape;
  const tensor::Dims& to = options_.shape;
  uint64_t number = 0;
  uint64_t weight = 1;
  for (size_t back = 1; back <= own.size(); ++back) {
    const auto extent = static_cast<uint64_t>(to[to.size() - back]);
    const auto own_extent = static_cast<uint64_t>(own[own.size() - back]);
    if (own_extent != 1) number += index % extent * weight;
    weight *= own_extent;
    index /= extent;
  }
  return number;
}

}  // namespace touchstone::operators

#include "framework/run/prepared_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "framework/data/generator.h"

namespace touchstone::run {
namespace {

using tensor::DType;

/// Complex elements are made as pairs of their component type.
DType ComponentType(DType dtype) {
  if (dtype == DType::kComplex64) return DType::kFp32;
  if (dtype == DType::kComplex128) return DType::kFp64;
  return dtype;
}

Error About(const std::string& name, const Error& error) {
  Error named = error;
  named.message = fmt::format("tensor '{}': {}", name, error.message);
  return named;
}

/// A contiguous view of the components of each element, for complex types: one more axis.
tensor::TensorLayout ComponentLayout(const tensor::TensorLayout& layout) {
  const DType component = ComponentType(layout.dtype);
  if (component == layout.dtype) return layout;
  tensor::TensorLayout parts = layout;
  parts.dtype = component;
  for (int64_t& stride : parts.strides) stride *= 2;
  parts.offset *= 2;
  parts.shape.push_back(2);
  parts.strides.push_back(1);
  parts.storage_shape.push_back(2);
  return parts;
}

Status FillTensor(const suite::Case& source, const std::string& name,
                  const suite::TensorArgument& argument, tensor::HostTensor& tensor) {
  const tensor::TensorLayout layout = ComponentLayout(tensor.layout);
  const auto count = tensor::ElementCount(layout.shape);
  if (!count) return InputError(fmt::format("tensor '{}' has too many elements", name));
  if (*count == 0) return Done{};
  const data::StreamKey key{source.seed, source.data_key.empty() ? source.id : source.data_key,
                            name};
  auto generator =
      data::MakeGenerator(argument.data, layout.dtype, key, static_cast<uint64_t>(*count));
  if (!generator) return About(name, generator.error());
  std::vector<uint64_t> bits(static_cast<size_t>(std::min(*count, kChunkElements)));
  for (int64_t first = 0; first < *count; first += kChunkElements) {
    const auto size = static_cast<size_t>(std::min(*count - first, kChunkElements));
    const std::span<uint64_t> chunk = std::span(bits).first(size);
    (*generator)->Fill(static_cast<uint64_t>(first), chunk);
    WriteElements(layout, chunk, first, tensor.storage);
  }
  return Done{};
}

}  // namespace

Result<PreparedCase> PrepareCase(const suite::Case& source) {
  PreparedCase prepared;
  prepared.source = &source;
  for (const auto& [name, argument] : source.inputs) {
    if (argument.presence != suite::Presence::kGiven) continue;
    auto tensor = tensor::MakeHostTensor(argument.layout);
    if (!tensor) return About(name, tensor.error());
    if (auto filled = FillTensor(source, name, argument, *tensor); !filled) return filled.errors();
    StorageGaps gaps(argument.layout);
    gaps.Fill(tensor->storage, kFirstFillByte);
    prepared.inputs.emplace(name, PreparedInput{std::move(tensor).value(), std::move(gaps)});
  }
  for (const auto& [name, argument] : source.outputs) {
    if (argument.presence != suite::Presence::kGiven) continue;
    const auto bytes = tensor::StorageBytes(argument.layout);
    if (!bytes) return About(name, bytes.error());
    prepared.outputs.emplace(name, PreparedOutput{argument.layout, static_cast<size_t>(*bytes),
                                                  StorageGaps(argument.layout)});
  }
  return prepared;
}

}  // namespace touchstone::run

#include "framework/data/make_tensor.h"

namespace touchstone::data {

Result<tensor::HostTensor> MakeTensor(const DataSpec& spec, const tensor::TensorLayout& layout,
                                      const StreamKey& key) {
  Result<tensor::HostTensor> tensor = tensor::MakeHostTensor(layout);
  if (!tensor) return tensor.errors();
  const auto count = static_cast<uint64_t>(*tensor::ElementCount(layout.shape));
  const Result<std::unique_ptr<Generator>> generator =
      MakeGenerator(spec, layout.dtype, key, count);
  if (!generator) return generator.errors();
  std::vector<uint64_t> bits(count * static_cast<uint64_t>(tensor::WordsPerElement(layout.dtype)));
  (*generator)->Fill(0, bits);
  tensor::ScatterBits(layout, bits, tensor->storage);
  return tensor;
}

}  // namespace touchstone::data

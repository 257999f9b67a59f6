#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "framework/data/digest.h"
#include "framework/data/distributions/distributions.h"
#include "framework/data/npy.h"
#include "framework/data/parameters.h"
#include "framework/tensor/value_codec.h"

namespace touchstone::data {
namespace {

using tensor::DType;

uint64_t LoadElement(std::span<const std::byte> bytes, size_t size, size_t index) {
  uint64_t bits = 0;
  std::memcpy(&bits, &bytes[index * size], size);
  return bits;
}

class FromFile final : public Generator {
 public:
  FromFile(tensor::HostBytes bytes, DType dtype)
      : bytes_(std::move(bytes)), size_(static_cast<size_t>(tensor::SizeBytes(dtype))) {}

  void Fill(uint64_t first, std::span<uint64_t> bits) const override {
    const uint64_t count = bytes_.size() / size_;
    if (first > count || bits.size() > count - first) {
      std::fputs("touchstone: more elements were asked for than a data file holds\n", stderr);
      std::abort();
    }
    for (size_t i = 0; i < bits.size(); ++i) bits[i] = LoadElement(bytes_, size_, first + i);
  }

 private:
  tensor::HostBytes bytes_;
  size_t size_;
};

/// The array's elements as `dtype`. The same type keeps every bit; a float type is rounded once to
/// another; a finite number that would become infinite is an error, as it is for written values.
Result<tensor::HostBytes> Converted(NpyArray array, DType dtype, const std::string& path) {
  const bool is_bf16 = dtype == DType::kBf16 && array.dtype == DType::kUint16;
  if (array.dtype == dtype || is_bf16) {
    if (dtype == DType::kBool) {
      for (std::byte& value : array.bytes) value = value == std::byte{0} ? value : std::byte{1};
    }
    return std::move(array.bytes);
  }
  if (!tensor::Info(array.dtype).is_float || !tensor::Info(dtype).is_float) {
    return InputError(fmt::format("holds {}, which a tensor of {} cannot take{}",
                                  tensor::Name(array.dtype), tensor::Name(dtype),
                                  dtype == DType::kBf16 ? " (bf16 is stored as uint16)" : ""),
                      {path, 0, 0});
  }
  const auto from_size = static_cast<size_t>(tensor::SizeBytes(array.dtype));
  const auto to_size = static_cast<size_t>(tensor::SizeBytes(dtype));
  const size_t count = array.bytes.size() / from_size;
  tensor::HostBytes result(count * to_size);
  for (size_t i = 0; i < count; ++i) {
    const double value = tensor::DecodeValue(array.dtype, LoadElement(array.bytes, from_size, i));
    const uint64_t bits = tensor::EncodeValue(dtype, value);
    if (std::isfinite(value) && !std::isfinite(tensor::DecodeValue(dtype, bits))) {
      return InputError(fmt::format("element {} is {}, which overflows {}", i, NumberText(value),
                                    tensor::Name(dtype)),
                        {path, 0, 0});
    }
    std::memcpy(&result[i * to_size], &bits, to_size);
  }
  return result;
}

Errors ValidateFile(const DataSpec& spec, DType) {
  if (Word(spec, "path", "").empty()) return {SpecError(spec, "'path' is empty")};
  return {};
}

// A digest in the spec says which bytes were meant; others must not stand in for them.
Status CheckDigest(const DataSpec& spec, const std::string& path) {
  const std::string wanted = Word(spec, "digest", "");
  if (wanted.empty()) return Done{};
  const Result<std::string> found = Xxh3Hex128OfFile(path);
  if (!found) return found.errors();
  if (*found == wanted) return Done{};
  return InputError(fmt::format("the file has digest {}, not {}: it has changed", *found, wanted),
                    {path, 0, 0});
}

Status BindFile(DataSpec& spec, const std::string& folder) {
  const std::filesystem::path written = Word(spec, "path", "");
  if (written.empty()) return Done{};  // ValidateFile refuses it
  const std::string path =
      written.is_absolute() || folder.empty()
          ? written.string()
          : (std::filesystem::path(folder) / written).lexically_normal().string();
  if (const Status checked = CheckDigest(spec, path); !checked) return checked;
  const Result<std::string> digest = Xxh3Hex128OfFile(path);
  if (!digest) return digest.errors();
  spec.parameters.insert_or_assign("path", path);
  spec.parameters.insert_or_assign("digest", *digest);
  return Done{};
}

Result<std::unique_ptr<Generator>> Make(const DataSpec& spec, DType dtype, const StreamKey&,
                                        uint64_t element_count) {
  const std::string path = Word(spec, "path", "");
  if (const Status checked = CheckDigest(spec, path); !checked) return checked.errors();
  Result<NpyArray> array = ReadNpy(path);
  if (!array) return array.errors();
  const std::optional<int64_t> held = tensor::ElementCount(array->shape);
  if (!held || static_cast<uint64_t>(*held) != element_count) {
    return InputError(fmt::format("holds {} elements of shape {}, but the tensor has {}", *held,
                                  tensor::ToText(array->shape), element_count),
                      {path, 0, 0});
  }
  Result<tensor::HostBytes> bytes = Converted(std::move(array).value(), dtype, path);
  if (!bytes) return bytes.errors();
  std::unique_ptr<Generator> generator =
      std::make_unique<FromFile>(std::move(bytes).value(), dtype);
  return generator;
}

}  // namespace

DistributionInfo FileDistribution() {
  return {.name = "file",
          .parameters = {{"path", ParameterInfo::Kind::kWord, true,
                          "a .npy file, relative to the folder of the suite"},
                         {"digest", ParameterInfo::Kind::kWord, false,
                          "xxh3-128 of the file's bytes as hex; another file is an error"}},
          .meaning = "elements of a .npy file in row-major order; bf16 is stored as uint16",
          .complex_rule = ComplexRule::kRefused,
          .validate = ValidateFile,
          .bind = BindFile,
          .make = Make};
}

}  // namespace touchstone::data

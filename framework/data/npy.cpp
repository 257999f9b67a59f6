#include "framework/data/npy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "framework/data/npy_header.h"
#include "framework/tensor/walk.h"

namespace touchstone::data {
namespace {

using tensor::DType;

constexpr unsigned char kMagic[] = {0x93, 'N', 'U', 'M', 'P', 'Y'};
constexpr size_t kPrefix = 8;                  ///< magic and version
constexpr size_t kMaxHeaderBytes = 64 * 1024;  ///< a header with 32 axes has less than a kilobyte

struct NpyType {
  std::string_view code;  ///< descr without its byte-order character
  DType dtype;
  size_t swap_bytes;  ///< size of what a byte order applies to
};

constexpr NpyType kTypes[] = {
    {"f4", DType::kFp32, 4},      {"f2", DType::kFp16, 2},        {"f8", DType::kFp64, 8},
    {"i1", DType::kInt8, 1},      {"i2", DType::kInt16, 2},       {"i4", DType::kInt32, 4},
    {"i8", DType::kInt64, 8},     {"u1", DType::kUint8, 1},       {"u2", DType::kUint16, 2},
    {"u4", DType::kUint32, 4},    {"u8", DType::kUint64, 8},      {"b1", DType::kBool, 1},
    {"c8", DType::kComplex64, 4}, {"c16", DType::kComplex128, 8},
};

const NpyType* FindType(std::string_view code) {
  for (const NpyType& type : kTypes) {
    if (type.code == code) return &type;
  }
  return nullptr;
}

std::string DescrOf(DType dtype) {
  if (dtype == DType::kBf16) return "<u2";
  for (const NpyType& type : kTypes) {
    if (type.dtype == dtype)
      return fmt::format("{}{}", type.swap_bytes == 1 ? '|' : '<', type.code);
  }
  return "";
}

Error FileError(const std::string& name, const std::string& message) {
  return InputError(message, {name, 0, 0});
}

void SwapBytes(tensor::HostBytes& bytes, size_t size) {
  for (size_t i = 0; i + size <= bytes.size(); i += size) {
    std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(i),
                 bytes.begin() + static_cast<std::ptrdiff_t>(i + size));
  }
}

/// Bytes of a Fortran-order array in row-major order.
tensor::HostBytes RowMajor(const tensor::Dims& shape, DType dtype,
                           std::span<const std::byte> payload) {
  tensor::TensorLayout view;
  view.dtype = dtype;
  view.shape = shape;
  view.strides = tensor::ContiguousStrides({shape.rbegin(), shape.rend()});
  std::reverse(view.strides.begin(), view.strides.end());
  const auto size = static_cast<size_t>(tensor::SizeBytes(dtype));
  tensor::HostBytes result(payload.size());
  tensor::WalkElements(view, [&](int64_t to, int64_t from) {
    std::memcpy(&result[static_cast<size_t>(to) * size], &payload[static_cast<size_t>(from) * size],
                size);
  });
  return result;
}

struct Located {
  NpyHeader header;
  size_t payload_start;
};

Result<Located> LocateHeader(std::span<const std::byte> bytes, const std::string& name) {
  if (bytes.size() < kPrefix || std::memcmp(bytes.data(), kMagic, sizeof kMagic) != 0) {
    return FileError(name, "is not a .npy file: its first bytes are not '\\x93NUMPY'");
  }
  const int major = std::to_integer<int>(bytes[6]);
  const int minor = std::to_integer<int>(bytes[7]);
  if (major < 1 || major > 3 || minor != 0) {
    return FileError(
        name, fmt::format("has .npy version {}.{}; 1.0, 2.0 and 3.0 are known", major, minor));
  }
  const size_t length_bytes = major == 1 ? 2 : 4;
  if (bytes.size() < kPrefix + length_bytes) return FileError(name, "ends within its header");
  size_t length = 0;
  for (size_t i = 0; i < length_bytes; ++i) {
    length |= std::to_integer<size_t>(bytes[kPrefix + i]) << (8 * i);
  }
  if (length > kMaxHeaderBytes) {
    return FileError(name, fmt::format("states a header of {} bytes; at most {} are read", length,
                                       kMaxHeaderBytes));
  }
  const size_t start = kPrefix + length_bytes;
  if (bytes.size() - start < length) return FileError(name, "ends within its header");
  const char* text = reinterpret_cast<const char*>(bytes.data() + start);
  Result<NpyHeader> header = ParseNpyHeader({text, length});
  if (!header) return FileError(name, "has a malformed .npy header: " + header.error().message);
  return Located{std::move(header).value(), start + length};
}

/// What the head of a file says, checked against the file's size.
struct Described {
  const NpyType* type;
  tensor::Dims shape;
  bool reorder;  ///< Fortran order of more than one axis
  bool swap;     ///< big-endian
  size_t payload_start;
  size_t payload_bytes;
};

Result<Described> Describe(std::span<const std::byte> head, uint64_t file_bytes,
                           const std::string& name) {
  const Result<Located> located = LocateHeader(head, name);
  if (!located) return located.errors();
  const NpyHeader& header = located->header;
  const std::string_view descr = header.descr;
  const bool has_order = !descr.empty() && std::string_view("<>=|").find(descr[0]) != descr.npos;
  const NpyType* type = has_order ? FindType(descr.substr(1)) : nullptr;
  if (type == nullptr || (descr[0] == '|' && type->swap_bytes > 1)) {
    std::string known;
    for (const NpyType& t : kTypes) known += (known.empty() ? "" : ", ") + std::string(t.code);
    return FileError(name, fmt::format("holds elements of type '{}'; known types are {}",
                                       descr.substr(0, 40), known));
  }
  const tensor::Dims& shape = header.shape;
  const Result<int64_t> expected =
      tensor::StorageBytes(tensor::ContiguousLayout(type->dtype, shape));
  if (!expected) return FileError(name, expected.error().message);
  const uint64_t payload_bytes = file_bytes - located->payload_start;
  if (payload_bytes != static_cast<uint64_t>(*expected)) {
    return FileError(name, fmt::format("holds {} bytes of data where shape {} of '{}' needs {}",
                                       payload_bytes, tensor::ToText(shape), descr, *expected));
  }
  return Described{type,
                   shape,
                   header.fortran_order && shape.size() > 1,
                   descr[0] == '>',
                   located->payload_start,
                   static_cast<size_t>(payload_bytes)};
}

NpyArray ToArray(const Described& file, tensor::HostBytes payload) {
  NpyArray array{file.type->dtype, file.shape, std::move(payload)};
  if (file.reorder) array.bytes = RowMajor(array.shape, array.dtype, array.bytes);
  if (file.swap) SwapBytes(array.bytes, file.type->swap_bytes);
  return array;
}

}  // namespace

Result<NpyArray> ParseNpy(std::span<const std::byte> bytes, const std::string& name) {
  const Result<Described> file = Describe(bytes, bytes.size(), name);
  if (!file) return file.errors();
  const std::span<const std::byte> payload = bytes.subspan(file->payload_start);
  return ToArray(*file, {payload.begin(), payload.end()});
}

Result<NpyArray> ReadNpy(const std::string& path, uint64_t max_bytes) {
  std::error_code code;
  const std::filesystem::file_status status = std::filesystem::status(path, code);
  if (!std::filesystem::exists(status)) return FileError(path, "does not exist");
  if (!std::filesystem::is_regular_file(status)) return FileError(path, "is not a regular file");
  const uint64_t size = std::filesystem::file_size(path, code);
  if (code) return FileError(path, "cannot be read: " + code.message());
  if (size > max_bytes) {
    return FileError(path, fmt::format("has {} bytes; at most {} are read", size, max_bytes));
  }
  std::ifstream file(path, std::ios::binary);
  const auto read = [&file](std::span<std::byte> bytes) {
    file.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    return file && static_cast<size_t>(file.gcount()) == bytes.size();
  };
  // The payload is read to where it stays: a large array is never in memory twice.
  std::vector<std::byte> head(std::min<uint64_t>(size, kPrefix + 4 + kMaxHeaderBytes));
  if (!read(head)) return FileError(path, "cannot be read");
  const Result<Described> described = Describe(head, size, path);
  if (!described) return described.errors();
  tensor::HostBytes payload(described->payload_bytes);
  file.seekg(static_cast<std::streamoff>(described->payload_start));
  if (!read(payload)) return FileError(path, "cannot be read");
  return ToArray(*described, std::move(payload));
}

Result<std::vector<std::byte>> NpyFileHeader(DType dtype, const tensor::Dims& shape) {
  std::string extents;
  for (const int64_t extent : shape) {
    if (!extents.empty()) extents += ", ";
    extents += std::to_string(extent);
  }
  if (shape.size() == 1) extents += ',';  // a tuple of one, as Python writes it
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}",
                                   DescrOf(dtype), extents);
  // The data starts at a multiple of 64 bytes; the header ends with a line feed.
  const size_t unpadded = kPrefix + 2 + header.size() + 1;
  header.append((64 - unpadded % 64) % 64, ' ');
  header += '\n';
  if (header.size() > 0xFFFF) return InputError("a shape with that many axes has no .npy header");
  std::string file(reinterpret_cast<const char*>(kMagic), sizeof kMagic);
  file += {1, 0, static_cast<char>(header.size() & 0xFF), static_cast<char>(header.size() >> 8)};
  file += header;
  const std::span<const std::byte> bytes = std::as_bytes(std::span(file));
  return std::vector<std::byte>(bytes.begin(), bytes.end());
}

Result<std::vector<std::byte>> SerializeNpy(DType dtype, const tensor::Dims& shape,
                                            std::span<const std::byte> bytes) {
  const Result<int64_t> expected = tensor::StorageBytes(tensor::ContiguousLayout(dtype, shape));
  if (!expected) return expected.errors();
  if (bytes.size() != static_cast<uint64_t>(*expected)) {
    return InputError(fmt::format("an array of shape {} and type {} has {} bytes, not {}",
                                  tensor::ToText(shape), tensor::Name(dtype), *expected,
                                  bytes.size()));
  }
  Result<std::vector<std::byte>> file = NpyFileHeader(dtype, shape);
  if (!file) return file.errors();
  file->insert(file->end(), bytes.begin(), bytes.end());
  return file;
}

Status WriteNpy(const std::string& path, DType dtype, const tensor::Dims& shape,
                std::span<const std::byte> bytes) {
  const Result<std::vector<std::byte>> file = SerializeNpy(dtype, shape, bytes);
  if (!file) return file.errors();
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out.write(reinterpret_cast<const char*>(file->data()),
            static_cast<std::streamsize>(file->size()));
  out.close();
  if (!out) return InfrastructureError("cannot write '" + path + "'");
  return Done{};
}

}  // namespace touchstone::data

#include "framework/run/memory_budget.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

namespace touchstone::run {
namespace {

/// A worker without a case, with its threads, its libraries and the buffers of one chunk each.
constexpr uint64_t kWorkerBytes = uint64_t{64} << 20;

struct Unit {
  std::string_view name;
  int shift;
};
constexpr std::array<Unit, 4> kUnits = {{{"KiB", 10}, {"MiB", 20}, {"GiB", 30}, {"TiB", 40}}};

/// A sum that stays at the largest number once it is reached.
class Total {
 public:
  void Add(uint64_t count, uint64_t factor) {
    uint64_t product;
    if (__builtin_mul_overflow(count, factor, &product) ||
        __builtin_add_overflow(bytes_, product, &bytes_)) {
      bytes_ = std::numeric_limits<uint64_t>::max();
    }
  }
  uint64_t bytes() const { return bytes_; }

 private:
  uint64_t bytes_ = 0;
};

uint64_t Elements(const tensor::TensorLayout& layout) {
  const auto count = tensor::ElementCount(layout.shape);
  return count ? static_cast<uint64_t>(*count) : std::numeric_limits<uint64_t>::max();
}

/// Storage on the host and on the device, and once more while a copy with other gaps is at work.
void AddStorage(const tensor::TensorLayout& layout, Total& total) {
  const auto bytes = tensor::StorageBytes(layout);
  if (!bytes) return;
  total.Add(static_cast<uint64_t>(*bytes), tensor::IsContiguous(layout) ? 2 : 3);
}

/// Every element is the same stored one: no chip's memory need hold the copies.
bool IsOneElement(const tensor::TensorLayout& layout) {
  for (size_t axis = 0; axis < layout.shape.size(); ++axis) {
    if (layout.shape[axis] > 1 && layout.strides[axis] != 0) return false;
  }
  return true;
}

std::string FirstLine(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

uint64_t NumberIn(const std::string& path) {
  const std::string line = FirstLine(path);
  uint64_t number = 0;
  const auto read = std::from_chars(line.data(), line.data() + line.size(), number);
  return read.ec == std::errc{} && read.ptr != line.data() ? number
                                                           : std::numeric_limits<uint64_t>::max();
}

/// The limits of this process's control group, of either version; absent ones do not limit. Inside
/// a container its own group is the root of what is mounted.
uint64_t ControlGroupLimit() {
  uint64_t limit = std::numeric_limits<uint64_t>::max();
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    const size_t path_at = line.rfind(':');
    if (path_at == std::string::npos) continue;
    const std::string path = line.substr(path_at + 1);
    const bool unified = line.starts_with("0::");
    if (!unified && line.find(":memory:") == std::string::npos) continue;
    const std::string root = unified ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory";
    const std::string file = unified ? "/memory.max" : "/memory.limit_in_bytes";
    limit = std::min({limit, NumberIn(root + path + file), NumberIn(root + file)});
  }
  return limit;
}

}  // namespace

uint64_t AvailableMemory() {
  uint64_t available = std::numeric_limits<uint64_t>::max();
  std::ifstream file("/proc/meminfo");
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string name;
    uint64_t kibibytes = 0;
    if (words >> name >> kibibytes && name == "MemAvailable:") available = kibibytes << 10;
  }
  if (available == std::numeric_limits<uint64_t>::max()) {
    available = static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  }
  return std::min(available, ControlGroupLimit());
}

uint64_t MemoryNeed(const suite::Case& source) {
  Total total;
  total.Add(kWorkerBytes, 1);
  uint64_t largest = 0;
  for (const auto& [name, input] : source.inputs) {
    if (input.presence != suite::Presence::kGiven) continue;
    const tensor::TensorLayout& layout = input.layout;
    AddStorage(layout, total);
    const uint64_t elements = Elements(layout);
    largest = std::max(largest, elements);
    if (!tensor::IsContiguous(layout) && !IsOneElement(layout)) {
      total.Add(elements, static_cast<uint64_t>(tensor::SizeBytes(layout.dtype)));
    }
    const bool widened =
        std::any_of(source.inputs.begin(), source.inputs.end(), [&layout](const auto& other) {
          return other.second.presence == suite::Presence::kGiven &&
                 other.second.layout.dtype != layout.dtype;
        });
    if (widened) total.Add(elements, sizeof(float));
  }
  bool returned_as_computed = !source.outputs.empty();
  for (const auto& [name, output] : source.outputs) {
    if (output.presence != suite::Presence::kGiven) continue;
    AddStorage(output.layout, total);
    returned_as_computed = returned_as_computed && tensor::IsContiguous(output.layout) &&
                           output.layout.dtype == tensor::DType::kFp32 &&
                           Elements(output.layout) >= largest;
  }
  if (!returned_as_computed) total.Add(largest, sizeof(float));
  return total.bytes();
}

Result<uint64_t> ParseBytes(std::string_view text) {
  const Error error = UsageError(
      fmt::format("--memory-budget takes bytes, as in 1536, 64MiB or 1.5GiB, not '{}'", text));
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number, std::chars_format::fixed);
  if (read.ec != std::errc{} || !std::isfinite(number)) return error;
  std::string_view unit(read.ptr, static_cast<size_t>(end - read.ptr));
  if (unit.starts_with(' ')) unit.remove_prefix(1);
  if (unit.empty()) {
    if (number != std::floor(number)) return error;
  } else {
    const auto found = std::find_if(kUnits.begin(), kUnits.end(),
                                    [unit](const Unit& one) { return one.name == unit; });
    if (found == kUnits.end()) return error;
    number = std::ldexp(number, found->shift);
  }
  if (!(number >= 1 && number <= 0x1p62)) return error;
  return static_cast<uint64_t>(number);
}

std::string BytesText(uint64_t bytes) {
  for (size_t i = kUnits.size(); i-- > 0;) {
    const double number = std::ldexp(static_cast<double>(bytes), -kUnits[i].shift);
    if (number < 1) continue;
    const double scale = number >= 100 ? 1 : number >= 10 ? 10 : 100;
    return fmt::format("{} {}", std::ceil(number * scale) / scale, kUnits[i].name);
  }
  return fmt::format("{} bytes", bytes);
}

}  // namespace touchstone::run

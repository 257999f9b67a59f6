#include "framework/judge/verdict_text.h"

#include <fmt/format.h>

namespace touchstone::judge {

std::vector<int64_t> Coordinates(uint64_t index, const tensor::Dims& shape) {
  const auto count = tensor::ElementCount(shape);
  if (!count || index >= static_cast<uint64_t>(*count)) return {};
  std::vector<int64_t> coordinates(shape.size());
  auto rest = static_cast<int64_t>(index);
  for (size_t axis = shape.size(); axis-- > 0;) {
    coordinates[axis] = rest % shape[axis];
    rest /= shape[axis];
  }
  return coordinates;
}

std::string ElementText(uint64_t index, const tensor::Dims& shape) {
  const std::vector<int64_t> coordinates = Coordinates(index, shape);
  if (coordinates.empty()) return fmt::format("element {}", index);
  return fmt::format("element {} {}", index, tensor::ToText(coordinates));
}

std::string NumberText(double value, double limit) {
  std::string text = fmt::format("{:.6g}", value);
  if (value != limit && text == fmt::format("{:.6g}", limit)) text = fmt::format("{:.17g}", value);
  return text;
}

std::string BeyondText(const ToleranceCounts& counts, uint64_t elements,
                       const tensor::Dims& shape) {
  return fmt::format("{} of {} elements beyond, first {}", counts.beyond, elements,
                     ElementText(counts.first_beyond, shape));
}

}  // namespace touchstone::judge

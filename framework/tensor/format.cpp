#include "framework/tensor/layout.h"

namespace touchstone::tensor {
namespace {

struct FormatName {
  Format format;
  std::string_view name;
};

constexpr FormatName kFormats[] = {
    {Format::kNd, "ND"},
    {Format::kNchw, "NCHW"},
    {Format::kNcl, "NCL"},
    {Format::kNcdhw, "NCDHW"},
    {Format::kNhwc, "NHWC"},
    {Format::kNdhwc, "NDHWC"},
    {Format::kHwcn, "HWCN"},
    {Format::kNc, "NC"},
    {Format::kNc1hwc0, "NC1HWC0"},
    {Format::kNdc1hwc0, "NDC1HWC0"},
    {Format::kFractalZ, "FRACTAL_Z"},
    {Format::kFractalNz, "FRACTAL_NZ"},
    {Format::kUndefined, "UNDEFINED"},
};

}  // namespace

std::string_view Name(Format format) {
  for (const FormatName& entry : kFormats) {
    if (entry.format == format) return entry.name;
  }
  return "UNKNOWN";  // only a value cast from a number outside the enumeration gets here
}

Result<Format> ParseFormat(std::string_view name) {
  for (const FormatName& entry : kFormats) {
    if (entry.name == name) return entry.format;
  }
  return InputError("unknown format '" + std::string(name) + "'" + Suggestion(name, FormatNames()));
}

std::vector<std::string> FormatNames() {
  std::vector<std::string> names;
  for (const FormatName& entry : kFormats) names.emplace_back(entry.name);
  return names;
}

}  // namespace touchstone::tensor

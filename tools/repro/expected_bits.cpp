#include "tools/repro/expected_bits.h"

#include <cmath>

#include "framework/operators/reference_adapter.h"
#include "framework/tensor/float_format.h"

namespace touchstone::repro {
namespace {

using judge::SpecialValues;
using tensor::ElementClass;

ElementClass ClassOfLimit(double lower, double upper) {
  if (std::isnan(lower)) return ElementClass::kNan;
  if (lower == upper && std::isinf(lower)) {
    return lower < 0 ? ElementClass::kNegativeInfinity : ElementClass::kPositiveInfinity;
  }
  return ElementClass::kFinite;
}

ExpectedElement ElementOf(const tensor::FloatFormat& format, const judge::ExpectedChunk& chunk,
                          size_t i, SpecialValues special_values) {
  using Kind = ExpectedElement::Kind;
  const ElementClass limit = ClassOfLimit(chunk.lower[i], chunk.upper[i]);
  const ElementClass stated = chunk.stated_class[i];
  if (special_values == SpecialValues::kEither && limit != stated) return {Kind::kOpen, 0};
  switch (special_values == SpecialValues::kLimit ? limit : stated) {
    case ElementClass::kNan:
      return {Kind::kAnyNan, format.quiet_nan};
    case ElementClass::kPositiveInfinity:
      return {Kind::kBits, format.infinity};
    case ElementClass::kNegativeInfinity:
      return {Kind::kBits, format.infinity | format.sign_bit};
    case ElementClass::kFinite:
      break;
  }
  const uint32_t bits = chunk.rounded_bits[i];
  const bool finite = tensor::ClassOf(format, bits) == ElementClass::kFinite;
  return {chunk.decided[i] != 0 && finite ? Kind::kBits : Kind::kOpen, bits};
}

}  // namespace

Result<std::vector<ExpectedElement>> ExpectedBits(const run::PreparedCase& prepared,
                                                  const std::string& output,
                                                  const soc::SocInfo& soc) {
  const tensor::TensorLayout& layout = prepared.outputs.at(output).layout;
  std::vector<ExpectedElement> elements;
  const bool can_be_judged = layout.dtype == tensor::DType::kFp32 ||
                             layout.dtype == tensor::DType::kFp16 ||
                             layout.dtype == tensor::DType::kBf16;
  if (!can_be_judged) return elements;
  const suite::Case& source = *prepared.source;
  const operators::MakeReference make = operators::FindReference(source.op->name);
  if (make == nullptr) return InputError("there is no reference for " + source.op->name);
  operators::ReferenceRequest request;
  for (const auto& [name, input] : prepared.inputs) request.inputs[name] = &input.tensor;
  request.attributes = source.attributes;
  request.output_name = output;
  request.output = layout;
  request.soc = &soc;
  request.wants_benchmark = false;
  auto reference = make(request);
  if (!reference.ok()) return reference.errors();
  judge::ExpectedChunk chunk;
  (*reference)->Evaluate(0, (*reference)->element_count(), chunk);
  for (size_t i = 0; i < chunk.lower.size(); ++i) {
    elements.push_back(ElementOf(tensor::FormatOf(layout.dtype), chunk, i, source.special_values));
  }
  return elements;
}

}  // namespace touchstone::repro

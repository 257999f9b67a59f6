#include "framework/sweep/expectation.h"

#include "framework/sweep/pattern_fill.h"

namespace touchstone::sweep {

void Expectation::Resize(uint64_t count) {
  if (count == count_) return;
  const size_t size = static_cast<size_t>(tensor::SizeBytes(plan_.dtype));
  const auto make = [&](const std::string& name, uint64_t elements) -> tensor::HostTensor& {
    tensor::HostTensor& input = inputs_[name];
    input.layout = tensor::ContiguousLayout(plan_.dtype, {static_cast<int64_t>(elements)});
    input.storage.resize(elements * size);
    return input;
  };
  make(plan_.swept, count);
  for (const ConstantInput& constant : plan_.constants) {
    FillConstant(constant.bits, size,
                 make(constant.name, constant.one_element ? 1 : count).storage);
  }
  count_ = count;
}

Status Expectation::Evaluate(uint64_t first, uint64_t count, judge::ExpectedChunk& chunk) {
  Resize(count);
  FillPatterns(plan_.patterns, first, inputs_.at(plan_.swept).storage);
  operators::ReferenceRequest request;
  for (const auto& [name, tensor] : inputs_) request.inputs[name] = &tensor;
  request.attributes = plan_.attributes;
  request.output_name = plan_.output;
  request.output = tensor::ContiguousLayout(plan_.dtype, {static_cast<int64_t>(count)});
  request.soc = plan_.soc;
  request.wants_benchmark = false;
  const operators::MakeReference make = operators::FindReference(plan_.op->name);
  if (make == nullptr) return InputError("there is no reference for " + plan_.op->name);
  const auto reference = make(request);
  if (!reference) return reference.errors();
  (*reference)->Evaluate(0, count, chunk);
  return Done{};
}

}  // namespace touchstone::sweep

#include "framework/run/judging.h"

#include <fmt/format.h>

#include <algorithm>

#include "framework/judge/judge.h"
#include "framework/operators/reference_adapter.h"

namespace touchstone::run {
namespace {

using tensor::DType;

bool CanBeJudged(DType dtype) {
  return dtype == DType::kFp32 || dtype == DType::kFp16 || dtype == DType::kBf16;
}

operators::ReferenceRequest MakeRequest(const PreparedCase& prepared, const std::string& name,
                                        const soc::SocInfo& soc, bool wants_benchmark) {
  operators::ReferenceRequest request;
  for (const auto& [input_name, input] : prepared.inputs) {
    request.inputs[input_name] = &input.tensor;
  }
  request.attributes = prepared.source->attributes;
  request.output_name = name;
  request.output = prepared.outputs.at(name).layout;
  request.soc = &soc;
  request.wants_benchmark = wants_benchmark;
  return request;
}

/// What the judge cannot know: which inputs a bad element came from.
void DescribeInputs(const PreparedCase& prepared, const operators::ReferenceEvaluation& reference,
                    judge::WorstElement& worst) {
  for (const auto& [name, index] : reference.InputElements(worst.index)) {
    const auto found = prepared.inputs.find(name);
    if (found == prepared.inputs.end()) continue;
    const tensor::HostTensor& input = found->second.tensor;
    uint64_t bits = 0;
    ReadElements(input.layout, input.storage, static_cast<int64_t>(index), {&bits, 1});
    worst.inputs[name] = PatternText(input.layout.dtype, bits);
  }
}

}  // namespace

Result<judge::Judgement> JudgeOutput(const PreparedCase& prepared, const std::string& name,
                                     const FilledStorage& first_run,
                                     const FilledStorage& second_run, const soc::SocInfo& soc) {
  const suite::Case& source = *prepared.source;
  const tensor::TensorLayout& layout = prepared.outputs.at(name).layout;
  if (!CanBeJudged(layout.dtype)) {
    return InputError(
        fmt::format("output '{}' of type {} cannot be judged", name, tensor::Name(layout.dtype)));
  }
  const operators::MakeReference make = operators::FindReference(source.op->name);
  if (make == nullptr) {
    return InputError(fmt::format("there is no reference for {}", source.op->name));
  }
  judge::JudgeOptions options;
  options.dtype = layout.dtype;
  options.shape = layout.shape;
  options.standards = source.standards;
  options.special_values = source.special_values;
  options.soc = &soc;
  judge::OutputJudge judge(std::move(options));

  auto reference = make(MakeRequest(prepared, name, soc, judge.NeedsBenchmark()));
  if (!reference) return reference.errors();
  const auto count = static_cast<uint64_t>(tensor::ElementCount(layout.shape).value_or(0));
  if ((*reference)->element_count() != count) {
    return InputError(fmt::format("output '{}' has {} elements where the reference has {}", name,
                                  count, (*reference)->element_count()));
  }

  judge::ExpectedChunk expected;
  judge::ActualChunk actual;
  std::vector<uint64_t> bits;
  for (uint64_t first = 0; first < count; first += kChunkElements) {
    const auto size = std::min<uint64_t>(kChunkElements, count - first);
    bits.resize(size);
    actual.bits.resize(size);
    actual.unwritten.resize(size);
    ReadElements(layout, first_run.storage, static_cast<int64_t>(first), bits);
    std::transform(bits.begin(), bits.end(), actual.bits.begin(),
                   [](uint64_t pattern) { return static_cast<uint32_t>(pattern); });
    FindUnwritten(layout, first_run, second_run, static_cast<int64_t>(first), actual.unwritten);
    (*reference)->Evaluate(first, size, expected);
    judge.Add(first, actual, expected);
  }
  judge::Judgement judgement = judge.Finish();
  for (const auto& [fact, value] : (*reference)->Facts()) judgement.metrics.facts[fact] = value;
  for (judge::WorstElement& worst : judgement.worst) DescribeInputs(prepared, **reference, worst);
  return judgement;
}

}  // namespace touchstone::run

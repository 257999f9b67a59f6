#include "framework/run/judging.h"

#include <fmt/format.h>
#include <oneapi/tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <cstring>

#include "framework/judge/judge.h"
#include "framework/operators/reference_adapter.h"
#include "framework/run/element_access.h"
#include "reference/parallel.h"

namespace touchstone::run {
namespace {

namespace tbb = oneapi::tbb;
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

/// Elements that reference and judge pass to each other at a time: what they write of each, some 50
/// bytes, stays within a part of an L2 cache.
constexpr uint64_t kJudgedElements = 4096;

/// From this many chunks on, starting threads is cheaper than waiting for one.
constexpr uint64_t kLargeChunks = 16;

template <typename Pattern>
void LoadBits(std::span<const std::byte> dense, std::span<uint32_t> bits) {
  for (size_t i = 0; i < bits.size(); ++i) {
    Pattern pattern;
    std::memcpy(&pattern, dense.data() + i * sizeof pattern, sizeof pattern);
    bits[i] = pattern;
  }
}

/// A judge and the buffers of one chunk; each thread has one.
class ChunkJudge {
 public:
  ChunkJudge(const judge::JudgeOptions& options, const RunOutput& output,
             const tensor::TensorLayout& layout, const operators::ReferenceEvaluation& reference)
      : judge_(options), output_(output), layout_(layout), reference_(reference) {}

  void Add(uint64_t first, uint64_t count) {
    actual_.bits.resize(count);
    actual_.unwritten.resize(output_.unwritten.any() ? count : 0);
    const auto start = static_cast<int64_t>(first);
    const auto dense = DenseElements(layout_, output_.storage, start, count, scratch_);
    if (tensor::SizeBytes(layout_.dtype) == 2) {
      LoadBits<uint16_t>(dense, actual_.bits);
    } else {
      LoadBits<uint32_t>(dense, actual_.bits);
    }
    output_.unwritten.Read(start, actual_.unwritten);
    reference_.Evaluate(first, count, expected_);
    judge_.Add(first, actual_, expected_);
  }

  judge::OutputJudge& judge() { return judge_; }

 private:
  judge::OutputJudge judge_;
  const RunOutput& output_;
  const tensor::TensorLayout& layout_;
  const operators::ReferenceEvaluation& reference_;
  judge::ExpectedChunk expected_;
  judge::ActualChunk actual_;
  std::vector<std::byte> scratch_;
};

}  // namespace

Result<judge::Judgement> JudgeOutput(const PreparedCase& prepared, const std::string& name,
                                     const RunOutput& output, const soc::SocInfo& soc) {
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
  const bool wants_benchmark = judge::OutputJudge(options).NeedsBenchmark();
  auto reference = make(MakeRequest(prepared, name, soc, wants_benchmark));
  if (!reference) return reference.errors();
  const auto count = static_cast<uint64_t>(tensor::ElementCount(layout.shape).value_or(0));
  if ((*reference)->element_count() != count) {
    return InputError(fmt::format("output '{}' has {} elements where the reference has {}", name,
                                  count, (*reference)->element_count()));
  }

  const auto make_judge = [&] { return ChunkJudge(options, output, layout, **reference); };
  tbb::enumerable_thread_specific<ChunkJudge> judges(make_judge);
  const auto judge_chunk = [&](uint64_t chunk) {
    const uint64_t first = chunk * kJudgedElements;
    judges.local().Add(first, std::min<uint64_t>(kJudgedElements, count - first));
  };
  const uint64_t chunks = (count + kJudgedElements - 1) / kJudgedElements;
  if (chunks >= kLargeChunks) {
    reference::ParallelFor(chunks, judge_chunk);
  } else {
    for (uint64_t chunk = 0; chunk < chunks; ++chunk) judge_chunk(chunk);
  }
  judge::OutputJudge& judge = judges.local().judge();
  for (ChunkJudge& other : judges) {
    if (&other.judge() != &judge) judge.Merge(std::move(other.judge()));
  }
  judge::Judgement judgement = judge.Finish();
  for (const auto& [fact, value] : (*reference)->Facts()) judgement.metrics.facts[fact] = value;
  for (judge::WorstElement& worst : judgement.worst) DescribeInputs(prepared, **reference, worst);
  return judgement;
}

}  // namespace touchstone::run

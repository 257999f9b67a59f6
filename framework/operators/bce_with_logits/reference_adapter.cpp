#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

#include "framework/operators/bce_with_logits/description.h"
#include "framework/operators/bce_with_logits/reference.h"
#include "framework/operators/operand_reader.h"
#include "reference/bce_with_logits/benchmark.h"
#include "reference/bce_with_logits/bound_constants.h"
#include "reference/bce_with_logits/loss.h"
#include "reference/bce_with_logits/reduction.h"
#include "reference/bce_with_logits/stated_range.h"
#include "reference/prefetch.h"

namespace touchstone::operators {
namespace {

namespace bce = reference::bce_with_logits;
using tensor::DType;

bool IsComputeDType(DType dtype) {
  return dtype == DType::kFp32 || dtype == DType::kFp16 || dtype == DType::kBf16;
}

// Equal dtypes stay; any two different ones of the three meet in fp32.
DType Promote(DType a, DType b) { return a == b ? a : DType::kFp32; }

const reference::FloatFormat& OutputFormat(DType dtype) {
  if (dtype == DType::kFp16) return reference::kFp16;
  return dtype == DType::kBf16 ? reference::kBf16 : reference::kFp32;
}

tensor::ElementClass ToElementClass(reference::ValueClass value) {
  switch (value) {
    case reference::ValueClass::kPositiveInfinity:
      return tensor::ElementClass::kPositiveInfinity;
    case reference::ValueClass::kNegativeInfinity:
      return tensor::ElementClass::kNegativeInfinity;
    case reference::ValueClass::kNan:
      return tensor::ElementClass::kNan;
    case reference::ValueClass::kFinite:
      break;
  }
  return tensor::ElementClass::kFinite;
}

// Half inputs are cast to fp32 on the chip, either before the kernel or in it; weights come to it
// in the promoted dtype.
bce::WidenedArguments WidenedBy(const ReferenceRequest& request) {
  const auto is_cast = [&](const char* name) {
    const auto found = request.inputs.find(name);
    return found != request.inputs.end() && found->second->layout.dtype != DType::kFp32;
  };
  const bool half = is_cast("self") && request.inputs.at("self")->layout.dtype ==
                                           request.inputs.at("target")->layout.dtype;
  return {is_cast("self"), is_cast("target"), half || is_cast("weight"),
          half || is_cast("pos_weight")};
}

bce::StatedArithmetic ArithmeticOf(const ReferenceRequest& request) {
  const soc::SocInfo& soc = *request.soc;
  return {soc.order == soc::ArithmeticOrder::kRegBase ? bce::OperationOrder::kRegBase
                                                      : bce::OperationOrder::kTbe,
          soc.flushes_subnormals, soc.saturates_on_overflow, WidenedBy(request)};
}

// The inputs of one call as the operator's own type promotion leaves them, read in runs.
struct Operands final : bce::ElementSource {
  uint64_t count = 0;
  std::optional<OperandReader> self_reader, target_reader, weight_reader, pos_weight_reader;

  uint64_t size() const override { return count; }
  bool has_weight() const override { return weight_reader.has_value(); }
  bool has_pos_weight() const override { return pos_weight_reader.has_value(); }
  void Read(uint64_t first, std::span<float> self, std::span<float> target, std::span<float> weight,
            std::span<float> pos_weight) const override {
    self_reader->Read(first, self);
    target_reader->Read(first, target);
    if (weight_reader) weight_reader->Read(first, weight);
    if (pos_weight_reader) pos_weight_reader->Read(first, pos_weight);
  }
  std::optional<bce::LossArguments> View(uint64_t first, size_t size) const override {
    const auto view = [&](const std::optional<OperandReader>& reader) {
      return reader ? reader->View(first, size) : std::span<const float>();
    };
    const bce::LossArguments arguments = {view(self_reader), view(target_reader),
                                          view(weight_reader), view(pos_weight_reader)};
    const bool whole = !arguments.self.empty() && !arguments.target.empty() &&
                       arguments.weight.empty() != has_weight() &&
                       arguments.pos_weight.empty() != has_pos_weight();
    return whole ? std::optional(arguments) : std::nullopt;
  }
};

Error For(std::string_view input, Error error) {
  error.message = "input '" + std::string(input) + "': " + error.message;
  return error;
}

Result<Operands> ReadOperands(const ReferenceRequest& request) {
  const auto find = [&](const char* name) -> const tensor::HostTensor* {
    const auto found = request.inputs.find(name);
    return found != request.inputs.end() ? found->second : nullptr;
  };
  const tensor::HostTensor* self = find("self");
  const tensor::HostTensor* target = find("target");
  for (const auto& [name, tensor] : {std::pair("self", self), std::pair("target", target)}) {
    if (tensor == nullptr) return InputError("input '" + std::string(name) + "' is missing");
    if (!IsComputeDType(tensor->layout.dtype)) {
      return InputError("input '" + std::string(name) + "': dtype '" +
                        std::string(tensor::Name(tensor->layout.dtype)) +
                        "' is not one of fp32, fp16, bf16");
    }
  }
  if (self->layout.shape != target->layout.shape) {
    return InputError("self " + tensor::ToText(self->layout.shape) + " and target " +
                      tensor::ToText(target->layout.shape) + " differ in shape");
  }
  const auto count = tensor::ElementCount(self->layout.shape);
  if (!count) return InputError("input 'self' has more elements than 63 bits can count");

  Operands operands;
  operands.count = static_cast<uint64_t>(*count);
  const OperandReader::Options options = {self->layout.shape,
                                          Promote(self->layout.dtype, target->layout.dtype),
                                          request.soc->saturates_on_overflow};
  const std::pair<const char*, std::optional<OperandReader>*> readers[] = {
      {"self", &operands.self_reader},
      {"target", &operands.target_reader},
      {"weight", &operands.weight_reader},
      {"pos_weight", &operands.pos_weight_reader}};
  for (const auto& [name, reader] : readers) {
    const tensor::HostTensor* tensor = find(name);
    // The weights of an empty call are never looked at.
    if (tensor == nullptr || *count == 0) continue;
    Result<OperandReader> made = OperandReader::Make(*tensor, options);
    if (!made) return For(name, made.error());
    *reader = std::move(*made);
  }
  return operands;
}

// reduction = none: one output element per input element.
class ElementwiseLoss final : public ReferenceEvaluation {
 public:
  ElementwiseLoss(Operands operands, const reference::FloatFormat& format,
                  bce::StatedArithmetic arithmetic, bool wants_benchmark)
      : operands_(std::move(operands)),
        format_(format),
        arithmetic_(arithmetic),
        wants_benchmark_(wants_benchmark) {}

  uint64_t element_count() const override { return operands_.count; }

  void Evaluate(uint64_t first, uint64_t count, judge::ExpectedChunk& chunk) const override {
    constexpr size_t kRun = 8 * bce::LossBlock::kCapacity;
    chunk.Resize(count, wants_benchmark_);
    bool ordinary = true;
    float self[kRun], target[kRun], weight[kRun], pos_weight[kRun];
    for (size_t offset = 0; offset < count; offset += kRun) {
      const size_t size = std::min(kRun, static_cast<size_t>(count) - offset);
      std::optional<bce::LossArguments> run = operands_.View(first + offset, size);
      if (!run) {
        const std::span<float> w(weight, operands_.has_weight() ? size : 0);
        const std::span<float> p(pos_weight, operands_.has_pos_weight() ? size : 0);
        operands_.Read(first + offset, {self, size}, {target, size}, w, p);
        run = {{self, size}, {target, size}, w, p};
      }
      for (size_t part = 0; part < size; part += bce::LossBlock::kCapacity) {
        const bce::LossArguments arguments =
            run->Part(part, std::min(bce::LossBlock::kCapacity, size - part));
        reference::PrefetchAfter(arguments.self);
        const bce::LossBlock block(arguments);
        ordinary &= EvaluateRun(block, offset + part, chunk);
      }
    }
    chunk.ordinary = ordinary;
  }

  std::map<std::string, uint64_t> InputElements(uint64_t index) const override {
    std::map<std::string, uint64_t> elements = {
        {"self", operands_.self_reader->ElementNumber(index)},
        {"target", operands_.target_reader->ElementNumber(index)}};
    if (operands_.has_weight()) {
      elements["weight"] = operands_.weight_reader->ElementNumber(index);
    }
    if (operands_.has_pos_weight()) {
      elements["pos_weight"] = operands_.pos_weight_reader->ElementNumber(index);
    }
    return elements;
  }

 private:
  // Returns whether the run is ordinary.
  bool EvaluateRun(const bce::LossBlock& block, size_t offset, judge::ExpectedChunk& chunk) const {
    const size_t size = block.count;
    const std::span<double> lower(chunk.lower.data() + offset, size);
    const std::span<double> upper(chunk.upper.data() + offset, size);
    const std::span<double> bounds(chunk.rounding_bound.data() + offset, size);
    const std::span<uint8_t> decided(chunk.decided.data() + offset, size);
    reference::PrefetchAfter(block.given.target);
    bce::EvaluateLoss(block, format_,
                      {lower, upper, {chunk.rounded_bits.data() + offset, size}, decided});
    reference::PrefetchAfter(block.given.weight);
    bce::BlockBounds(block, arithmetic_, bounds);
    reference::PrefetchAfter(block.given.pos_weight);
    if (wants_benchmark_) SetBenchmark(block, offset, chunk);
    if (!StatedIsFinite(block, lower, upper, bounds)) {
      SetStatedClasses(block, offset, chunk);
      return false;
    }
    std::fill_n(chunk.stated_class.begin() + static_cast<ptrdiff_t>(offset), size,
                tensor::ElementClass::kFinite);
    return std::memchr(decided.data(), 0, size) == nullptr;  // find() would go byte by byte
  }

  // Whether the stated order surely yields a finite number for every element, and so does rounding
  // any end of an enclosure: nothing overflows, neither on the way nor in the output format.
  bool StatedIsFinite(const bce::LossBlock& block, std::span<const double> lower,
                      std::span<const double> upper, std::span<const double> bounds) const {
    const double intermediate = bce::LargestIntermediate(block);
    if (!block.all_finite || intermediate > bce::kLargestSafe) return false;
    const double largest = reference::LargestFinite(format_);
    if (intermediate * (1 + 0x1p-17) < largest) return true;
    for (size_t i = 0; i < block.count; ++i) {
      if (!(lower[i] - bounds[i] >= -largest && upper[i] + bounds[i] <= largest)) return false;
    }
    return true;
  }

  void SetStatedClasses(const bce::LossBlock& block, size_t offset,
                        judge::ExpectedChunk& chunk) const {
    float values[bce::LossBlock::kCapacity];
    uint8_t overflows[bce::LossBlock::kCapacity];
    bce::StatedLoss(block, arithmetic_, values, overflows);
    for (size_t i = 0; i < block.count; ++i) {
      chunk.stated_class[offset + i] =
          ToElementClass(bce::StatedClass(values[i], format_, arithmetic_));
      if (overflows[i] != 0) {
        chunk.rounding_bound[offset + i] = std::numeric_limits<double>::infinity();
      }
      if (!std::isfinite(chunk.rounding_bound[offset + i])) {
        SetStated(block.given[i], offset + i, chunk);
      }
    }
  }

  void SetBenchmark(const bce::LossBlock& block, size_t offset, judge::ExpectedChunk& chunk) const {
    float values[bce::LossBlock::kCapacity];
    bce::SamePrecisionLoss(block, values);
    if (format_ == reference::kFp32) {  // rounded already
      for (size_t i = 0; i < block.count; ++i) {
        const double value = values[i];
        chunk.benchmark[offset + i] =
            value == value ? value : std::numeric_limits<double>::quiet_NaN();
      }
      return;
    }
    for (size_t i = 0; i < block.count; ++i) {
      chunk.benchmark[offset + i] =
          reference::ValueOfBits(format_, reference::RoundToBits(format_, values[i]));
    }
  }

  // An element to which the bound does not apply: what its chip's order still says of it.
  void SetStated(const bce::LossElement& element, size_t i, judge::ExpectedChunk& chunk) const {
    if (chunk.stated_class[i] != tensor::ElementClass::kFinite) return;
    const auto range = bce::RangeOfStatedLoss(element, operands_.has_weight(),
                                              operands_.has_pos_weight(), arithmetic_);
    if (!range) return;
    const double exact_lower = chunk.lower[i], exact_upper = chunk.upper[i];
    if (!range->overflows && std::isfinite(exact_lower) && std::isfinite(exact_upper)) {
      chunk.rounding_bound[i] = bce::LargestDistance(*range, exact_lower, exact_upper);
      return;
    }
    if (chunk.stated_value.empty()) {
      chunk.stated_value.assign(chunk.lower.size(), std::numeric_limits<double>::quiet_NaN());
      chunk.stated_bound.assign(chunk.lower.size(), 0);
    }
    const bce::StatedRange narrowed = bce::Narrowed(*range, format_, arithmetic_);
    const double middle = narrowed.lower / 2 + narrowed.upper / 2;
    chunk.stated_value[i] = middle;
    chunk.stated_bound[i] = bce::LargestDistance(narrowed, middle, middle);
  }

  Operands operands_;
  reference::FloatFormat format_;
  bce::StatedArithmetic arithmetic_;
  bool wants_benchmark_;
};

// reduction = mean or sum: one output element.
class ReducedLoss final : public ReferenceEvaluation {
 public:
  ReducedLoss(const bce::ReductionResult& result, bool wants_benchmark)
      : result_(result), wants_benchmark_(wants_benchmark) {}

  uint64_t element_count() const override { return 1; }

  void Evaluate(uint64_t first, uint64_t count, judge::ExpectedChunk& chunk) const override {
    chunk.Resize(first == 0 ? std::min<uint64_t>(count, 1) : 0, wants_benchmark_);
    if (chunk.lower.empty()) return;
    chunk.lower[0] = result_.value.lower;
    chunk.upper[0] = result_.value.upper;
    chunk.rounded_bits[0] = result_.value.bits;
    chunk.decided[0] = result_.value.decided ? 1 : 0;
    chunk.stated_class[0] = ToElementClass(result_.stated_class);
    if (wants_benchmark_) chunk.benchmark[0] = result_.benchmark;
    chunk.rounding_bound[0] = result_.rounding_bound;
    chunk.serial_bound = {result_.serial_bound};
    if (std::isnan(result_.stated_value)) return;
    chunk.stated_value = {result_.stated_value};
    chunk.stated_bound = {result_.stated_bound};
    chunk.stated_serial_bound = {result_.stated_serial_bound};
  }

  std::map<std::string, uint64_t> InputElements(uint64_t) const override { return {}; }

  std::map<std::string, double> Facts() const override {
    std::map<std::string, double> facts = {{"absolute_sum", result_.absolute_sum_upper}};
    if (!std::isnan(result_.condition_number)) {
      facts["condition_number"] = result_.condition_number;
    }
    return facts;
  }

 private:
  bce::ReductionResult result_;
  bool wants_benchmark_;
};

Result<Reduction> ReductionOf(const Attributes& attributes) {
  const auto found = attributes.find("reduction");
  const auto* value = found != attributes.end() ? std::get_if<int64_t>(&found->second) : nullptr;
  if (value == nullptr) return InputError("attribute 'reduction' is missing or not an integer");
  const auto reduction = static_cast<Reduction>(*value);
  if (reduction != Reduction::kNone && reduction != Reduction::kMean &&
      reduction != Reduction::kSum) {
    return InputError("attribute 'reduction': " + std::to_string(*value) +
                      " is not 0 (none), 1 (mean) or 2 (sum)");
  }
  return reduction;
}

}  // namespace

Result<std::unique_ptr<ReferenceEvaluation>> MakeBceWithLogitsReference(
    const ReferenceRequest& request) {
  if (request.output_name != "out") {
    return InputError("the operator has no output '" + request.output_name + "'");
  }
  if (!IsComputeDType(request.output.dtype)) {
    return InputError("output 'out': dtype '" + std::string(tensor::Name(request.output.dtype)) +
                      "' is not one of fp32, fp16, bf16");
  }
  Result<Reduction> reduction = ReductionOf(request.attributes);
  if (!reduction) return reduction.errors();
  Result<Operands> operands = ReadOperands(request);
  if (!operands) return operands.errors();

  const reference::FloatFormat& format = OutputFormat(request.output.dtype);
  const bce::StatedArithmetic arithmetic = ArithmeticOf(request);
  if (*reduction == Reduction::kNone) {
    const auto self_shape = request.inputs.at("self")->layout.shape;
    if (request.output.shape != self_shape && operands->count != 0) {
      return InputError("out " + tensor::ToText(request.output.shape) + " has not self's shape " +
                        tensor::ToText(self_shape));
    }
    return std::unique_ptr<ReferenceEvaluation>(std::make_unique<ElementwiseLoss>(
        std::move(*operands), format, arithmetic, request.wants_benchmark));
  }
  const bce::ReductionOptions options = {
      *reduction == Reduction::kMean ? bce::ReductionKind::kMean : bce::ReductionKind::kSum, format,
      arithmetic, bce::SummationOrder{false, request.soc->vector_core_count},
      request.wants_benchmark};
  return std::unique_ptr<ReferenceEvaluation>(
      std::make_unique<ReducedLoss>(bce::ReduceLoss(*operands, options), request.wants_benchmark));
}

}  // namespace touchstone::operators

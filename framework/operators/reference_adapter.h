// The bridge from an operator's reference (pure numerics on spans) to what the judge expects.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "framework/diagnostics/error.h"
#include "framework/judge/expected.h"
#include "framework/operators/description.h"
#include "framework/soc/soc.h"
#include "framework/tensor/host_tensor.h"

namespace touchstone::operators {

/// The inputs of one call, as stored. Absent optional tensors have no entry.
struct ReferenceRequest {
  std::map<std::string, const tensor::HostTensor*> inputs;
  Attributes attributes;
  std::string output_name;
  tensor::TensorLayout output;
  const soc::SocInfo* soc;
  bool wants_benchmark = true;  ///< false: chunks come without `benchmark`, at less cost
};

/// Expectations for one output of one call. Immutable after creation; Evaluate may run on many
/// threads for different chunks.
class ReferenceEvaluation {
 public:
  virtual ~ReferenceEvaluation() = default;
  virtual uint64_t element_count() const = 0;
  /// Fills `chunk` (resized to `count`) for output elements [first, first + count).
  virtual void Evaluate(uint64_t first, uint64_t count, judge::ExpectedChunk& chunk) const = 0;
  /// Element numbers (row-major, per input tensor) that output element `index` was computed from,
  /// for the worst-element tables; empty for reductions.
  virtual std::map<std::string, uint64_t> InputElements(uint64_t index) const = 0;
  /// One line on how certain the reference is, e.g. the condition number of a reduction.
  virtual std::map<std::string, double> Facts() const { return {}; }
};

using MakeReference = Result<std::unique_ptr<ReferenceEvaluation>> (*)(const ReferenceRequest&);

/// The reference of the operator called `name`; nullptr when there is none.
MakeReference FindReference(std::string_view name);

}  // namespace touchstone::operators

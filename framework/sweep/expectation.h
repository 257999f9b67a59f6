// What the reference says of chunks of patterns.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "framework/diagnostics/error.h"
#include "framework/judge/expected.h"
#include "framework/operators/reference_adapter.h"
#include "framework/sweep/plan.h"
#include "framework/tensor/host_tensor.h"

namespace touchstone::sweep {

/// Keeps its tensors from run to run. Not thread-safe; one per thread.
class Expectation {
 public:
  explicit Expectation(const SweepPlan& plan) : plan_(plan) {}

  /// Fills `chunk` for patterns [first, first + count). Errors: there is no reference for the
  /// operator, or it refuses the inputs.
  Status Evaluate(uint64_t first, uint64_t count, judge::ExpectedChunk& chunk);

 private:
  void Resize(uint64_t count);

  const SweepPlan& plan_;
  uint64_t count_ = 0;
  std::map<std::string, tensor::HostTensor> inputs_;
};

}  // namespace touchstone::sweep

// Judges one output, streamed in chunks: metrics and every requested standard in one pass.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "framework/judge/expected.h"
#include "framework/judge/standard.h"
#include "framework/judge/verdict.h"
#include "framework/soc/soc.h"
#include "framework/tensor/layout.h"

namespace touchstone::judge {

/// Which class is right where infinite or NaN arguments (or overflow) make the matter a convention.
enum class SpecialValues {
  kArithmetic,  ///< the class that the chip's stated order of operations yields (default)
  kLimit,       ///< the mathematical limit
  kEither,
};

struct JudgeOptions {
  tensor::DType dtype = tensor::DType::kFp32;
  tensor::Dims shape;
  std::vector<StandardRequest> standards;  ///< gating; rounding-bound is always added as advisory
  SpecialValues special_values = SpecialValues::kArithmetic;
  const soc::SocInfo* soc = nullptr;
  size_t worst_count = 10;
};

/// Mergeable: judges of disjoint chunks of one output can be merged in any order and give the same
/// Judgement as one judge that saw all chunks. Not thread-safe; one per thread.
class OutputJudge {
 public:
  explicit OutputJudge(JudgeOptions options);
  ~OutputJudge();
  OutputJudge(OutputJudge&&) noexcept;
  OutputJudge& operator=(OutputJudge&&) noexcept;

  /// A requested standard compares with ExpectedChunk::benchmark; otherwise it may stay empty.
  bool NeedsBenchmark() const;
  void Add(uint64_t first_index, const ActualChunk& actual, const ExpectedChunk& expected);
  void Merge(OutputJudge&& other);
  /// Verdicts over everything added. An output without elements is judged by the runner from shape
  /// and status; here it gives verdicts that say "no elements" as kNotApplicable, never a pass.
  Judgement Finish() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace touchstone::judge

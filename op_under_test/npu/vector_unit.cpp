#include "op_under_test/npu/vector_unit.h"

#include <algorithm>
#include <string>

#include "op_under_test/npu/exp_log.h"
#include "op_under_test/npu/kernel.h"
#include "op_under_test/npu/vector_loops.h"

namespace npusim {
namespace {

void CheckSize(size_t out, size_t in) {
  if (out == in) return;
  throw KernelFault(KernelFaultKind::kUnifiedBufferOverflow, "gives the vector unit spans of " +
                                                                 std::to_string(in) + " and " +
                                                                 std::to_string(out) + " elements");
}

}  // namespace

VectorUnit::VectorUnit(VectorMode mode, Isa isa)
    : mode_(mode), loops_(&VectorLoopsFor(mode, isa)), exp_log_(&ExpLogFor(isa)) {}

void VectorUnit::Add(Out out, In a, In b) const {
  CheckSize(out.size(), a.size());
  CheckSize(out.size(), b.size());
  loops_->add(out.data(), a.data(), b.data(), out.size());
}

void VectorUnit::Sub(Out out, In a, In b) const {
  CheckSize(out.size(), a.size());
  CheckSize(out.size(), b.size());
  loops_->sub(out.data(), a.data(), b.data(), out.size());
}

void VectorUnit::Mul(Out out, In a, In b) const {
  CheckSize(out.size(), a.size());
  CheckSize(out.size(), b.size());
  loops_->mul(out.data(), a.data(), b.data(), out.size());
}

void VectorUnit::Div(Out out, In a, In b) const {
  CheckSize(out.size(), a.size());
  CheckSize(out.size(), b.size());
  loops_->div(out.data(), a.data(), b.data(), out.size());
}

void VectorUnit::Max(Out out, In a, In b) const {
  CheckSize(out.size(), a.size());
  CheckSize(out.size(), b.size());
  loops_->max(out.data(), a.data(), b.data(), out.size());
}

void VectorUnit::Min(Out out, In a, In b) const {
  CheckSize(out.size(), a.size());
  CheckSize(out.size(), b.size());
  loops_->min(out.data(), a.data(), b.data(), out.size());
}

void VectorUnit::Adds(Out out, In a, float scalar) const {
  CheckSize(out.size(), a.size());
  loops_->adds(out.data(), a.data(), scalar, out.size());
}

void VectorUnit::Muls(Out out, In a, float scalar) const {
  CheckSize(out.size(), a.size());
  loops_->muls(out.data(), a.data(), scalar, out.size());
}

void VectorUnit::Maxs(Out out, In a, float scalar) const {
  CheckSize(out.size(), a.size());
  loops_->maxs(out.data(), a.data(), scalar, out.size());
}

void VectorUnit::Mins(Out out, In a, float scalar) const {
  CheckSize(out.size(), a.size());
  loops_->mins(out.data(), a.data(), scalar, out.size());
}

void VectorUnit::Abs(Out out, In a) const {
  CheckSize(out.size(), a.size());
  loops_->abs(out.data(), a.data(), out.size());
}

void VectorUnit::Neg(Out out, In a) const {
  CheckSize(out.size(), a.size());
  loops_->neg(out.data(), a.data(), out.size());
}

void VectorUnit::CastFp32ToFp32(Out out, In a) const {
  CheckSize(out.size(), a.size());
  loops_->apply_mode(out.data(), a.data(), out.size());
}

void VectorUnit::Exp(Out out, In a) const {
  CheckSize(out.size(), a.size());
  exp_log_->exp(out.data(), a.data(), out.size());
  loops_->apply_mode(out.data(), out.data(), out.size());
}

void VectorUnit::Log(Out out, In a) const {
  CheckSize(out.size(), a.size());
  exp_log_->log(out.data(), a.data(), out.size());
  loops_->apply_mode(out.data(), out.data(), out.size());
}

void VectorUnit::Duplicate(Out out, float scalar) const { std::ranges::fill(out, scalar); }

float VectorUnit::ReduceSum(Out values) const {
  return loops_->reduce_sum(values.data(), values.size());
}

void VectorUnit::CastFp16ToFp32(Out out, std::span<const Fp16Bits> a) const {
  CheckSize(out.size(), a.size());
  loops_->fp16_to_fp32(out.data(), a.data(), out.size());
}

void VectorUnit::CastBf16ToFp32(Out out, std::span<const Bf16Bits> a) const {
  CheckSize(out.size(), a.size());
  loops_->bf16_to_fp32(out.data(), a.data(), out.size());
}

void VectorUnit::CastFp32ToFp16(std::span<Fp16Bits> out, In a) const {
  CheckSize(out.size(), a.size());
  loops_->fp32_to_fp16(out.data(), a.data(), out.size());
}

void VectorUnit::CastFp32ToBf16(std::span<Bf16Bits> out, In a) const {
  CheckSize(out.size(), a.size());
  loops_->fp32_to_bf16(out.data(), a.data(), out.size());
}

}  // namespace npusim

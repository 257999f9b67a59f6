// What a user asks to be evaluated, read and checked.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "framework/diagnostics/error.h"
#include "framework/operators/reference_adapter.h"
#include "framework/tensor/host_tensor.h"

namespace touchstone::evaluation {

/// As typed.
struct RequestWords {
  std::string operator_name;
  std::vector<std::string> inputs;      ///< "self=logits.npy"
  std::vector<std::string> attributes;  ///< "reduction=mean"
  std::string dtype;                    ///< of the output
};

/// Everything a reference needs, with the arrays in memory.
struct Request {
  const operators::OperatorDescription* op = nullptr;
  std::map<std::string, tensor::HostTensor> inputs;
  operators::Attributes attributes;
  std::string output_name;
  tensor::TensorLayout output;  ///< contiguous, of the shape that the operator's own rule gives
};

/// Arrays may hold fp32, fp16 or, as uint16, bf16. fp64 is refused, even where every value would
/// fit: which type an input has decides how the operator promotes the others.
/// Errors, one for each thing that is wrong (usage or input): an operator, input, attribute or
/// dtype that does not exist, with the nearest one; an input twice or missing; a file that cannot
/// be read or has another type.
Result<Request> ReadRequest(const RequestWords& words);

}  // namespace touchstone::evaluation

// The reference of aclnnBinaryCrossEntropyWithLogits as the framework asks for it.
#pragma once

#include "framework/operators/detectable.h"
#include "framework/operators/reference_adapter.h"

namespace touchstone::operators {

/// Inputs are promoted as the operator does (fp16 with bf16, and either with fp32, to fp32);
/// weights are rounded once to the promoted dtype. Errors: an input or attribute that is missing or
/// that the operator would have refused. Reductions are computed here, elements on demand.
Result<std::unique_ptr<ReferenceEvaluation>> MakeBceWithLogitsReference(
    const ReferenceRequest& request);

DetectableDefects BceWithLogitsDetectableDefects();

}  // namespace touchstone::operators

// The checks of phase 1, in the library's order; the first that fails decides.
//
// Source: published operator interface (order, codes, texts). Where the published page promises a
// check that the published code lacks, the contract in force decides.
#pragma once

#include "aclnn/acl_meta.h"
#include "op_under_test/ops/bce_with_logits/op_api/arguments.h"

namespace npusim::bce_with_logits {

/// 0, or 161001/161002 with the error reported:
///   null self, target, out; a handle that is not alive;
///   type of self, target, out in the chip's list, then (contract documented) of the weights;
///   target's type = out's; (documented) format of every tensor; reduction in 0..2;
///   rank of the inputs at most 8; shape of target = self's;
///   unless target is empty: each weight broadcasts with target, and (documented) to it.
aclnnStatus CheckParameters(const Arguments& arguments);

}  // namespace npusim::bce_with_logits

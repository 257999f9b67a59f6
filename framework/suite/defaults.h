// How `defaults` and a case combine.
#pragma once

#include "framework/suite/node.h"

namespace touchstone::suite {

/// `own` over `base`: maps are merged key by key down to `depth` levels, anything else of `own`
/// replaces what `base` has. Either may be null.
const Node* MergeDefaults(Document& document, const Node* base, const Node* own, int depth);

}  // namespace touchstone::suite

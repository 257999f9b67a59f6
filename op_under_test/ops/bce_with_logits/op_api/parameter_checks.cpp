#include "op_under_test/ops/bce_with_logits/op_api/parameter_checks.h"

#include <algorithm>
#include <string>
#include <vector>

#include "op_under_test/opbase/data_type.h"
#include "op_under_test/opbase/handle_registry.h"
#include "op_under_test/opbase/status.h"
#include "op_under_test/opbase/tensor.h"
#include "op_under_test/runtime/config.h"
#include "op_under_test/runtime/error_text.h"

namespace npusim::bce_with_logits {
namespace {

constexpr size_t kMaxRank = 8;

struct NamedTensor {
  const char* name;
  const aclTensor* tensor;
};

bool IsDocumentedContract() { return ActiveConfig().contract == Contract::kDocumented; }

std::vector<aclDataType> SupportedDtypes() {
  std::vector<aclDataType> dtypes{ACL_FLOAT, ACL_FLOAT16};
  if (ActiveConfig().soc->supports_bf16) dtypes.push_back(ACL_BF16);
  return dtypes;
}

aclnnStatus CheckNotNull(const Arguments& arguments) {
  for (const NamedTensor& named : {NamedTensor{"self", arguments.self},
                                   {"target", arguments.target},
                                   {"out", arguments.out}}) {
    if (named.tensor == nullptr) {
      return Fail(kParamNullptr, "Expected a value of type [aclTensor] for argument [" +
                                     std::string(named.name) + "] but instead found nullptr.");
    }
  }
  return kSuccess;
}

aclnnStatus CheckHandles(const Arguments& arguments) {
  for (const aclTensor* tensor :
       {arguments.self, arguments.target, arguments.weight, arguments.pos_weight,
        static_cast<const aclTensor*>(arguments.out)}) {
    if (tensor != nullptr && !CheckHandle(tensor, HandleKind::kTensor,
                                          "aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize")) {
      return kParamInvalid;
    }
  }
  return kSuccess;
}

aclnnStatus CheckDtypes(const Arguments& arguments) {
  const std::vector<aclDataType> supported = SupportedDtypes();
  std::vector<NamedTensor> checked{
      {"self", arguments.self}, {"target", arguments.target}, {"out", arguments.out}};
  if (IsDocumentedContract()) {
    checked.push_back({"weight", arguments.weight});
    checked.push_back({"posWeight", arguments.pos_weight});
  }
  for (const NamedTensor& named : checked) {
    if (named.tensor == nullptr) continue;
    const aclDataType dtype = named.tensor->desc.dtype;
    if (std::find(supported.begin(), supported.end(), dtype) == supported.end()) {
      return Fail(kParamInvalid, "Tensor " + std::string(named.name) + " not implemented for " +
                                     std::string(DataTypeName(dtype)) +
                                     ", should be in dtype support list " +
                                     DataTypeListText(supported) + ".");
    }
  }
  const aclDataType expected = arguments.out->desc.dtype;
  if (arguments.target->desc.dtype != expected) {
    return Fail(kParamInvalid, "Tensor target expected dtype is " +
                                   std::string(DataTypeName(expected)) + " but found " +
                                   std::string(DataTypeName(arguments.target->desc.dtype)) + ".");
  }
  return kSuccess;
}

aclnnStatus CheckFormats(const Arguments& arguments) {
  if (!IsDocumentedContract()) return kSuccess;
  constexpr aclFormat kSupported[] = {ACL_FORMAT_ND, ACL_FORMAT_NCL, ACL_FORMAT_NCHW,
                                      ACL_FORMAT_NCDHW};
  for (const NamedTensor& named : {NamedTensor{"self", arguments.self},
                                   {"target", arguments.target},
                                   {"weight", arguments.weight},
                                   {"posWeight", arguments.pos_weight},
                                   {"out", arguments.out}}) {
    if (named.tensor == nullptr) continue;
    const aclFormat format = named.tensor->desc.format;
    if (std::find(std::begin(kSupported), std::end(kSupported), format) == std::end(kSupported)) {
      return Fail(kParamInvalid, "Tensor " + std::string(named.name) + " has format " +
                                     std::string(FormatName(format)) +
                                     ", should be in format support list [ND,NCL,NCHW,NCDHW,].");
    }
  }
  return kSuccess;
}

aclnnStatus CheckReduction(const Arguments& arguments) {
  if (arguments.reduction < kReductionNone || arguments.reduction > kReductionSum) {
    return Fail(kParamInvalid, "Reduction only support [0, 1, 2].");
  }
  return kSuccess;
}

aclnnStatus CheckRanks(const Arguments& arguments) {
  for (const NamedTensor& named : {NamedTensor{"self", arguments.self},
                                   {"target", arguments.target},
                                   {"weight", arguments.weight},
                                   {"posWeight", arguments.pos_weight}}) {
    if (named.tensor != nullptr && named.tensor->desc.view_dims.size() > kMaxRank) {
      return Fail(kParamInvalid,
                  "The " + std::string(named.name) + " tensor cannot be larger than 8 dimensions.");
    }
  }
  return kSuccess;
}

aclnnStatus CheckShapes(const Arguments& arguments) {
  const Dims& self = arguments.self->desc.view_dims;
  const Dims& target = arguments.target->desc.view_dims;
  if (self != target) {
    return Fail(kParamInvalid,
                "Expected tensor for self to have same size as tensor for target, but " +
                    DimsText(self) + " does not equal " + DimsText(target) + ".");
  }
  return kSuccess;
}

// What the shape utilities say before the check does. For shapes that differ in an extent other
// than 1; the longer one is named, the first of two as long, and its extent at the last such place.
void ReportNoBroadcast(const Dims& a, const Dims& b) {
  const Dims& longer = b.size() > a.size() ? b : a;
  int64_t extent = 0;
  for (size_t i = 1; i <= std::min(a.size(), b.size()); ++i) {
    const int64_t extent_a = a[a.size() - i];
    const int64_t extent_b = b[b.size() - i];
    if (extent_a == extent_b || extent_a == 1 || extent_b == 1) continue;
    extent = longer[longer.size() - i];
    break;
  }
  ReportError("EZ1007", "Shape " + DimsText(longer) +
                            " of the tensor of operator aclnnBinaryCrossEntropyWithLogits has "
                            "incorrect dimension " +
                            std::to_string(extent) + ". Reason: The tensor whose shape is " +
                            DimsText(a) + " and the tensor whose shape is " + DimsText(b) +
                            " do not meet the broadcast condition.");
}

aclnnStatus CheckBroadcasts(const Arguments& arguments) {
  const Dims& target = arguments.target->desc.view_dims;
  if (IsEmpty(target)) return kSuccess;
  for (const NamedTensor& named :
       {NamedTensor{"weight", arguments.weight}, {"posWeight", arguments.pos_weight}}) {
    if (named.tensor == nullptr) continue;
    const Dims& dims = named.tensor->desc.view_dims;
    const bool broadcasts = BroadcastDims(dims, target).has_value();
    if (!broadcasts) ReportNoBroadcast(dims, target);
    if (!broadcasts || (IsDocumentedContract() && !ExpandsTo(dims, target))) {
      return Fail(kParamInvalid, "The size of tensor " + std::string(named.name) + " " +
                                     DimsText(dims) + " must match the size of tensor target " +
                                     DimsText(target) + ".");
    }
  }
  return kSuccess;
}

using Check = aclnnStatus (*)(const Arguments&);
constexpr Check kChecksInOrder[] = {CheckNotNull,   CheckHandles, CheckDtypes, CheckFormats,
                                    CheckReduction, CheckRanks,   CheckShapes, CheckBroadcasts};

}  // namespace

aclnnStatus CheckParameters(const Arguments& arguments) {
  for (const Check check : kChecksInOrder) {
    const aclnnStatus status = check(arguments);
    if (status != kSuccess) return status;
  }
  return kSuccess;
}

}  // namespace npusim::bce_with_logits

// aclTensor: creation, properties, addresses.
#include <exception>
#include <memory>

#include "aclnn/acl_meta.h"
#include "op_under_test/opbase/api/live_handle.h"
#include "op_under_test/opbase/shape.h"
#include "op_under_test/opbase/status.h"
#include "op_under_test/opbase/tensor.h"

namespace {

using npusim::HandleKind;

bool DimsAreGiven(const int64_t* dims, uint64_t count) { return dims != nullptr || count == 0; }

void SetProperties(aclTensor& tensor, const int64_t* view_dims, uint64_t view_dims_num,
                   aclDataType dtype, const int64_t* strides, int64_t offset, aclFormat format,
                   const int64_t* storage_dims, uint64_t storage_dims_num, void* address) {
  npusim::TensorDesc desc;
  desc.view_dims.assign(view_dims, view_dims + view_dims_num);
  desc.strides = npusim::DenseStrides(desc.view_dims);
  if (strides != nullptr) desc.strides.assign(strides, strides + view_dims_num);
  desc.offset_elements = offset;
  desc.storage_dims.assign(storage_dims, storage_dims + storage_dims_num);
  desc.dtype = dtype;
  desc.format = format;
  tensor.desc = std::move(desc);
  tensor.storage->address = address;
}

aclnnStatus CopyDims(const npusim::Dims& dims, int64_t** copy, uint64_t* count) {
  *copy = new int64_t[dims.size()];
  std::copy(dims.begin(), dims.end(), *copy);
  *count = dims.size();
  return OK;
}

// Checks the arguments of a getter; 0 when it may go on.
aclnnStatus CheckGetter(const aclTensor* tensor, const void* first_result,
                        const void* second_result, const char* function) {
  if (tensor == nullptr || first_result == nullptr || second_result == nullptr) {
    return npusim::FailNullArgument(npusim::kParamNullptr, function);
  }
  return npusim::CheckHandle(tensor, HandleKind::kTensor, function) ? OK : npusim::kParamInvalid;
}

}  // namespace

aclTensor* aclCreateTensor(const int64_t* viewDims, uint64_t viewDimsNum, aclDataType dataType,
                           const int64_t* stride, int64_t offset, aclFormat format,
                           const int64_t* storageDims, uint64_t storageDimsNum, void* tensorData) {
  if (!DimsAreGiven(viewDims, viewDimsNum) || !DimsAreGiven(storageDims, storageDimsNum)) {
    npusim::FailNullArgument(npusim::kParamNullptr, "aclCreateTensor");
    return nullptr;
  }
  return npusim::CreateHandle<aclTensor>(HandleKind::kTensor, [&](aclTensor& tensor) {
    SetProperties(tensor, viewDims, viewDimsNum, dataType, stride, offset, format, storageDims,
                  storageDimsNum, tensorData);
  });
}

aclnnStatus aclInitTensor(aclTensor* tensor, const int64_t* viewDims, uint64_t viewDimsNum,
                          aclDataType dataType, const int64_t* stride, int64_t offset,
                          aclFormat format, const int64_t* storageDims, uint64_t storageDimsNum,
                          void* tensorDataAddr) {
  if (tensor == nullptr || !DimsAreGiven(viewDims, viewDimsNum) ||
      !DimsAreGiven(storageDims, storageDimsNum)) {
    return npusim::FailNullArgument(npusim::kParamNullptr, "aclInitTensor");
  }
  if (!npusim::CheckHandle(tensor, HandleKind::kTensor, "aclInitTensor")) {
    return npusim::kParamInvalid;
  }
  SetProperties(*tensor, viewDims, viewDimsNum, dataType, stride, offset, format, storageDims,
                storageDimsNum, tensorDataAddr);
  return OK;
}

aclnnStatus aclDestroyTensor(const aclTensor* tensor) {
  return npusim::DestroyHandle(tensor, HandleKind::kTensor, "aclDestroyTensor");
}

aclnnStatus aclGetViewShape(const aclTensor* tensor, int64_t** viewDims, uint64_t* viewDimsNum) {
  const aclnnStatus status = CheckGetter(tensor, viewDims, viewDimsNum, "aclGetViewShape");
  return status == OK ? CopyDims(tensor->desc.view_dims, viewDims, viewDimsNum) : status;
}

aclnnStatus aclGetStorageShape(const aclTensor* tensor, int64_t** storageDims,
                               uint64_t* storageDimsNum) {
  const aclnnStatus status = CheckGetter(tensor, storageDims, storageDimsNum, "aclGetStorageShape");
  return status == OK ? CopyDims(tensor->desc.storage_dims, storageDims, storageDimsNum) : status;
}

aclnnStatus aclGetViewStrides(const aclTensor* tensor, int64_t** stridesValue,
                              uint64_t* stridesNum) {
  const aclnnStatus status = CheckGetter(tensor, stridesValue, stridesNum, "aclGetViewStrides");
  return status == OK ? CopyDims(tensor->desc.strides, stridesValue, stridesNum) : status;
}

aclnnStatus aclGetViewOffset(const aclTensor* tensor, int64_t* offset) {
  const aclnnStatus status = CheckGetter(tensor, offset, offset, "aclGetViewOffset");
  if (status == OK) *offset = tensor->desc.offset_elements;
  return status;
}

aclnnStatus aclGetFormat(const aclTensor* tensor, aclFormat* format) {
  const aclnnStatus status = CheckGetter(tensor, format, format, "aclGetFormat");
  if (status == OK) *format = tensor->desc.format;
  return status;
}

aclnnStatus aclGetDataType(const aclTensor* tensor, aclDataType* dataType) {
  const aclnnStatus status = CheckGetter(tensor, dataType, dataType, "aclGetDataType");
  if (status == OK) *dataType = tensor->desc.dtype;
  return status;
}

aclnnStatus aclSetRawTensorAddr(aclTensor* tensor, void* addr) {
  const aclnnStatus status = CheckGetter(tensor, tensor, tensor, "aclSetRawTensorAddr");
  if (status == OK) tensor->storage->address = addr;
  return status;
}

aclnnStatus aclGetRawTensorAddr(const aclTensor* tensor, void** addr) {
  const aclnnStatus status = CheckGetter(tensor, addr, addr, "aclGetRawTensorAddr");
  if (status == OK) *addr = tensor->storage->address;
  return status;
}

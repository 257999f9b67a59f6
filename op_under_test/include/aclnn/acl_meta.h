/// Tensors, scalars, arrays, lists and executors as opaque handles.
///
/// Source- and ABI-compatible with the toolkit's header of this name. Like the original it is C++
/// only (constexpr), though every function has C linkage. Handles are owned by the caller and freed
/// with the aclDestroy function of their type, each of which accepts nullptr. Array results
/// (`int64_t**`) are allocated with new[] and are the caller's to delete[].
/// Functions on different handles may run concurrently; one handle is for one thread at a time.
///
/// Status codes: 0; 161001 (a null argument of a getter); 161002 (a handle that is not alive);
/// 561103 (a null argument of an executor function); 561000 (an executor that cannot be repeated,
/// because of an operation in it or because an equal call before put it into the op cache).
#ifndef NPUSIM_INCLUDE_ACLNN_ACL_META_H_
#define NPUSIM_INCLUDE_ACLNN_ACL_META_H_

#include <cstddef>
#include <cstdint>

#include "acl/acl_base.h"

#define NPUSIM_ACL_META_API __attribute__((visibility("default")))

extern "C" {

typedef struct aclOpExecutor aclOpExecutor;
typedef struct aclTensor aclTensor;
typedef struct aclScalar aclScalar;
typedef struct aclIntArray aclIntArray;
typedef struct aclFloatArray aclFloatArray;
typedef struct aclBoolArray aclBoolArray;
typedef struct aclTensorList aclTensorList;
typedef struct aclScalarList aclScalarList;

#ifndef ACLNN_META
typedef int32_t aclnnStatus;
constexpr aclnnStatus OK = 0;
#endif

/// A view of `viewDims` over device memory at `tensorData` holding `storageDims` elements.
/// Element (i, j, ...) lies at tensorData + (offset + i*stride[0] + j*stride[1] + ...) * size.
/// \param stride in elements, one per view dimension; nullptr means row-major and dense.
/// \param offset in elements. \param tensorData 32-byte aligned device address.
/// \return nullptr if dimensions are announced but their array is null; nothing else is checked.
NPUSIM_ACL_META_API aclTensor* aclCreateTensor(const int64_t* viewDims, uint64_t viewDimsNum,
                                               aclDataType dataType, const int64_t* stride,
                                               int64_t offset, aclFormat format,
                                               const int64_t* storageDims, uint64_t storageDimsNum,
                                               void* tensorData);
/// Copies one element of `dataType` from host memory.
NPUSIM_ACL_META_API aclScalar* aclCreateScalar(void* value, aclDataType dataType);
NPUSIM_ACL_META_API aclIntArray* aclCreateIntArray(const int64_t* value, uint64_t size);
NPUSIM_ACL_META_API aclFloatArray* aclCreateFloatArray(const float* value, uint64_t size);
NPUSIM_ACL_META_API aclBoolArray* aclCreateBoolArray(const bool* value, uint64_t size);
/// The list takes over its elements: destroying it destroys them.
NPUSIM_ACL_META_API aclTensorList* aclCreateTensorList(const aclTensor* const* value,
                                                       uint64_t size);
NPUSIM_ACL_META_API aclScalarList* aclCreateScalarList(const aclScalar* const* value,
                                                       uint64_t size);

NPUSIM_ACL_META_API aclnnStatus aclDestroyTensor(const aclTensor* tensor);
NPUSIM_ACL_META_API aclnnStatus aclDestroyScalar(const aclScalar* scalar);
NPUSIM_ACL_META_API aclnnStatus aclDestroyIntArray(const aclIntArray* array);
NPUSIM_ACL_META_API aclnnStatus aclDestroyFloatArray(const aclFloatArray* array);
NPUSIM_ACL_META_API aclnnStatus aclDestroyBoolArray(const aclBoolArray* array);
NPUSIM_ACL_META_API aclnnStatus aclDestroyTensorList(const aclTensorList* array);
NPUSIM_ACL_META_API aclnnStatus aclDestroyScalarList(const aclScalarList* array);

NPUSIM_ACL_META_API aclnnStatus aclGetViewShape(const aclTensor* tensor, int64_t** viewDims,
                                                uint64_t* viewDimsNum);
NPUSIM_ACL_META_API aclnnStatus aclGetStorageShape(const aclTensor* tensor, int64_t** storageDims,
                                                   uint64_t* storageDimsNum);
NPUSIM_ACL_META_API aclnnStatus aclGetViewStrides(const aclTensor* tensor, int64_t** stridesValue,
                                                  uint64_t* stridesNum);
NPUSIM_ACL_META_API aclnnStatus aclGetViewOffset(const aclTensor* tensor, int64_t* offset);
NPUSIM_ACL_META_API aclnnStatus aclGetFormat(const aclTensor* tensor, aclFormat* format);
NPUSIM_ACL_META_API aclnnStatus aclGetDataType(const aclTensor* tensor, aclDataType* dataType);
NPUSIM_ACL_META_API aclnnStatus aclGetIntArraySize(const aclIntArray* array, uint64_t* size);
NPUSIM_ACL_META_API aclnnStatus aclGetFloatArraySize(const aclFloatArray* array, uint64_t* size);
NPUSIM_ACL_META_API aclnnStatus aclGetBoolArraySize(const aclBoolArray* array, uint64_t* size);
NPUSIM_ACL_META_API aclnnStatus aclGetTensorListSize(const aclTensorList* tensorList,
                                                     uint64_t* size);
NPUSIM_ACL_META_API aclnnStatus aclGetScalarListSize(const aclScalarList* scalarList,
                                                     uint64_t* size);

/// Gives an existing tensor new properties; arguments as for aclCreateTensor.
NPUSIM_ACL_META_API aclnnStatus aclInitTensor(aclTensor* tensor, const int64_t* viewDims,
                                              uint64_t viewDimsNum, aclDataType dataType,
                                              const int64_t* stride, int64_t offset,
                                              aclFormat format, const int64_t* storageDims,
                                              uint64_t storageDimsNum, void* tensorDataAddr);

/// Lets phase 2 run any number of times; to be called right after phase 1. The executor is then
/// freed by aclDestroyAclOpExecutor.
NPUSIM_ACL_META_API aclnnStatus aclSetAclOpExecutorRepeatable(aclOpExecutor* executor);
NPUSIM_ACL_META_API aclnnStatus aclDestroyAclOpExecutor(aclOpExecutor* executor);

/// Replace the device address of a tensor for the next phase 2. The index is not used.
NPUSIM_ACL_META_API aclnnStatus aclSetInputTensorAddr(aclOpExecutor* executor, const size_t index,
                                                      aclTensor* tensor, void* addr);
NPUSIM_ACL_META_API aclnnStatus aclSetOutputTensorAddr(aclOpExecutor* executor, const size_t index,
                                                       aclTensor* tensor, void* addr);
NPUSIM_ACL_META_API aclnnStatus aclSetTensorAddr(aclOpExecutor* executor, const size_t index,
                                                 aclTensor* tensor, void* addr);
NPUSIM_ACL_META_API aclnnStatus aclSetDynamicInputTensorAddr(aclOpExecutor* executor,
                                                             size_t irIndex,
                                                             const size_t relativeIndex,
                                                             aclTensorList* tensors, void* addr);
NPUSIM_ACL_META_API aclnnStatus aclSetDynamicOutputTensorAddr(aclOpExecutor* executor,
                                                              size_t irIndex,
                                                              const size_t relativeIndex,
                                                              aclTensorList* tensors, void* addr);
NPUSIM_ACL_META_API aclnnStatus aclSetDynamicTensorAddr(aclOpExecutor* executor, size_t irIndex,
                                                        const size_t relativeIndex,
                                                        aclTensorList* tensors, void* addr);

/// The same functions under their older names.
NPUSIM_ACL_META_API aclnnStatus AclSetInputTensorAddr(aclOpExecutor* executor, const size_t index,
                                                      aclTensor* tensor, void* addr);
NPUSIM_ACL_META_API aclnnStatus AclSetOutputTensorAddr(aclOpExecutor* executor, const size_t index,
                                                       aclTensor* tensor, void* addr);
NPUSIM_ACL_META_API aclnnStatus AclSetTensorAddr(aclOpExecutor* executor, const size_t index,
                                                 aclTensor* tensor, void* addr);
NPUSIM_ACL_META_API aclnnStatus AclSetDynamicInputTensorAddr(aclOpExecutor* executor,
                                                             size_t irIndex,
                                                             const size_t relativeIndex,
                                                             aclTensorList* tensors, void* addr);
NPUSIM_ACL_META_API aclnnStatus AclSetDynamicOutputTensorAddr(aclOpExecutor* executor,
                                                              size_t irIndex,
                                                              const size_t relativeIndex,
                                                              aclTensorList* tensors, void* addr);
NPUSIM_ACL_META_API aclnnStatus AclSetDynamicTensorAddr(aclOpExecutor* executor, size_t irIndex,
                                                        const size_t relativeIndex,
                                                        aclTensorList* tensors, void* addr);

/// The device address of a tensor's storage, without its offset. Only before phase 1 or after
/// phase 2.
NPUSIM_ACL_META_API aclnnStatus aclSetRawTensorAddr(aclTensor* tensor, void* addr);
NPUSIM_ACL_META_API aclnnStatus aclGetRawTensorAddr(const aclTensor* tensor, void** addr);

}  // extern "C"

#endif  // NPUSIM_INCLUDE_ACLNN_ACL_META_H_

// aclScalar, the arrays and the lists.
#include <algorithm>
#include <cstring>

#include "aclnn/acl_meta.h"
#include "op_under_test/opbase/api/live_handle.h"
#include "op_under_test/opbase/data_type.h"
#include "op_under_test/opbase/status.h"
#include "op_under_test/opbase/tensor.h"

namespace {

using npusim::HandleKind;

template <typename Array, typename Value>
Array* CreateArray(const Value* values, uint64_t size, HandleKind kind, const char* function) {
  if (values == nullptr && size > 0) {
    npusim::FailNullArgument(npusim::kParamNullptr, function);
    return nullptr;
  }
  return npusim::CreateHandle<Array>(
      kind, [&](Array& array) { array.values.assign(values, values + size); });
}

template <typename List, typename Element>
List* CreateList(const Element* const* elements, uint64_t size, HandleKind kind,
                 const char* function) {
  if (elements == nullptr && size > 0) {
    npusim::FailNullArgument(npusim::kParamNullptr, function);
    return nullptr;
  }
  return npusim::CreateHandle<List>(
      kind, [&](List& list) { list.elements.assign(elements, elements + size); });
}

template <typename T, typename Container>
aclnnStatus GetSize(const T* handle, HandleKind kind, Container T::*container, uint64_t* size,
                    const char* function) {
  if (handle == nullptr || size == nullptr) {
    return npusim::FailNullArgument(npusim::kParamNullptr, function);
  }
  if (!npusim::CheckHandle(handle, kind, function)) return npusim::kParamInvalid;
  *size = (handle->*container).size();
  return OK;
}

// Destroys a list and, once each, the elements it took over.
template <typename List, typename DestroyElement>
aclnnStatus DestroyList(const List* list, HandleKind kind, const char* function,
                        DestroyElement&& destroy_element) {
  if (list == nullptr) return OK;
  if (!npusim::CheckHandle(list, kind, function)) return npusim::kParamInvalid;
  auto elements = list->elements;
  std::sort(elements.begin(), elements.end());
  elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
  aclnnStatus status = OK;
  for (const auto* element : elements) {
    const aclnnStatus element_status = destroy_element(element);
    if (element_status != OK) status = element_status;
  }
  npusim::DestroyHandle(list, kind, function);
  return status;
}

}  // namespace

aclScalar* aclCreateScalar(void* value, aclDataType dataType) {
  const size_t bytes = npusim::DataTypeBytes(dataType);
  if (value == nullptr || bytes == 0) {
    npusim::Fail(value == nullptr ? npusim::kParamNullptr : npusim::kParamInvalid,
                 "aclCreateScalar: a value of a type of whole bytes is required.");
    return nullptr;
  }
  return npusim::CreateHandle<aclScalar>(HandleKind::kScalar, [&](aclScalar& scalar) {
    scalar.dtype = dataType;
    std::memcpy(scalar.value.data(), value, bytes);
  });
}

aclIntArray* aclCreateIntArray(const int64_t* value, uint64_t size) {
  return CreateArray<aclIntArray>(value, size, HandleKind::kIntArray, "aclCreateIntArray");
}

aclFloatArray* aclCreateFloatArray(const float* value, uint64_t size) {
  return CreateArray<aclFloatArray>(value, size, HandleKind::kFloatArray, "aclCreateFloatArray");
}

aclBoolArray* aclCreateBoolArray(const bool* value, uint64_t size) {
  return CreateArray<aclBoolArray>(value, size, HandleKind::kBoolArray, "aclCreateBoolArray");
}

aclTensorList* aclCreateTensorList(const aclTensor* const* value, uint64_t size) {
  return CreateList<aclTensorList>(value, size, HandleKind::kTensorList, "aclCreateTensorList");
}

aclScalarList* aclCreateScalarList(const aclScalar* const* value, uint64_t size) {
  return CreateList<aclScalarList>(value, size, HandleKind::kScalarList, "aclCreateScalarList");
}

aclnnStatus aclDestroyScalar(const aclScalar* scalar) {
  return npusim::DestroyHandle(scalar, HandleKind::kScalar, "aclDestroyScalar");
}

aclnnStatus aclDestroyIntArray(const aclIntArray* array) {
  return npusim::DestroyHandle(array, HandleKind::kIntArray, "aclDestroyIntArray");
}

aclnnStatus aclDestroyFloatArray(const aclFloatArray* array) {
  return npusim::DestroyHandle(array, HandleKind::kFloatArray, "aclDestroyFloatArray");
}

aclnnStatus aclDestroyBoolArray(const aclBoolArray* array) {
  return npusim::DestroyHandle(array, HandleKind::kBoolArray, "aclDestroyBoolArray");
}

aclnnStatus aclDestroyTensorList(const aclTensorList* array) {
  return DestroyList(array, HandleKind::kTensorList, "aclDestroyTensorList", aclDestroyTensor);
}

aclnnStatus aclDestroyScalarList(const aclScalarList* array) {
  return DestroyList(array, HandleKind::kScalarList, "aclDestroyScalarList", aclDestroyScalar);
}

aclnnStatus aclGetIntArraySize(const aclIntArray* array, uint64_t* size) {
  return GetSize(array, HandleKind::kIntArray, &aclIntArray::values, size, "aclGetIntArraySize");
}

aclnnStatus aclGetFloatArraySize(const aclFloatArray* array, uint64_t* size) {
  return GetSize(array, HandleKind::kFloatArray, &aclFloatArray::values, size,
                 "aclGetFloatArraySize");
}

aclnnStatus aclGetBoolArraySize(const aclBoolArray* array, uint64_t* size) {
  return GetSize(array, HandleKind::kBoolArray, &aclBoolArray::values, size, "aclGetBoolArraySize");
}

aclnnStatus aclGetTensorListSize(const aclTensorList* tensorList, uint64_t* size) {
  return GetSize(tensorList, HandleKind::kTensorList, &aclTensorList::elements, size,
                 "aclGetTensorListSize");
}

aclnnStatus aclGetScalarListSize(const aclScalarList* scalarList, uint64_t* size) {
  return GetSize(scalarList, HandleKind::kScalarList, &aclScalarList::elements, size,
                 "aclGetScalarListSize");
}

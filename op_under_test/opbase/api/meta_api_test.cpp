// Tensors, scalars, arrays and lists through the public C API.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "acl/acl.h"
#include "aclnn/aclnn_base.h"

namespace {

using testing::ElementsAre;

std::vector<int64_t> TakeDims(aclnnStatus (*getter)(const aclTensor*, int64_t**, uint64_t*),
                              const aclTensor* tensor) {
  int64_t* dims = nullptr;
  uint64_t count = 99;
  EXPECT_EQ(getter(tensor, &dims, &count), 0);
  const std::unique_ptr<int64_t[]> owner(dims);  // allocated with new[], the caller's to delete
  return {dims, dims + count};
}

TEST(TensorApiTest, KeepsWhatItIsGiven) {
  const int64_t view[] = {4, 5};
  const int64_t strides[] = {1, -4};
  const int64_t storage[] = {100};
  int memory = 0;
  aclTensor* tensor =
      aclCreateTensor(view, 2, ACL_BF16, strides, 42, ACL_FORMAT_NCL, storage, 1, &memory);
  ASSERT_NE(tensor, nullptr);
  EXPECT_THAT(TakeDims(aclGetViewShape, tensor), ElementsAre(4, 5));
  EXPECT_THAT(TakeDims(aclGetViewStrides, tensor), ElementsAre(1, -4));
  EXPECT_THAT(TakeDims(aclGetStorageShape, tensor), ElementsAre(100));
  int64_t offset = 0;
  aclFormat format = ACL_FORMAT_ND;
  aclDataType dtype = ACL_FLOAT;
  void* address = nullptr;
  EXPECT_EQ(aclGetViewOffset(tensor, &offset), 0);
  EXPECT_EQ(aclGetFormat(tensor, &format), 0);
  EXPECT_EQ(aclGetDataType(tensor, &dtype), 0);
  EXPECT_EQ(aclGetRawTensorAddr(tensor, &address), 0);
  EXPECT_EQ(offset, 42);
  EXPECT_EQ(format, ACL_FORMAT_NCL);
  EXPECT_EQ(dtype, ACL_BF16);
  EXPECT_EQ(address, &memory);
  EXPECT_EQ(aclSetRawTensorAddr(tensor, nullptr), 0);
  EXPECT_EQ(aclGetRawTensorAddr(tensor, &address), 0);
  EXPECT_EQ(address, nullptr);
  EXPECT_EQ(aclDestroyTensor(tensor), 0);
}

TEST(TensorApiTest, WithoutStridesItIsDense) {
  const int64_t dims[] = {2, 3, 4};
  aclTensor* tensor =
      aclCreateTensor(dims, 3, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, dims, 3, nullptr);
  EXPECT_THAT(TakeDims(aclGetViewStrides, tensor), ElementsAre(12, 4, 1));
  EXPECT_EQ(aclDestroyTensor(tensor), 0);
}

TEST(TensorApiTest, RankZeroAndUnboundedRanksAreCreated) {
  aclTensor* scalar =
      aclCreateTensor(nullptr, 0, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, nullptr, 0, nullptr);
  ASSERT_NE(scalar, nullptr);
  EXPECT_THAT(TakeDims(aclGetViewShape, scalar), ElementsAre());
  const std::vector<int64_t> dims(40, -3);
  aclTensor* strange = aclCreateTensor(dims.data(), 40, static_cast<aclDataType>(-1), nullptr, -7,
                                       static_cast<aclFormat>(-1), dims.data(), 40, nullptr);
  ASSERT_NE(strange, nullptr);
  EXPECT_EQ(TakeDims(aclGetViewShape, strange).size(), 40u);
  EXPECT_EQ(aclDestroyTensor(scalar), 0);
  EXPECT_EQ(aclDestroyTensor(strange), 0);
}

TEST(TensorApiTest, AnnouncedDimensionsMustBeGiven) {
  const int64_t dims[] = {2};
  EXPECT_EQ(aclCreateTensor(nullptr, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, dims, 1, nullptr),
            nullptr);
  EXPECT_EQ(aclCreateTensor(dims, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, nullptr, 1, nullptr),
            nullptr);
}

TEST(TensorApiTest, InitialisesAnew) {
  const int64_t dims[] = {2};
  const int64_t other[] = {3, 3};
  aclTensor* tensor =
      aclCreateTensor(dims, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, dims, 1, nullptr);
  EXPECT_EQ(
      aclInitTensor(tensor, other, 2, ACL_FLOAT16, nullptr, 5, ACL_FORMAT_NCHW, other, 2, &tensor),
      0);
  EXPECT_THAT(TakeDims(aclGetViewShape, tensor), ElementsAre(3, 3));
  EXPECT_THAT(TakeDims(aclGetViewStrides, tensor), ElementsAre(3, 1));
  EXPECT_EQ(
      aclInitTensor(nullptr, other, 2, ACL_FLOAT16, nullptr, 5, ACL_FORMAT_NCHW, other, 2, nullptr),
      161001);
  EXPECT_EQ(aclDestroyTensor(tensor), 0);
}

TEST(TensorApiTest, NullArgumentsOfGetters) {
  const int64_t dims[] = {2};
  aclTensor* tensor =
      aclCreateTensor(dims, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, dims, 1, nullptr);
  int64_t* result = nullptr;
  uint64_t count = 0;
  void* address = nullptr;
  EXPECT_EQ(aclGetViewShape(nullptr, &result, &count), 161001);
  EXPECT_EQ(aclGetViewShape(tensor, nullptr, &count), 161001);
  EXPECT_EQ(aclGetViewStrides(tensor, &result, nullptr), 161001);
  EXPECT_EQ(aclGetStorageShape(nullptr, &result, &count), 161001);
  EXPECT_EQ(aclGetViewOffset(tensor, nullptr), 161001);
  EXPECT_EQ(aclGetFormat(nullptr, nullptr), 161001);
  EXPECT_EQ(aclGetDataType(tensor, nullptr), 161001);
  EXPECT_EQ(aclGetRawTensorAddr(nullptr, &address), 161001);
  EXPECT_EQ(aclSetRawTensorAddr(nullptr, nullptr), 161001);
  EXPECT_EQ(aclDestroyTensor(tensor), 0);
}

TEST(TensorApiTest, DestroyedHandlesAreRecognised) {
  const int64_t dims[] = {2};
  aclTensor* tensor =
      aclCreateTensor(dims, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, dims, 1, nullptr);
  EXPECT_EQ(aclDestroyTensor(tensor), 0);
  EXPECT_EQ(aclDestroyTensor(tensor), 161002);
  aclDataType dtype;
  EXPECT_EQ(aclGetDataType(tensor, &dtype), 161002);
  EXPECT_EQ(aclDestroyTensor(nullptr), 0);
}

TEST(ArrayApiTest, SizesAndDestruction) {
  const int64_t ints[] = {1, 2, 3};
  const float floats[] = {1, 2};
  const bool bools[] = {true};
  aclIntArray* int_array = aclCreateIntArray(ints, 3);
  aclFloatArray* float_array = aclCreateFloatArray(floats, 2);
  aclBoolArray* bool_array = aclCreateBoolArray(bools, 1);
  uint64_t size = 0;
  EXPECT_EQ(aclGetIntArraySize(int_array, &size), 0);
  EXPECT_EQ(size, 3u);
  EXPECT_EQ(aclGetFloatArraySize(float_array, &size), 0);
  EXPECT_EQ(size, 2u);
  EXPECT_EQ(aclGetBoolArraySize(bool_array, &size), 0);
  EXPECT_EQ(size, 1u);
  EXPECT_EQ(aclGetIntArraySize(nullptr, &size), 161001);
  EXPECT_EQ(aclGetFloatArraySize(float_array, nullptr), 161001);
  EXPECT_EQ(aclDestroyIntArray(int_array), 0);
  EXPECT_EQ(aclDestroyFloatArray(float_array), 0);
  EXPECT_EQ(aclDestroyBoolArray(bool_array), 0);
  EXPECT_EQ(aclDestroyIntArray(int_array), 161002);
  EXPECT_EQ(aclDestroyIntArray(nullptr), 0);
  EXPECT_EQ(aclCreateIntArray(nullptr, 1), nullptr);
  aclIntArray* empty = aclCreateIntArray(nullptr, 0);
  ASSERT_NE(empty, nullptr);
  EXPECT_EQ(aclDestroyIntArray(empty), 0);
}

TEST(ScalarApiTest, CopiesItsValue) {
  double value = 2.5;
  aclScalar* scalar = aclCreateScalar(&value, ACL_DOUBLE);
  ASSERT_NE(scalar, nullptr);
  EXPECT_EQ(aclDestroyScalar(scalar), 0);
  EXPECT_EQ(aclCreateScalar(nullptr, ACL_DOUBLE), nullptr);
  EXPECT_EQ(aclCreateScalar(&value, ACL_STRING), nullptr);
}

TEST(ListApiTest, DestroysItsElements) {
  const int64_t dims[] = {2};
  const aclTensor* tensors[] = {
      aclCreateTensor(dims, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, dims, 1, nullptr),
      aclCreateTensor(dims, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, dims, 1, nullptr)};
  aclTensorList* list = aclCreateTensorList(tensors, 2);
  uint64_t size = 0;
  EXPECT_EQ(aclGetTensorListSize(list, &size), 0);
  EXPECT_EQ(size, 2u);
  EXPECT_EQ(aclDestroyTensorList(list), 0);
  EXPECT_EQ(aclDestroyTensor(tensors[0]), 161002);
  EXPECT_EQ(aclDestroyTensorList(list), 161002);

  float value = 1;
  const aclScalar* scalars[] = {aclCreateScalar(&value, ACL_FLOAT)};
  aclScalarList* scalar_list = aclCreateScalarList(scalars, 1);
  EXPECT_EQ(aclGetScalarListSize(scalar_list, &size), 0);
  EXPECT_EQ(size, 1u);
  EXPECT_EQ(aclDestroyScalarList(scalar_list), 0);
  EXPECT_EQ(aclDestroyScalar(scalars[0]), 161002);
  EXPECT_EQ(aclDestroyTensorList(nullptr), 0);
}

TEST(AclnnBaseTest, InitialisationMayBeRepeated) {
  EXPECT_EQ(aclnnInit(nullptr), 0);
  EXPECT_EQ(aclnnInit("config.json"), 0);
  EXPECT_EQ(aclnnFinalize(), 0);
  EXPECT_EQ(aclnnFinalize(), 0);
}

}  // namespace

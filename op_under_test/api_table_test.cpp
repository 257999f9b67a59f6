// Every function of the public C API in one table: its exact type, the library that exports it, and
// what it answers to a call that needs no other object. Counts are printed, so that a function
// added to a header and forgotten here is seen; the table must hold what the libraries export, no
// more and no less. The numbers of enumerations and error codes have their own table in
// runtime/api/acl_values.c.
#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <type_traits>

#include "acl/acl.h"
#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_binary_cross_entropy_with_logits.h"
#include "op_under_test/opbase/status.h"

namespace npusim {
namespace {

struct Function {
  const char* name;
  const char* library;
  void* address;
  int64_t (*call)();
  int64_t expected;
};

#define FUNCTION(library, name, type, expression, expected)                              \
  Function {                                                                             \
#name, library,                                                                        \
        [] {                                                                               \
          static_assert(std::is_same_v<decltype(name), type>, #name " has another type");  \
          return reinterpret_cast<void*>(&name);                                           \
        }(),                                                                               \
        []() -> int64_t { return static_cast<int64_t>(expression); }, expected \
  }
#define ACL(name, type, expression, expected) \
  FUNCTION("libascendcl.so", name, type, expression, expected)
#define META(name, type, expression, expected) \
  FUNCTION("libnnopbase.so", name, type, expression, expected)
#define OPAPI(name, type, expression, expected) \
  FUNCTION("libopapi.so", name, type, expression, expected)

using GetDims = aclnnStatus(const aclTensor*, int64_t**, uint64_t*);
using SetAddress = aclnnStatus(aclOpExecutor*, const size_t, aclTensor*, void*);
using SetDynamicAddress = aclnnStatus(aclOpExecutor*, size_t, const size_t, aclTensorList*, void*);

int64_t IsNull(const void* pointer) { return pointer == nullptr ? 1 : 0; }

// Calls are made in this order, in a process where nothing was initialised and this thread has no
// context, except for the last two rows.
const Function kFunctions[] = {
    // clang-format off
    // Initialisation, version, errors.
    ACL(aclGetRecentErrMsg, const char*(), IsNull(aclGetRecentErrMsg()), 1),
    ACL(aclFinalizeReference, aclError(uint64_t*), aclFinalizeReference(nullptr), 100037),
    ACL(aclrtGetVersion, aclError(int32_t*, int32_t*, int32_t*), aclrtGetVersion(nullptr, nullptr, nullptr), 100000),
    ACL(aclrtPeekAtLastError, aclError(aclrtLastErrLevel), aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), 100000),
    ACL(aclrtGetLastError, aclError(aclrtLastErrLevel), aclrtGetLastError(ACL_RT_THREAD_LEVEL), 100000),
    // Devices.
    ACL(aclrtSetDevice, aclError(int32_t), aclrtSetDevice(0), 100001),
    ACL(aclrtResetDevice, aclError(int32_t), aclrtResetDevice(0), 507007),
    ACL(aclrtResetDeviceForce, aclError(int32_t), aclrtResetDeviceForce(-1), 107001),
    ACL(aclrtGetDevice, aclError(int32_t*), aclrtGetDevice(nullptr), 100000),
    ACL(aclrtGetDeviceCount, aclError(uint32_t*), aclrtGetDeviceCount(nullptr), 100000),
    ACL(aclrtGetRunMode, aclError(aclrtRunMode*), aclrtGetRunMode(nullptr), 100000),
    ACL(aclrtSynchronizeDevice, aclError(), aclrtSynchronizeDevice(), 107002),
    ACL(aclrtSynchronizeDeviceWithTimeout, aclError(int32_t), aclrtSynchronizeDeviceWithTimeout(-2), 107000),
    ACL(aclrtGetSocName, const char*(), IsNull(aclrtGetSocName()), 0),
    ACL(aclrtGetDeviceInfo, aclError(uint32_t, aclrtDevAttr, int64_t*), aclrtGetDeviceInfo(0, ACL_DEV_ATTR_NPU_ARCH, nullptr), 100000),
    ACL(aclGetDeviceCapability, aclError(uint32_t, aclDeviceInfo, int64_t*), aclGetDeviceCapability(0, ACL_DEVICE_INFO_L2_SIZE, nullptr), 100000),
    ACL(aclrtQueryDeviceStatus, aclError(int32_t, aclrtDeviceStatus*), aclrtQueryDeviceStatus(0, nullptr), 100000),
    ACL(aclrtSetDeviceSatMode, aclError(aclrtFloatOverflowMode), aclrtSetDeviceSatMode(ACL_RT_OVERFLOW_MODE_INFNAN), 107002),
    ACL(aclrtGetDeviceSatMode, aclError(aclrtFloatOverflowMode*), aclrtGetDeviceSatMode(nullptr), 100000),
    ACL(aclrtGetSysParamOpt, aclError(aclSysParamOpt, int64_t*), aclrtGetSysParamOpt(ACL_OPT_DETERMINISTIC, nullptr), 100000),
    ACL(aclrtSetSysParamOpt, aclError(aclSysParamOpt, int64_t), aclrtSetSysParamOpt(ACL_OPT_DETERMINISTIC, 4), 100000),
    // Contexts.
    ACL(aclrtCreateContext, aclError(aclrtContext*, int32_t), aclrtCreateContext(nullptr, 0), 100000),
    ACL(aclrtDestroyContext, aclError(aclrtContext), aclrtDestroyContext(nullptr), 100000),
    ACL(aclrtSetCurrentContext, aclError(aclrtContext), aclrtSetCurrentContext(nullptr), 100000),
    ACL(aclrtGetCurrentContext, aclError(aclrtContext*), aclrtGetCurrentContext(nullptr), 100000),
    // Streams.
    ACL(aclrtCreateStream, aclError(aclrtStream*), aclrtCreateStream(nullptr), 100000),
    ACL(aclrtCreateStreamWithConfig, aclError(aclrtStream*, uint32_t, uint32_t), aclrtCreateStreamWithConfig(nullptr, 0, 0), 100000),
    ACL(aclrtDestroyStream, aclError(aclrtStream), aclrtDestroyStream(nullptr), 100000),
    ACL(aclrtDestroyStreamForce, aclError(aclrtStream), aclrtDestroyStreamForce(nullptr), 100000),
    ACL(aclrtSynchronizeStream, aclError(aclrtStream), aclrtSynchronizeStream(nullptr), 107002),
    ACL(aclrtSynchronizeStreamWithTimeout, aclError(aclrtStream, int32_t), aclrtSynchronizeStreamWithTimeout(nullptr, -2), 107000),
    ACL(aclrtStreamQuery, aclError(aclrtStream, aclrtStreamStatus*), aclrtStreamQuery(nullptr, nullptr), 100000),
    ACL(aclrtStreamWaitEvent, aclError(aclrtStream, aclrtEvent), aclrtStreamWaitEvent(nullptr, nullptr), 100000),
    ACL(aclrtSetStreamFailureMode, aclError(aclrtStream, uint64_t), aclrtSetStreamFailureMode(nullptr, 0), 107002),
    ACL(aclrtLaunchHostFunc, aclError(aclrtStream, aclrtHostFunc, void*), aclrtLaunchHostFunc(nullptr, nullptr, nullptr), 100000),
    // Events.
    ACL(aclrtCreateEvent, aclError(aclrtEvent*), aclrtCreateEvent(nullptr), 100000),
    ACL(aclrtCreateEventWithFlag, aclError(aclrtEvent*, uint32_t), aclrtCreateEventWithFlag(nullptr, 0), 100000),
    ACL(aclrtDestroyEvent, aclError(aclrtEvent), aclrtDestroyEvent(nullptr), 100000),
    ACL(aclrtRecordEvent, aclError(aclrtEvent, aclrtStream), aclrtRecordEvent(nullptr, nullptr), 100000),
    ACL(aclrtResetEvent, aclError(aclrtEvent, aclrtStream), aclrtResetEvent(nullptr, nullptr), 100000),
    ACL(aclrtQueryEventStatus, aclError(aclrtEvent, aclrtEventRecordedStatus*), aclrtQueryEventStatus(nullptr, nullptr), 100000),
    ACL(aclrtSynchronizeEvent, aclError(aclrtEvent), aclrtSynchronizeEvent(nullptr), 100000),
    ACL(aclrtSynchronizeEventWithTimeout, aclError(aclrtEvent, int32_t), aclrtSynchronizeEventWithTimeout(nullptr, -2), 107000),
    ACL(aclrtEventElapsedTime, aclError(float*, aclrtEvent, aclrtEvent), aclrtEventElapsedTime(nullptr, nullptr, nullptr), 100000),
    ACL(aclrtEventGetTimestamp, aclError(aclrtEvent, uint64_t*), aclrtEventGetTimestamp(nullptr, nullptr), 100000),
    // Memory.
    ACL(aclrtMalloc, aclError(void**, size_t, aclrtMemMallocPolicy), aclrtMalloc(nullptr, 1, ACL_MEM_MALLOC_HUGE_FIRST), 100000),
    ACL(aclrtMallocAlign32, aclError(void**, size_t, aclrtMemMallocPolicy), aclrtMallocAlign32(nullptr, 1, ACL_MEM_MALLOC_HUGE_FIRST), 100000),
    ACL(aclrtMallocCached, aclError(void**, size_t, aclrtMemMallocPolicy), aclrtMallocCached(nullptr, 1, ACL_MEM_MALLOC_HUGE_FIRST), 100000),
    ACL(aclrtFree, aclError(void*), aclrtFree(nullptr), 100000),
    ACL(aclrtMallocHost, aclError(void**, size_t), aclrtMallocHost(nullptr, 1), 100000),
    ACL(aclrtFreeHost, aclError(void*), aclrtFreeHost(nullptr), 100000),
    ACL(aclrtMemcpy, aclError(void*, size_t, const void*, size_t, aclrtMemcpyKind), aclrtMemcpy(nullptr, 0, nullptr, 0, ACL_MEMCPY_DEFAULT), 0),
    ACL(aclrtMemcpyAsync, aclError(void*, size_t, const void*, size_t, aclrtMemcpyKind, aclrtStream), aclrtMemcpyAsync(nullptr, 1, nullptr, 1, ACL_MEMCPY_DEFAULT, nullptr), 100000),
    ACL(aclrtMemset, aclError(void*, size_t, int32_t, size_t), aclrtMemset(nullptr, 1, 0, 1), 100000),
    ACL(aclrtMemsetAsync, aclError(void*, size_t, int32_t, size_t, aclrtStream), aclrtMemsetAsync(nullptr, 1, 0, 1, nullptr), 100000),
    ACL(aclrtGetMemInfo, aclError(aclrtMemAttr, size_t*, size_t*), aclrtGetMemInfo(ACL_HBM_MEM, nullptr, nullptr), 100000),
    ACL(aclrtPointerGetAttributes, aclError(const void*, aclrtPtrAttributes*), aclrtPointerGetAttributes(nullptr, nullptr), 100000),
    // Values.
    ACL(aclDataTypeSize, size_t(aclDataType), aclDataTypeSize(ACL_FLOAT), 4),
    ACL(aclFloat16ToFloat, float(aclFloat16), aclFloat16ToFloat(0x4000), 2),
    ACL(aclFloatToFloat16, aclFloat16(float), aclFloatToFloat16(2.0F), 0x4000),

    // Tensors and the other handles.
    META(aclCreateTensor, aclTensor*(const int64_t*, uint64_t, aclDataType, const int64_t*, int64_t, aclFormat, const int64_t*, uint64_t, void*),
         IsNull(aclCreateTensor(nullptr, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, nullptr, 0, nullptr)), 1),
    META(aclCreateScalar, aclScalar*(void*, aclDataType), IsNull(aclCreateScalar(nullptr, ACL_FLOAT)), 1),
    META(aclCreateIntArray, aclIntArray*(const int64_t*, uint64_t), IsNull(aclCreateIntArray(nullptr, 1)), 1),
    META(aclCreateFloatArray, aclFloatArray*(const float*, uint64_t), IsNull(aclCreateFloatArray(nullptr, 1)), 1),
    META(aclCreateBoolArray, aclBoolArray*(const bool*, uint64_t), IsNull(aclCreateBoolArray(nullptr, 1)), 1),
    META(aclCreateTensorList, aclTensorList*(const aclTensor* const*, uint64_t), IsNull(aclCreateTensorList(nullptr, 1)), 1),
    META(aclCreateScalarList, aclScalarList*(const aclScalar* const*, uint64_t), IsNull(aclCreateScalarList(nullptr, 1)), 1),
    META(aclDestroyTensor, aclnnStatus(const aclTensor*), aclDestroyTensor(nullptr), 0),
    META(aclDestroyScalar, aclnnStatus(const aclScalar*), aclDestroyScalar(nullptr), 0),
    META(aclDestroyIntArray, aclnnStatus(const aclIntArray*), aclDestroyIntArray(nullptr), 0),
    META(aclDestroyFloatArray, aclnnStatus(const aclFloatArray*), aclDestroyFloatArray(nullptr), 0),
    META(aclDestroyBoolArray, aclnnStatus(const aclBoolArray*), aclDestroyBoolArray(nullptr), 0),
    META(aclDestroyTensorList, aclnnStatus(const aclTensorList*), aclDestroyTensorList(nullptr), 0),
    META(aclDestroyScalarList, aclnnStatus(const aclScalarList*), aclDestroyScalarList(nullptr), 0),
    META(aclGetViewShape, GetDims, aclGetViewShape(nullptr, nullptr, nullptr), 161001),
    META(aclGetStorageShape, GetDims, aclGetStorageShape(nullptr, nullptr, nullptr), 161001),
    META(aclGetViewStrides, GetDims, aclGetViewStrides(nullptr, nullptr, nullptr), 161001),
    META(aclGetViewOffset, aclnnStatus(const aclTensor*, int64_t*), aclGetViewOffset(nullptr, nullptr), 161001),
    META(aclGetFormat, aclnnStatus(const aclTensor*, aclFormat*), aclGetFormat(nullptr, nullptr), 161001),
    META(aclGetDataType, aclnnStatus(const aclTensor*, aclDataType*), aclGetDataType(nullptr, nullptr), 161001),
    META(aclGetIntArraySize, aclnnStatus(const aclIntArray*, uint64_t*), aclGetIntArraySize(nullptr, nullptr), 161001),
    META(aclGetFloatArraySize, aclnnStatus(const aclFloatArray*, uint64_t*), aclGetFloatArraySize(nullptr, nullptr), 161001),
    META(aclGetBoolArraySize, aclnnStatus(const aclBoolArray*, uint64_t*), aclGetBoolArraySize(nullptr, nullptr), 161001),
    META(aclGetTensorListSize, aclnnStatus(const aclTensorList*, uint64_t*), aclGetTensorListSize(nullptr, nullptr), 161001),
    META(aclGetScalarListSize, aclnnStatus(const aclScalarList*, uint64_t*), aclGetScalarListSize(nullptr, nullptr), 161001),
    META(aclInitTensor, aclnnStatus(aclTensor*, const int64_t*, uint64_t, aclDataType, const int64_t*, int64_t, aclFormat, const int64_t*, uint64_t, void*),
         aclInitTensor(nullptr, nullptr, 0, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, nullptr, 0, nullptr), 161001),
    META(aclSetRawTensorAddr, aclnnStatus(aclTensor*, void*), aclSetRawTensorAddr(nullptr, nullptr), 161001),
    META(aclGetRawTensorAddr, aclnnStatus(const aclTensor*, void**), aclGetRawTensorAddr(nullptr, nullptr), 161001),
    // Executors.
    META(aclSetAclOpExecutorRepeatable, aclnnStatus(aclOpExecutor*), aclSetAclOpExecutorRepeatable(nullptr), 561103),
    META(aclDestroyAclOpExecutor, aclnnStatus(aclOpExecutor*), aclDestroyAclOpExecutor(nullptr), 561103),
    META(aclSetInputTensorAddr, SetAddress, aclSetInputTensorAddr(nullptr, 0, nullptr, nullptr), 561103),
    META(aclSetOutputTensorAddr, SetAddress, aclSetOutputTensorAddr(nullptr, 0, nullptr, nullptr), 561103),
    META(aclSetTensorAddr, SetAddress, aclSetTensorAddr(nullptr, 0, nullptr, nullptr), 561103),
    META(aclSetDynamicInputTensorAddr, SetDynamicAddress, aclSetDynamicInputTensorAddr(nullptr, 0, 0, nullptr, nullptr), 561103),
    META(aclSetDynamicOutputTensorAddr, SetDynamicAddress, aclSetDynamicOutputTensorAddr(nullptr, 0, 0, nullptr, nullptr), 561103),
    META(aclSetDynamicTensorAddr, SetDynamicAddress, aclSetDynamicTensorAddr(nullptr, 0, 0, nullptr, nullptr), 561103),
    META(AclSetInputTensorAddr, SetAddress, AclSetInputTensorAddr(nullptr, 0, nullptr, nullptr), 561103),
    META(AclSetOutputTensorAddr, SetAddress, AclSetOutputTensorAddr(nullptr, 0, nullptr, nullptr), 561103),
    META(AclSetTensorAddr, SetAddress, AclSetTensorAddr(nullptr, 0, nullptr, nullptr), 561103),
    META(AclSetDynamicInputTensorAddr, SetDynamicAddress, AclSetDynamicInputTensorAddr(nullptr, 0, 0, nullptr, nullptr), 561103),
    META(AclSetDynamicOutputTensorAddr, SetDynamicAddress, AclSetDynamicOutputTensorAddr(nullptr, 0, 0, nullptr, nullptr), 561103),
    META(AclSetDynamicTensorAddr, SetDynamicAddress, AclSetDynamicTensorAddr(nullptr, 0, 0, nullptr, nullptr), 561103),
    META(aclnnInit, aclnnStatus(const char*), aclnnInit(nullptr), 0),
    META(aclnnFinalize, aclnnStatus(), aclnnFinalize(), 0),
    // The operator.
    OPAPI(aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize,
          aclnnStatus(const aclTensor*, const aclTensor*, const aclTensor*, const aclTensor*, int64_t, aclTensor*, uint64_t*, aclOpExecutor**),
          aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize(nullptr, nullptr, nullptr, nullptr, 0, nullptr, nullptr, nullptr), 161001),
    OPAPI(aclnnBinaryCrossEntropyWithLogits, aclnnStatus(void*, uint64_t, aclOpExecutor*, const aclrtStream),
          aclnnBinaryCrossEntropyWithLogits(nullptr, 0, nullptr, nullptr), 161001),

    ACL(aclInit, aclError(const char*), aclInit("/no such file"), 100003),
    ACL(aclFinalize, aclError(), aclFinalize(), 0),  // before any initialisation: as if there was one
    // clang-format on
};

std::set<std::string> Exports(const std::string& library) {
  std::set<std::string> names;
  const std::string command = "nm -D --defined-only '" NPUSIM_LIBRARY_DIR "/" + library + "'";
  FILE* const listing = popen(command.c_str(), "r");
  char address[64];
  char kind[8];
  char name[512];
  while (std::fscanf(listing, "%63s %7s %511s", address, kind, name) == 3) names.insert(name);
  EXPECT_EQ(pclose(listing), 0) << command;
  return names;
}

TEST(ApiTable, HoldsWhatTheLibrariesExport) {
  std::map<std::string, std::set<std::string>> listed;
  for (const Function& function : kFunctions) {
    EXPECT_TRUE(listed[function.library].insert(function.name).second) << function.name;
    Dl_info info{};
    ASSERT_NE(dladdr(function.address, &info), 0) << function.name;
    EXPECT_THAT(info.dli_fname, testing::EndsWith(function.library)) << function.name;
  }
  for (const auto& [library, names] : listed) {
    std::printf("%s: %zu functions\n", library.c_str(), names.size());
    EXPECT_EQ(names, Exports(library));
  }
  std::printf("all: %zu functions\n", std::size(kFunctions));
}

TEST(ApiTable, EveryFunctionAnswersItsCall) {
  for (const Function& function : kFunctions) {
    // The second of two calls that forget the last error must find one.
    if (std::string(function.name) == "aclrtGetLastError") (void)aclrtFree(nullptr);
    EXPECT_EQ(function.call(), function.expected) << function.name;
  }
}

struct StatusRow {
  const char* name;
  aclnnStatus code;
};
constexpr StatusRow kStatuses[] = {
    {"PARAM_NULLPTR", 161001},
    {"PARAM_INVALID", 161002},
    {"RUNTIME_ERROR", 361001},
    {"INNER", 561000},
    {"INNER_INFERSHAPE_ERROR", 561001},
    {"INNER_TILING_ERROR", 561002},
    {"INNER_FIND_KERNEL_ERROR", 561003},
    {"INNER_CREATE_EXECUTOR", 561101},
    {"INNER_NOT_TRANS_EXECUTOR", 561102},
    {"INNER_NULLPTR", 561103},
    {"INNER_WRONG_ATTR_INFO_SIZE", 561104},
    {"INNER_KEY_CONFLICT", 561105},
    {"INNER_INVALID_IMPL_MODE", 561106},
    {"INNER_OPP_PATH_NOT_FOUND", 561107},
    {"INNER_LOAD_JSON_FAILED", 561108},
    {"INNER_JSON_VALUE_NOT_FOUND", 561109},
    {"INNER_JSON_FORMAT_INVALID", 561110},
    {"INNER_JSON_DTYPE_INVALID", 561111},
    {"INNER_OPP_KERNEL_PKG_NOT_FOUND", 561112},
    {"INNER_OP_FILE_INVALID", 561113},
    {"INNER_ATTR_NUM_OUT_OF_BOUND", 561114},
    {"INNER_ATTR_LEN_NOT_ENOUGH", 561115},
    {"INNER_INPUT_NUM_IN_JSON_IS_ZERO_OR_TOO_MANY", 561116},
    {"INNER_INPUT_JSON_IS_NULL", 561117},
    {"INNER_STATIC_WORKSPACE_INVALID", 561118},
    {"INNER_STATIC_BLOCK_DIM_INVALID", 561119},
};

TEST(StatusCodes, AreReportedUnderTheClassOfTheirFirstDigit) {
  EXPECT_EQ(kSuccess, 0);
  EXPECT_EQ(OK, 0);
  while (aclGetRecentErrMsg() != nullptr) {
  }
  for (const StatusRow& row : kStatuses) {
    EXPECT_EQ(Fail(row.code, row.name), row.code);
    const char* const text = aclGetRecentErrMsg();
    ASSERT_NE(text, nullptr) << row.name;
    const char* const report_class = row.code < 200000   ? "AclNN_Parameter_Error(EZ1001): "
                                     : row.code < 400000 ? "AclNN_Runtime_Error(EZ9903): "
                                                         : "AclNN_Inner_Error(EZ9999):  ";
    EXPECT_THAT(text, testing::HasSubstr(std::string(report_class) + row.name));
  }
  std::printf("%zu status codes and success\n", std::size(kStatuses));
}

}  // namespace
}  // namespace npusim

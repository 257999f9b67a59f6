#include "op_under_test/ops/bce_with_logits/tests/operator_call.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <string_view>

#include "op_under_test/ops/bce_with_logits/tests/half_values.h"

namespace npusim_tests {
namespace {

constexpr size_t kGuardBytes = 256;

int64_t Count(const Dims& dims) {
  int64_t count = 1;
  for (int64_t extent : dims) count *= extent;
  return count;
}

template <typename T>
void Store(std::vector<std::byte>& bytes, size_t index, T value) {
  std::memcpy(bytes.data() + index * sizeof(T), &value, sizeof(T));
}

template <typename T>
T Load(const std::vector<std::byte>& bytes, size_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

// Opened by the first call, closed after the last test.
class Library : public testing::Environment {
 public:
  aclrtStream Stream() {
    if (stream_ == nullptr) {
      EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS);
      EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
      EXPECT_EQ(aclrtCreateStream(&stream_), ACL_SUCCESS);
    }
    return stream_;
  }
  void TearDown() override {
    if (stream_ == nullptr) return;
    EXPECT_EQ(aclrtDestroyStream(stream_), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
  }

 private:
  aclrtStream stream_ = nullptr;
};

// Owned by GoogleTest.
Library* const library = static_cast<Library*>(testing::AddGlobalTestEnvironment(new Library));

std::string_view SocName() {
  TestStream();
  return aclrtGetSocName();
}

bool StartsWith(std::string_view text, std::string_view start) {
  return text.substr(0, start.size()) == start;
}

}  // namespace

bool ChipIsRegBase() { return StartsWith(SocName(), "Ascend950"); }

bool ChipHasBf16() {
  return ChipIsRegBase() || StartsWith(SocName(), "Ascend910_93") ||
         (StartsWith(SocName(), "Ascend910B") && SocName() != "Ascend910B");
}

bool ChipSaturates() { return !ChipHasBf16(); }

bool ContractIsDocumented() {
  const char* contract = std::getenv("NPUSIM_CONTRACT");
  return contract == nullptr || std::string_view(contract) != "source";
}

size_t ElementBytes(aclDataType dtype) { return aclDataTypeSize(dtype); }

std::vector<std::byte> Encode(const std::vector<double>& values, aclDataType dtype) {
  std::vector<std::byte> bytes(values.size() * ElementBytes(dtype));
  for (size_t i = 0; i < values.size(); ++i) {
    switch (dtype) {
      case ACL_FLOAT16:
        Store(bytes, i, EncodeHalf(values[i], kFp16));
        break;
      case ACL_BF16:
        Store(bytes, i, EncodeHalf(values[i], kBf16));
        break;
      case ACL_DOUBLE:
        Store(bytes, i, values[i]);
        break;
      case ACL_INT32:
        Store(bytes, i, static_cast<int32_t>(values[i]));
        break;
      case ACL_INT64:
        Store(bytes, i, static_cast<int64_t>(values[i]));
        break;
      case ACL_BOOL:
        Store(bytes, i, static_cast<uint8_t>(values[i] != 0));
        break;
      case ACL_FLOAT:
        Store(bytes, i, static_cast<float>(values[i]));
        break;
      default:
        break;  // zeros
    }
  }
  return bytes;
}

std::vector<double> Decode(const std::vector<std::byte>& bytes, aclDataType dtype) {
  std::vector<double> values;
  const size_t element_bytes = ElementBytes(dtype);
  if (element_bytes == 0) return values;
  for (size_t i = 0; i < bytes.size() / element_bytes; ++i) {
    switch (dtype) {
      case ACL_FLOAT16:
        values.push_back(DecodeHalf(Load<uint16_t>(bytes, i), kFp16));
        break;
      case ACL_BF16:
        values.push_back(DecodeHalf(Load<uint16_t>(bytes, i), kBf16));
        break;
      case ACL_FLOAT:
        values.push_back(static_cast<double>(Load<float>(bytes, i)));
        break;
      default:
        ADD_FAILURE() << "no decoding for data type " << dtype;
        return values;
    }
  }
  return values;
}

DeviceTensor::DeviceTensor(const TensorSpec& spec) : dtype_(spec.dtype) {
  TestStream();
  const Dims storage_dims = spec.storage_dims.value_or(spec.dims);
  const int64_t count = std::max<int64_t>(Count(storage_dims), 0);
  std::vector<double> values = spec.values;
  if (values.empty()) values.push_back(0.0);
  if (values.size() == 1) values.resize(static_cast<size_t>(count), values[0]);
  EXPECT_EQ(values.size(), static_cast<size_t>(count)) << "values do not fill the storage";
  const std::vector<std::byte> bytes = Encode(values, spec.dtype);
  bytes_ = bytes.size();
  EXPECT_EQ(aclrtMalloc(&data_, bytes_ + kGuardBytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  EXPECT_EQ(aclrtMemcpy(data_, bytes_, bytes.data(), bytes_, ACL_MEMCPY_HOST_TO_DEVICE),
            ACL_SUCCESS);
  tensor_ = aclCreateTensor(spec.dims.data(), spec.dims.size(), spec.dtype,
                            spec.strides ? spec.strides->data() : nullptr, spec.offset, spec.format,
                            storage_dims.data(), storage_dims.size(), data_);
  EXPECT_NE(tensor_, nullptr);
}

DeviceTensor::~DeviceTensor() {
  DestroyHandle();
  EXPECT_EQ(aclrtFree(data_), ACL_SUCCESS);
}

void DeviceTensor::DestroyHandle() {
  EXPECT_EQ(aclDestroyTensor(tensor_), 0);
  tensor_ = nullptr;
}

std::vector<std::byte> DeviceTensor::StorageBytes() const {
  std::vector<std::byte> bytes(bytes_);
  EXPECT_EQ(aclrtMemcpy(bytes.data(), bytes_, data_, bytes_, ACL_MEMCPY_DEVICE_TO_HOST),
            ACL_SUCCESS);
  return bytes;
}

aclrtStream TestStream() { return library->Stream(); }

std::string TakeErrorMessage() {
  const char* message = aclGetRecentErrMsg();
  return message == nullptr ? "" : message;
}

CallResult Call(const CallSpec& spec) {
  TestStream();
  std::vector<std::unique_ptr<DeviceTensor>> tensors;
  const auto make = [&](const std::optional<TensorSpec>& tensor) -> DeviceTensor* {
    if (!tensor) return nullptr;
    tensors.push_back(std::make_unique<DeviceTensor>(*tensor));
    return tensors.back().get();
  };
  const auto handle = [](DeviceTensor* tensor) { return tensor ? tensor->get() : nullptr; };
  DeviceTensor* const inputs[] = {make(spec.self), make(spec.target), make(spec.weight),
                                  make(spec.pos_weight)};
  DeviceTensor* const out = make(spec.out);
  std::vector<std::vector<std::byte>> before;
  for (DeviceTensor* input : inputs) {
    before.push_back(input ? input->StorageBytes() : std::vector<std::byte>{});
  }

  CallResult result;
  TakeErrorMessage();
  aclOpExecutor* executor = nullptr;
  result.phase1 = aclnnBinaryCrossEntropyWithLogitsGetWorkspaceSize(
      handle(inputs[0]), handle(inputs[1]), handle(inputs[2]), handle(inputs[3]), spec.reduction,
      handle(out), &result.workspace_bytes, &executor);
  if (result.phase1 == 0) {
    void* workspace = nullptr;
    if (result.workspace_bytes > 0) {
      EXPECT_EQ(aclrtMalloc(&workspace, result.workspace_bytes, ACL_MEM_MALLOC_HUGE_FIRST), 0);
    }
    result.phase2 = aclnnBinaryCrossEntropyWithLogits(workspace, result.workspace_bytes, executor,
                                                      TestStream());
    result.synchronisation = aclrtSynchronizeStream(TestStream());
    if (workspace) {
      EXPECT_EQ(aclrtFree(workspace), ACL_SUCCESS);
    }
  }
  if (result.phase1 != 0 || result.phase2 != 0) result.message = TakeErrorMessage();
  if (out) {
    result.out_bytes = out->StorageBytes();
    if (spec.out->dtype == ACL_FLOAT || spec.out->dtype == ACL_FLOAT16 ||
        spec.out->dtype == ACL_BF16) {
      result.out = out->StorageValues();
    }
  }
  result.inputs_unchanged = true;
  for (size_t i = 0; i < before.size(); ++i) {
    if (inputs[i] && inputs[i]->StorageBytes() != before[i]) result.inputs_unchanged = false;
  }
  return result;
}

}  // namespace npusim_tests

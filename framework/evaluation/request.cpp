#include "framework/evaluation/request.h"

#include <fmt/format.h>

#include <algorithm>

#include "framework/data/npy.h"
#include "framework/evaluation/attribute_words.h"
#include "framework/operators/argument_kinds.h"

namespace touchstone::evaluation {
namespace {

using operators::Argument;
using operators::ArgumentKind;
using tensor::DType;

constexpr DType kComputeDTypes[] = {DType::kFp32, DType::kFp16, DType::kBf16};

/// What the operator sees in an array of this type in a file.
Result<DType> MeaningOf(DType stored) {
  switch (stored) {
    case DType::kFp32:
    case DType::kFp16:
      return stored;
    case DType::kUint16:
      return DType::kBf16;
    case DType::kFp64:
      return InputError(
          "holds float64, which the operator does not take; save it as float32 "
          "(array.astype(numpy.float32)), float16, or bf16 bit patterns in uint16");
    default:
      return InputError(
          fmt::format("holds {}; an input is float32, float16, or bf16 bit patterns "
                      "in uint16",
                      tensor::Name(stored)));
  }
}

Result<tensor::HostTensor> ReadInput(const std::string& name, const std::string& path) {
  Result<data::NpyArray> array = data::ReadNpy(path);
  if (!array) return array.errors();
  const Result<DType> dtype = MeaningOf(array->dtype);
  if (!dtype) {
    return InputError(fmt::format("input '{}' {}", name, dtype.error().message), {path, 0, 0});
  }
  return tensor::HostTensor{tensor::ContiguousLayout(*dtype, array->shape),
                            std::move(array->bytes)};
}

/// Collects errors, so that a user sees all of them at once.
class Reader {
 public:
  Reader(const RequestWords& words) : words_(words) {}

  Result<Request> Read() {
    request_.op = operators::FindOperator(words_.operator_name);
    if (request_.op == nullptr) {
      return UsageError(fmt::format("unknown operator '{}'{}", words_.operator_name,
                                    Suggestion(words_.operator_name, operators::OperatorNames())));
    }
    ReadInputs();
    if (auto attributes = ParseAttributes(*request_.op, words_.attributes)) {
      request_.attributes = std::move(*attributes);
    } else {
      Add(attributes.errors());
    }
    const DType dtype = OutputDType();
    if (!errors_.empty()) return errors_;
    DescribeOutput(dtype);
    return std::move(request_);
  }

 private:
  void Add(const Errors& errors) { errors_.insert(errors_.end(), errors.begin(), errors.end()); }

  void ReadInputs() {
    std::vector<std::string> names;
    for (const Argument& argument : request_.op->arguments) {
      if (operators::IsInputTensor(argument)) names.push_back(argument.name);
    }
    std::vector<std::string> named;  // also when the file could not be read
    for (const std::string& word : words_.inputs) {
      const size_t equals = word.find('=');
      if (equals == std::string::npos || equals + 1 == word.size()) {
        errors_.push_back(
            UsageError(fmt::format("--input takes NAME=FILE.npy, not '{}'; the inputs of {} are {}",
                                   word, request_.op->name, fmt::join(names, ", "))));
        continue;
      }
      const std::string name = word.substr(0, equals);
      if (std::find(names.begin(), names.end(), name) == names.end()) {
        errors_.push_back(UsageError(fmt::format("{} has no input '{}'{}", request_.op->name, name,
                                                 Suggestion(name, names))));
        continue;
      }
      if (std::find(named.begin(), named.end(), name) != named.end()) {
        errors_.push_back(UsageError(fmt::format("input '{}' is given twice", name)));
        continue;
      }
      named.push_back(name);
      auto tensor = ReadInput(name, word.substr(equals + 1));
      if (tensor) {
        request_.inputs.emplace(name, std::move(*tensor));
      } else {
        Add(tensor.errors());
      }
    }
    for (const Argument& argument : request_.op->arguments) {
      if (argument.kind != ArgumentKind::kTensor) continue;
      if (std::find(named.begin(), named.end(), argument.name) != named.end()) continue;
      errors_.push_back(
          UsageError(fmt::format("input '{0}' is missing: --input {0}=FILE.npy", argument.name)));
    }
  }

  DType OutputDType() {
    std::vector<std::string> names;
    for (const DType dtype : kComputeDTypes) names.emplace_back(tensor::Name(dtype));
    const Result<DType> dtype = tensor::ParseDType(words_.dtype);
    if (dtype && std::find(std::begin(kComputeDTypes), std::end(kComputeDTypes), *dtype) !=
                     std::end(kComputeDTypes)) {
      return *dtype;
    }
    errors_.push_back(
        UsageError(fmt::format("--dtype '{}'{}", words_.dtype,
                               dtype ? " cannot be rounded to; valid are: fp32, fp16, bf16"
                                     : " is unknown" + Suggestion(words_.dtype, names))));
    return DType::kFp32;
  }

  void DescribeOutput(DType dtype) {
    operators::InputLayouts layouts;
    for (const auto& [name, tensor] : request_.inputs) layouts.emplace(name, tensor.layout);
    const auto outputs = request_.op->default_outputs(layouts, request_.attributes);
    request_.output_name = outputs.begin()->first;
    request_.output = tensor::ContiguousLayout(dtype, outputs.begin()->second.shape);
  }

  const RequestWords& words_;
  Request request_;
  Errors errors_;
};

}  // namespace

Result<Request> ReadRequest(const RequestWords& words) { return Reader(words).Read(); }

}  // namespace touchstone::evaluation

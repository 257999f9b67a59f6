#include "framework/device/foreign_call.h"

#include <ffi.h>

#include <cstdlib>

namespace touchstone::device {
namespace {

ffi_type* TypeOf(ForeignArgument::Kind kind) {
  switch (kind) {
    case ForeignArgument::Kind::kPointer:
      return &ffi_type_pointer;
    case ForeignArgument::Kind::kInt64:
      return &ffi_type_sint64;
    case ForeignArgument::Kind::kUint64:
      return &ffi_type_uint64;
    case ForeignArgument::Kind::kDouble:
      return &ffi_type_double;
    case ForeignArgument::Kind::kFloat:
      return &ffi_type_float;
    case ForeignArgument::Kind::kBool:
      return &ffi_type_uint8;
  }
  std::abort();
}

}  // namespace

ForeignArgument ForeignArgument::Pointer(const void* value) {
  ForeignArgument argument;
  argument.kind = Kind::kPointer;
  argument.pointer = value;
  return argument;
}

ForeignArgument ForeignArgument::Int64(int64_t value) {
  ForeignArgument argument;
  argument.kind = Kind::kInt64;
  argument.int64 = value;
  return argument;
}

ForeignArgument ForeignArgument::Uint64(uint64_t value) {
  ForeignArgument argument;
  argument.kind = Kind::kUint64;
  argument.uint64 = value;
  return argument;
}

ForeignArgument ForeignArgument::Double(double value) {
  ForeignArgument argument;
  argument.kind = Kind::kDouble;
  argument.float64 = value;
  return argument;
}

ForeignArgument ForeignArgument::Float(float value) {
  ForeignArgument argument;
  argument.kind = Kind::kFloat;
  argument.float32 = value;
  return argument;
}

ForeignArgument ForeignArgument::Bool(bool value) {
  ForeignArgument argument;
  argument.kind = Kind::kBool;
  argument.boolean = value ? 1 : 0;
  return argument;
}

int32_t CallForeign(void* function, std::vector<ForeignArgument> arguments) {
  std::vector<ffi_type*> types;
  std::vector<void*> values;
  for (ForeignArgument& argument : arguments) {
    types.push_back(TypeOf(argument.kind));
    values.push_back(&argument.pointer);  // all members of the union share this address
  }
  ffi_cif call;
  if (ffi_prep_cif(&call, FFI_DEFAULT_ABI, static_cast<unsigned>(types.size()), &ffi_type_sint32,
                   types.data()) != FFI_OK) {
    std::abort();  // only a malformed type can fail here, and all types are libffi's own
  }
  // A result narrower than a register is widened to ffi_arg.
  ffi_arg result = 0;
  ffi_call(&call, FFI_FN(function), &result, values.data());
  return static_cast<int32_t>(result);
}

}  // namespace touchstone::device

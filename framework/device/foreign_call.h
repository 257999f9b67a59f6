// Calls a C function whose signature is only known at run time. Private to framework/device.
#pragma once

#include <cstdint>
#include <vector>

namespace touchstone::device {

/// One argument of a C function: its kind and its value.
struct ForeignArgument {
  enum class Kind { kPointer, kInt64, kUint64, kDouble, kFloat, kBool };
  Kind kind = Kind::kPointer;
  union {
    const void* pointer;
    int64_t int64;
    uint64_t uint64;
    double float64;
    float float32;
    uint8_t boolean;
  };

  static ForeignArgument Pointer(const void* value);
  static ForeignArgument Int64(int64_t value);
  static ForeignArgument Uint64(uint64_t value);
  static ForeignArgument Double(double value);
  static ForeignArgument Float(float value);
  static ForeignArgument Bool(bool value);
};

/// Calls `int32_t function(arguments...)` by the platform's C calling convention.
int32_t CallForeign(void* function, std::vector<ForeignArgument> arguments);

}  // namespace touchstone::device

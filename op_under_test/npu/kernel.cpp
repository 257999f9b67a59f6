#include "op_under_test/npu/kernel.h"

namespace npusim {

KernelFault::KernelFault(KernelFaultKind kind, std::string message)
    : kind_(kind), message_(std::move(message)) {}

KernelFault::~KernelFault() = default;

}  // namespace npusim

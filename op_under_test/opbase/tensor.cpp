#include "op_under_test/opbase/tensor.h"

namespace npusim {

TensorDesc DenseDesc(const Dims& dims, aclDataType dtype) {
  TensorDesc desc;
  desc.view_dims = dims;
  desc.strides = DenseStrides(dims);
  desc.storage_dims = dims;
  desc.dtype = dtype;
  return desc;
}

}  // namespace npusim

// Makes a tensor's elements: any of them alone, the same bytes on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "framework/data/data_spec.h"
#include "framework/diagnostics/error.h"
#include "framework/tensor/dtype.h"

namespace touchstone::data {

/// Names the random stream of one tensor: the Philox key is a hash of these, the counter is the
/// element's index, so any chunk can be made without making the ones before it.
struct StreamKey {
  uint64_t seed = 0;
  std::string data_key;  ///< default: the case id
  std::string tensor_name;
};

/// The elements of one tensor. Immutable after creation, so Fill may run on many threads.
class Generator {
 public:
  virtual ~Generator() = default;
  /// Writes the bit patterns of the elements from `first` on, as many as `bits` holds: one entry
  /// for each, zero-extended to 64 bits, or tensor::WordsPerElement(dtype) entries for complex128.
  virtual void Fill(uint64_t first, std::span<uint64_t> bits) const = 0;
  /// The same elements as they lie in a dense storage of `dtype`, which is the one the generator
  /// was made for: as many as `storage` holds.
  virtual void Store(tensor::DType dtype, uint64_t first, std::span<std::byte> storage) const;
};

/// How a distribution takes one parameter.
struct ParameterInfo {
  /// A distribution whose first parameter is a kNumberList takes a whole positional list as it.
  enum class Kind { kNumber, kFlag, kWord, kNumberList };
  std::string name;
  Kind kind = Kind::kNumber;
  bool required = false;
  std::string meaning;  ///< one line for documentation and messages
};

/// How a distribution of real numbers fills a complex type.
enum class ComplexRule {
  kIndependentParts,  ///< real and imaginary part are two consecutive elements of the real stream
  kRealPart,          ///< the numbers are the real parts, the imaginary parts are zero
  kRefused,
};

/// One entry of the registry. Adding a distribution means adding one of these. The functions get
/// parameters whose names and kinds have been checked, and a dtype that is not complex.
struct DistributionInfo {
  std::string name;
  std::vector<ParameterInfo> parameters;  ///< in positional order
  std::string meaning;
  ComplexRule complex_rule = ComplexRule::kIndependentParts;
  /// What is wrong with the parameters' values for the dtype.
  Errors (*validate)(const DataSpec&, tensor::DType) = nullptr;
  /// See Notes below; may be null.
  Errors (*notes)(const DataSpec&, tensor::DType) = nullptr;
  /// Null unless elements come from outside of the suite. Called once, with a spec as a suite in
  /// `folder` ("" = none) says it; makes final what it says of the world outside, so that the same
  /// spec cannot later stand for other elements. Names and kinds have been checked.
  Status (*bind)(DataSpec&, const std::string& folder) = nullptr;
  /// Called only with a spec that `validate` accepts. `element_count`: elements the tensor has (a
  /// distribution from a file or with a fixed number of positions needs it).
  Result<std::unique_ptr<Generator>> (*make)(const DataSpec&, tensor::DType, const StreamKey&,
                                             uint64_t element_count) = nullptr;
};

const std::vector<DistributionInfo>& AllDistributions();
Result<const DistributionInfo*> FindDistribution(std::string_view name);

/// Parameter names, kinds and ranges of `spec` checked against the registry and `dtype`; every
/// problem is reported (non-finite bounds, values that overflow the dtype, missing parameters,
/// ...).
Errors Validate(const DataSpec& spec, tensor::DType dtype);

/// What a reader should know about a valid spec: written values that are stored as others because
/// they underflow to zero, are inexact in `dtype` or lie outside of an integer type's range. Meant
/// to be shown as warnings. Empty for a spec that Validate refuses.
Errors Notes(const DataSpec& spec, tensor::DType dtype);

/// Ties a spec that a suite in `folder` states to the files it names: paths become relative to the
/// working directory, the digest of each file's bytes becomes part of the spec. Nothing to do for
/// most. Errors, without a place: a file that cannot be read, a stated digest that is another one.
Status Bind(DataSpec& spec, const std::string& folder);

/// True when elements come from outside of the suite, so that MakeGenerator alone can tell whether
/// they fit.
bool IsExternal(const DataSpec& spec);

/// Errors as Validate gives them, and those only known at creation (a file that cannot be read).
Result<std::unique_ptr<Generator>> MakeGenerator(const DataSpec& spec, tensor::DType dtype,
                                                 const StreamKey& key, uint64_t element_count);

}  // namespace touchstone::data

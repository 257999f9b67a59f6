// One case of an ATK case file, as written: every field read, nothing yet mapped to an operator.
//
// The format has no specification; the fields are those of published case files (MindStudio-ATK
// 26.5 and older). A slip does not stop the reading: whether it matters depends on the operator.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "framework/suite/node.h"

namespace touchstone::suite {

/// What `range_values` says.
struct AtkRange {
  enum class Kind {
    kDefault,   ///< missing, null or "default": the generator's own choice
    kEmpty,     ///< "null": a tensor without content
    kConstant,  ///< one number, also one of nan, inf, -inf, or a list of one number
    kUniform,   ///< [low, high]
    kSpecials,  ///< a list of nan, inf, -inf: each element is one of them
    kNormal,    ///< {name: nd, mean, std}, each a number or a range to draw it from
    kFlag,      ///< attributes: true or false
    kText,      ///< attributes: a string
    kList,      ///< attributes: any other list
  };
  Kind kind = Kind::kDefault;
  double low = 0, high = 0;          ///< kConstant (low), kUniform; kNormal: of the mean
  double std_low = 0, std_high = 0;  ///< kNormal
  std::vector<double> specials;
  std::string text;
};

/// One argument, or a list of tensors or values that are one argument together.
struct AtkInput {
  std::optional<std::string> name;  ///< nothing: positional
  std::string type;                 ///< "tensor", "attr", "tensors", ...
  std::string dtype;
  bool required = true;
  std::optional<std::vector<int64_t>> shape;
  AtkRange range;
  const Node* range_node = nullptr;
  std::optional<std::pair<double, double>> outlier_values;
  std::string format;
  std::vector<AtkInput> members;  ///< of a list; the list itself has no fields then
  const Node* node = nullptr;
};

/// One entry of `standard.acc`.
struct AtkStandard {
  std::string name;                                        ///< "single_bm"
  std::string type;                                        ///< "high_precision" or ""
  std::vector<std::pair<std::string, double>> parameters;  ///< in file order
  const Node* node = nullptr;
};

struct AtkCase {
  std::string id;
  std::string operator_name;  ///< aclnn_name, else kernel_name, else name
  std::string name;
  std::optional<uint64_t> default_seed;
  std::string expected_error;  ///< "": the call must succeed
  bool is_boundary = false;
  std::vector<AtkStandard> standards;
  std::vector<AtkInput> inputs;
  const Node* node = nullptr;
};

struct AtkSlip {
  size_t offset;
  std::string message;
};

AtkCase ReadAtkCase(const Node& node, std::vector<AtkSlip>& slips);

}  // namespace touchstone::suite

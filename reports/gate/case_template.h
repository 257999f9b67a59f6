// The part of a case id that the cases of one template share, and the part that tells them apart.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace touchstone::gate {

/// "smoke/weights[dtype=fp16,n=7]" is the template "smoke/weights[dtype=,n=]" with the values
/// "fp16,7". Any other text, such as the id of a case without axes, is the value of the template "".
struct CaseTemplate {
  std::string name;
  std::string values;
  bool operator==(const CaseTemplate&) const = default;
};

CaseTemplate SplitCaseId(std::string_view id);

/// The id that SplitCaseId takes apart into exactly these two; nothing when there is none.
std::optional<std::string> JoinCaseId(const CaseTemplate& parts);

}  // namespace touchstone::gate

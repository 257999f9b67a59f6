// `expect:` and `protocol:` of a case.
#pragma once

#include <optional>
#include <string>

#include "framework/suite/case.h"
#include "framework/suite/fields.h"

namespace touchstone::suite {

/// Reads `ok`, a status name or number, `any_error`, or a map
/// {status, message, strict, known_issue}. Without `status` a message means any error, and
/// otherwise the call must succeed. A message beside a successful status is a problem.
std::optional<Expectation> ReadExpectation(ReadContext& context, const Node& node,
                                           const std::string& path);

/// Reads one deviation by name, a list of names, or a map from name to true or false.
std::optional<Protocol> ReadProtocol(ReadContext& context, const Node& node,
                                     const std::string& path);

/// The names of the deviations, with the member each one sets.
struct ProtocolDeviation {
  const char* name;
  bool Protocol::*member;
};
const std::vector<ProtocolDeviation>& ProtocolDeviations();

}  // namespace touchstone::suite

// `expect:` and `protocol:` of a case.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "framework/suite/case.h"
#include "framework/suite/fields.h"

namespace touchstone::suite {

/// Reads `ok`, a status name or number, `any_error`, or a map
/// {status, message, strict, known_issue, output_bits, output_values, output_digest}. Without
/// `status` a message means any error, and otherwise the call must succeed. A message beside a
/// successful status is a problem, and so is an output beside an error.
std::optional<Expectation> ReadExpectation(ReadContext& context, const Node& node,
                                           const std::string& path);

/// Reads the keys of such a map, which may have `more` keys too.
void ReadExpectationMap(ReadContext& context, const Node& map, const std::string& path,
                        const std::vector<std::string>& more, Expectation& expect);

/// Reads a chip by any of its names, or one of the two contracts ("" when it is neither).
std::optional<std::string> ReadSocName(ReadContext& context, const Node& node,
                                       const std::string& path);
std::string ReadContractName(ReadContext& context, const Node& node, const std::string& path);
const std::vector<std::string>& ContractNames();

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

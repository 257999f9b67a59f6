#include <algorithm>

#include "framework/suite/case.h"

namespace touchstone::suite {

bool ExpectationRule::Fits(const std::string& soc, const std::string& of_contract) const {
  return (socs.empty() || std::find(socs.begin(), socs.end(), soc) != socs.end()) &&
         (contract.empty() || contract == of_contract);
}

const Expectation& ExpectationFor(const Case& one, const std::string& soc,
                                  const std::string& contract) {
  for (const ExpectationRule& rule : one.expect_rules) {
    if (rule.Fits(soc, contract)) return rule.expect;
  }
  return one.expect;
}

std::vector<const Expectation*> ExpectationsOf(const Case& one) {
  std::vector<const Expectation*> all;
  for (const ExpectationRule& rule : one.expect_rules) all.push_back(&rule.expect);
  if (all.empty()) all.push_back(&one.expect);
  return all;
}

}  // namespace touchstone::suite

#include "framework/suite/expectation_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "framework/soc/soc.h"
#include "framework/suite/expectation_fields.h"

namespace touchstone::suite {
namespace {

using Situation = std::pair<std::string, std::string>;  // chip and contract

std::vector<Situation> Situations(const std::string& soc, const std::string& contract) {
  std::vector<Situation> all;
  for (const soc::SocInfo& chip : soc::AllSocs()) {
    if (!soc.empty() && chip.name != soc) continue;
    for (const std::string& name : ContractNames()) {
      if (contract.empty() || contract == name) all.emplace_back(chip.name, name);
    }
  }
  return all;
}

void ReadSocs(ReadContext& context, const Node& node, const std::string& path,
              std::vector<std::string>& socs) {
  const Node* value = ResolveNode(context, node);
  if (value == nullptr) return;
  std::vector<const Node*> names = {value};
  if (value->is_list()) names = value->items;
  if (names.empty()) WrongValue(context, *value, path, "a chip or a list of chips");
  for (const Node* name : names) {
    if (auto soc = ReadSocName(context, *name, path)) socs.push_back(std::move(*soc));
  }
}

}  // namespace

std::optional<std::vector<ExpectationRule>> ReadExpectationRules(ReadContext& context,
                                                                 const Node& list,
                                                                 const std::string& path) {
  const size_t before = context.problems.count();
  std::vector<ExpectationRule> rules;
  std::vector<Situation> open = Situations("", "");
  for (size_t i = 0; i < list.items.size(); ++i) {
    const std::string item_path = fmt::format("{}[{}]", path, i);
    const Node* item = ResolveNode(context, *list.items[i]);
    if (item == nullptr) continue;
    if (!item->is_map() || item->entries.empty()) {
      WrongValue(context, *item, item_path,
                 "a map of soc and contract with status, message and the like");
      continue;
    }
    ExpectationRule rule;
    if (const Node* soc = item->Find("soc")) {
      ReadSocs(context, *soc, Join(item_path, "soc"), rule.socs);
    }
    if (const Node* contract = item->Find("contract")) {
      rule.contract = ReadContractName(context, *contract, Join(item_path, "contract"));
    }
    ReadExpectationMap(context, *item, item_path, {"soc", "contract"}, rule.expect);
    const auto fits = [&](const Situation& one) { return rule.Fits(one.first, one.second); };
    if (context.problems.count() == before && std::erase_if(open, fits) == 0) {
      context.problems.Add(
          *item, fmt::format("{} never holds: the entries before it leave no chip and contract",
                             item_path));
    }
    rules.push_back(std::move(rule));
  }
  if (context.problems.count() != before) return std::nullopt;
  return rules;
}

void CheckRulesFit(ReadContext& context, const std::vector<ExpectationRule>& rules,
                   const std::string& soc, const std::string& contract, const Node& at,
                   const std::string& path) {
  for (const auto& [chip, of_contract] : Situations(soc, contract)) {
    const bool fits = std::any_of(rules.begin(), rules.end(), [&](const ExpectationRule& rule) {
      return rule.Fits(chip, of_contract);
    });
    if (fits) continue;
    context.problems.Add(at, fmt::format("{} says nothing of {} under the contract {}; let its "
                                         "last entry name neither soc nor contract",
                                         path, chip, of_contract));
    return;
  }
}

}  // namespace touchstone::suite

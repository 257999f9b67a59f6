#include "tools/mutate/group.h"

namespace touchstone::mutate {

const std::vector<Group>& Groups() {
  static const std::vector<Group> groups = {
      {"judge", {"touchstone", "judge_test"}, {"judge_test"}, false},
      {"op_under_test", {"npusim"}, {}, true},
      {"reference",
       {"touchstone", "reference_test", "reference_bce_with_logits_test"},
       {"reference_test", "reference_bce_with_logits_test"},
       false}};
  return groups;
}

const Group* FindGroup(std::string_view name) {
  for (const Group& group : Groups()) {
    if (group.name == name) return &group;
  }
  return nullptr;
}

std::vector<std::string> GroupNames() {
  std::vector<std::string> names;
  for (const Group& group : Groups()) names.push_back(group.name);
  return names;
}

}  // namespace touchstone::mutate

#include "framework/suite/defaults.h"

namespace touchstone::suite {

const Node* MergeDefaults(Document& document, const Node* base, const Node* own, int depth) {
  if (base == nullptr) return own;
  if (own == nullptr) return base;
  if (depth == 0 || !base->is_map() || !own->is_map()) return own;
  Node* merged = document.New(Node::Kind::kMap, own->offset);
  for (const Entry& entry : own->entries) {
    merged->entries.push_back(
        {entry.key, entry.key_offset,
         MergeDefaults(document, base->Find(entry.key), entry.value, depth - 1)});
  }
  for (const Entry& entry : base->entries) {
    if (own->Find(entry.key) == nullptr) merged->entries.push_back(entry);
  }
  return merged;
}

}  // namespace touchstone::suite

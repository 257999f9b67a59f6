#include "framework/suite/node_builder.h"

#include <fmt/format.h>

#include <utility>

namespace touchstone::suite {

bool NodeBuilder::Scalar(Node::Kind kind, size_t offset, std::string text, bool quoted,
                         bool from_json, uint64_t anchor) {
  Node* node = document_.New(kind, offset);
  node->text = std::move(text);
  node->quoted = quoted;
  node->from_json = from_json;
  if (anchor != 0) anchors_[anchor] = {node, 1};
  return Place(node, 1, !quoted);
}

bool NodeBuilder::Begin(Node::Kind kind, size_t offset, uint64_t anchor) {
  if (stack_.size() >= kMaxDepth) {
    problems_.Add(offset, fmt::format("nested more than {} levels deep", kMaxDepth));
    return false;
  }
  Node* node = document_.New(kind, offset);
  if (anchor != 0) anchors_[anchor] = {node, 0};
  stack_.push_back({node, kind == Node::Kind::kMap, false, 1, {}});
  anchor_of_frame_.push_back(anchor);
  return true;
}

void NodeBuilder::Merge(Frame& frame) {
  for (const Node* value : frame.merged) {
    std::vector<const Node*> maps = {value};
    if (value->is_list()) maps = value->items;
    for (const Node* map : maps) {
      for (const Entry& entry : map->entries) {
        if (frame.keys.emplace(entry.key, entry.key_offset).second) {
          frame.node->entries.push_back(entry);
        }
      }
    }
  }
}

bool NodeBuilder::End() {
  Merge(stack_.back());
  const Node* node = stack_.back().node;
  const uint64_t size = stack_.back().size;
  const uint64_t anchor = anchor_of_frame_.back();
  stack_.pop_back();
  anchor_of_frame_.pop_back();
  if (anchor != 0) anchors_[anchor].size = size;
  return Place(node, size, false);
}

bool NodeBuilder::Alias(size_t offset, uint64_t anchor) {
  const auto found = anchors_.find(anchor);
  if (found == anchors_.end()) {
    problems_.Add(offset, "alias of an unknown anchor");
    return false;
  }
  if (found->second.size == 0) {
    problems_.Add(offset, "the alias stands inside the value it stands for, which has no end");
    return false;
  }
  aliased_nodes_ += found->second.size;
  if (aliased_nodes_ > kMaxAliasedNodes) {
    problems_.Add(offset, fmt::format("aliases expand to more than {} values", kMaxAliasedNodes));
    return false;
  }
  return Place(found->second.node, found->second.size, false);
}

bool NodeBuilder::Place(const Node* node, uint64_t size, bool plain_key_text) {
  if (stack_.empty()) {
    document_.set_root(node);
    return true;
  }
  Frame& frame = stack_.back();
  if (frame.node->is_list()) {
    frame.node->items.push_back(node);
  } else if (frame.expects_key) {
    frame.expects_key = false;
    frame.skip_value = !TakeKey(node, plain_key_text);
    return true;
  } else {
    frame.expects_key = true;
    if (frame.value_is_merged) {
      frame.merged.push_back(node);
    } else if (!frame.skip_value) {
      frame.node->entries.back().value = node;
    }
    frame.value_is_merged = false;
  }
  frame.size += size;
  return true;
}

bool NodeBuilder::TakeKey(const Node* node, bool plain_text) {
  Frame& frame = stack_.back();
  if (!node->is_scalar()) {
    problems_.Add(node->offset, fmt::format("a key must be text, not {}", KindName(*node)));
    return false;
  }
  if (plain_text && node->text == "<<") {
    problems_.Add(node->offset,
                  "merge keys ('<<') are not supported; write the keys out, or put what the cases "
                  "share under 'defaults'");
    frame.value_is_merged = true;
    return false;
  }
  const auto [first, fresh] = frame.keys.emplace(node->text, node->offset);
  if (!fresh) {
    problems_.Add(node->offset,
                  fmt::format("duplicate key '{}'; it stands first in line {}", node->text,
                              problems_.source().Locate(first->second).line));
    return false;
  }
  frame.node->entries.push_back({node->text, node->offset, nullptr});
  return true;
}

}  // namespace touchstone::suite

// Builds the tree of one file from a parser's events; shared by the YAML and JSON readers, so that
// both hold the same rules: unique keys, bounded depth, bounded alias expansion, no merge keys.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "framework/suite/node.h"
#include "framework/suite/problems.h"

namespace touchstone::suite {

inline constexpr size_t kMaxDepth = 64;
/// How many nodes aliases may add to those written in the file.
inline constexpr uint64_t kMaxAliasedNodes = 1'000'000;

class NodeBuilder {
 public:
  /// `anchor` 0: the node has none.
  NodeBuilder(Document& document, Problems& problems) : document_(document), problems_(problems) {}

  /// Each returns false when parsing must stop (a limit was passed; the problem is recorded).
  bool Scalar(Node::Kind kind, size_t offset, std::string text, bool quoted, bool from_json,
              uint64_t anchor = 0);
  bool Begin(Node::Kind kind, size_t offset, uint64_t anchor = 0);
  bool End();
  bool Alias(size_t offset, uint64_t anchor);

 private:
  struct Frame {
    Node* node;
    bool expects_key;
    bool skip_value;  // the key was no good: its value is parsed and dropped
    uint64_t size;    // nodes below, aliases expanded
    std::unordered_map<std::string, size_t> keys;  // key -> offset
    bool value_is_merged = false;                  // the value of a merge key
    std::vector<const Node*> merged = {};
  };
  struct Anchored {
    const Node* node;
    uint64_t size;  // 0 while the node is still open
  };

  bool Place(const Node* node, uint64_t size, bool plain_key_text);
  bool TakeKey(const Node* node, bool plain_text);
  /// What merge keys stand for, so that their refusal is not followed by complaints about keys that
  /// the writer sees in the file.
  static void Merge(Frame& frame);

  Document& document_;
  Problems& problems_;
  std::vector<Frame> stack_;
  std::vector<uint64_t> anchor_of_frame_;
  std::map<uint64_t, Anchored> anchors_;
  uint64_t aliased_nodes_ = 0;
};

}  // namespace touchstone::suite

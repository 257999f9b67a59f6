// A suite file as a tree of values with places; YAML and JSON both become this.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "framework/suite/source_text.h"

namespace touchstone::suite {

struct Node;

struct Entry {
  std::string key;
  size_t key_offset = 0;
  const Node* value = nullptr;
};

/// One value. Scalars keep their text: what type a text may stand for is decided where it is read.
/// Nodes that come from a YAML alias are shared, so the "tree" may be a graph without cycles.
struct Node {
  enum class Kind : uint8_t { kNull, kScalar, kList, kMap };
  Kind kind = Kind::kNull;
  bool quoted = false;     ///< scalars: written in quotes, so it is text and nothing else
  bool from_json = false;  ///< JSON can spell some numbers (.inf, 0x1p-3) only as quoted text
  size_t offset = 0;       ///< of the first byte in the source
  std::string text;        ///< scalars
  std::vector<const Node*> items;  ///< lists
  std::vector<Entry> entries;      ///< maps, in file order, keys unique

  bool is_null() const { return kind == Kind::kNull; }
  bool is_scalar() const { return kind == Kind::kScalar; }
  bool is_list() const { return kind == Kind::kList; }
  bool is_map() const { return kind == Kind::kMap; }
  /// The value of `key` in a map, or nullptr.
  const Node* Find(std::string_view key) const;
};

/// What the node is, for messages: "null", "text", "a list", "a map".
std::string_view KindName(const Node& node);
/// The node as one short line, for messages: "[4, 5]", "{dtype: fp16}".
std::string Describe(const Node& node);
/// True when both hold the same values; places do not matter.
bool SameValue(const Node& a, const Node& b);

/// Owns the nodes of one file. Nodes may be added later (merged defaults, substituted text).
class Document {
 public:
  explicit Document(std::shared_ptr<const SourceText> source) : source_(std::move(source)) {}

  Node* New(Node::Kind kind, size_t offset);
  /// Takes the nodes of another file in; their offsets grow by `shift`.
  void Adopt(std::unique_ptr<Document> other, size_t shift);

  const SourceText& source() const { return *source_; }
  const Node* root() const { return root_; }
  void set_root(const Node* root) { root_ = root; }

 private:
  std::shared_ptr<const SourceText> source_;
  std::deque<Node> nodes_;
  std::vector<std::unique_ptr<Document>> adopted_;
  const Node* root_ = nullptr;
};

}  // namespace touchstone::suite

#include "framework/suite/node.h"

#include <algorithm>

namespace touchstone::suite {
namespace {

constexpr size_t kDescriptionBytes = 60;

void DescribeInto(const Node& node, std::string& text) {
  if (text.size() > kDescriptionBytes) return;
  switch (node.kind) {
    case Node::Kind::kNull:
      text += "null";
      return;
    case Node::Kind::kScalar:
      text += node.text.substr(0, kDescriptionBytes + 1);
      return;
    case Node::Kind::kList: {
      text += '[';
      for (size_t i = 0; i < node.items.size() && text.size() <= kDescriptionBytes; ++i) {
        if (i > 0) text += ", ";
        DescribeInto(*node.items[i], text);
      }
      text += ']';
      return;
    }
    case Node::Kind::kMap: {
      text += '{';
      for (size_t i = 0; i < node.entries.size() && text.size() <= kDescriptionBytes; ++i) {
        if (i > 0) text += ", ";
        text += node.entries[i].key.substr(0, kDescriptionBytes) + ": ";
        DescribeInto(*node.entries[i].value, text);
      }
      text += '}';
      return;
    }
  }
}

}  // namespace

const Node* Node::Find(std::string_view key) const {
  for (const Entry& entry : entries) {
    if (entry.key == key) return entry.value;
  }
  return nullptr;
}

std::string_view KindName(const Node& node) {
  switch (node.kind) {
    case Node::Kind::kNull:
      return "null";
    case Node::Kind::kScalar:
      return "text";
    case Node::Kind::kList:
      return "a list";
    case Node::Kind::kMap:
      return "a map";
  }
  return "";
}

std::string Describe(const Node& node) {
  std::string text;
  DescribeInto(node, text);
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20) c = ' ';
  }
  if (text.size() <= kDescriptionBytes) return text;
  size_t end = kDescriptionBytes;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "...";
}

bool SameValue(const Node& a, const Node& b) {
  if (&a == &b) return true;
  if (a.kind != b.kind || a.text != b.text) return false;
  return std::equal(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(),
                    [](const Node* x, const Node* y) { return SameValue(*x, *y); }) &&
         std::equal(a.entries.begin(), a.entries.end(), b.entries.begin(), b.entries.end(),
                    [](const Entry& x, const Entry& y) {
                      return x.key == y.key && SameValue(*x.value, *y.value);
                    });
}

void Document::Adopt(std::unique_ptr<Document> other, size_t shift) {
  for (Node& node : other->nodes_) {
    node.offset += shift;
    for (Entry& entry : node.entries) entry.key_offset += shift;
  }
  adopted_.push_back(std::move(other));
}

Node* Document::New(Node::Kind kind, size_t offset) {
  Node& node = nodes_.emplace_back();
  node.kind = kind;
  node.offset = offset;
  return &node;
}

}  // namespace touchstone::suite

#include "framework/suite/substitution.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace touchstone::suite {
namespace {

bool IsNameStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool IsNameChar(char c) { return IsNameStart(c) || (c >= '0' && c <= '9'); }

// One piece of a scalar: literal text, or a reference when `name` is not empty.
struct Piece {
  std::string literal;
  std::string_view name;
  std::string_view member;  // after '.', only without braces
  size_t end = 0;           // where the piece ends in the text
};

std::string_view TakeName(std::string_view text, size_t at) {
  size_t end = at;
  if (end < text.size() && IsNameStart(text[end])) {
    while (end < text.size() && IsNameChar(text[end])) ++end;
  }
  return text.substr(at, end - at);
}

Piece NextPiece(std::string_view text, size_t at) {
  Piece piece;
  if (text[at] != '$') {
    piece.end = std::min(text.find('$', at), text.size());
    piece.literal = text.substr(at, piece.end - at);
    return piece;
  }
  if (at + 1 < text.size() && text[at + 1] == '$') {
    return {"$", {}, {}, at + 2};
  }
  if (at + 1 < text.size() && text[at + 1] == '{') {
    const std::string_view name = TakeName(text, at + 2);
    const size_t close = at + 2 + name.size();
    if (!name.empty() && close < text.size() && text[close] == '}') {
      return {{}, name, {}, close + 1};
    }
  } else if (const std::string_view name = TakeName(text, at + 1); !name.empty()) {
    size_t end = at + 1 + name.size();
    std::string_view member;
    if (end < text.size() && text[end] == '.') member = TakeName(text, end + 1);
    return {{}, name, member, end};
  }
  return {"$", {}, {}, at + 1};
}

bool HasReference(const std::string& text) { return text.find('$') != std::string::npos; }

}  // namespace

bool IsAxisName(std::string_view text) {
  return !text.empty() && TakeName(text, 0).size() == text.size();
}

void ForEachReference(const Node& node,
                      const std::function<void(const Node&, std::string_view)>& visit) {
  if (node.is_scalar() && HasReference(node.text)) {
    for (size_t at = 0; at < node.text.size();) {
      const Piece piece = NextPiece(node.text, at);
      if (!piece.name.empty()) visit(node, piece.name);
      at = piece.end;
    }
  }
  for (const Node* item : node.items) ForEachReference(*item, visit);
  for (const Entry& entry : node.entries) ForEachReference(*entry.value, visit);
}

Scope::Scope(const Axes& axes, Document& document, Problems& problems)
    : axes_(axes), document_(document), problems_(problems) {}

std::optional<size_t> Scope::IndexOf(std::string_view name) const {
  for (size_t i = 0; i < axes_.axes.size(); ++i) {
    if (axes_.axes[i].name == name) return i;
  }
  return std::nullopt;
}

std::vector<size_t> Scope::AxesOf(const Node& node) {
  std::set<size_t> used;
  ForEachReference(node, [&](const Node& at, std::string_view name) {
    if (const auto index = IndexOf(name)) {
      used.insert(*index);
      return;
    }
    std::vector<std::string> names;
    for (const Axis& axis : axes_.axes) names.push_back(axis.name);
    problems_.Add(
        at, fmt::format("unknown axis '${}'{}{}", name, Suggestion(name, names),
                        names.empty() ? "; the case has no axes ('$$' is a dollar sign)" : ""));
  });
  return {used.begin(), used.end()};
}

const Node* Scope::Lookup(const Node& at, std::string_view name, std::string_view member) {
  const auto index = IndexOf(name);
  if (!index || point_ == nullptr) return nullptr;  // recorded by AxesOf
  const Node* value = axes_.axes[*index].values[(*point_)[*index]];
  if (member.empty() || !value->is_map()) return value;
  if (const Node* found = value->Find(member)) return found;
  std::vector<std::string> keys;
  for (const Entry& entry : value->entries) keys.push_back(entry.key);
  problems_.Add(at, fmt::format("axis '{}' has a value without the key '{}'{}", name, member,
                                Suggestion(member, keys)));
  return nullptr;
}

const Node* Scope::Resolve(const Node& node) {
  if (!node.is_scalar() || !HasReference(node.text)) return &node;
  const Piece first = NextPiece(node.text, 0);
  const bool is_whole = first.end == node.text.size();
  if (!first.name.empty() && (is_whole || !first.member.empty())) {
    const Node* value = Lookup(node, first.name, is_whole ? std::string_view() : first.member);
    if (value == nullptr || is_whole) return value;
    const auto index = IndexOf(first.name);
    const bool took_member = axes_.axes[*index].values[(*point_)[*index]]->is_map();
    if (took_member && first.end + 1 + first.member.size() == node.text.size()) return value;
  }
  const auto text = ResolveText(node.text, node.offset);
  if (!text) return nullptr;
  Node* made = document_.New(Node::Kind::kScalar, node.offset);
  made->text = *text;
  made->quoted = node.quoted;
  made->from_json = node.from_json;
  return made;
}

std::optional<std::string> Scope::ResolveText(const std::string& text, size_t offset) {
  std::string result;
  Node place;
  place.offset = offset;
  for (size_t at = 0; at < text.size();) {
    const Piece piece = NextPiece(text, at);
    at = piece.end;
    if (piece.name.empty()) {
      result += piece.literal;
      continue;
    }
    const auto index = IndexOf(piece.name);
    if (!index) return std::nullopt;
    const bool is_map = axes_.axes[*index].values[(*point_)[*index]]->is_map();
    const Node* value = Lookup(place, piece.name, piece.member);
    if (value == nullptr) return std::nullopt;
    if (is_map && !piece.member.empty()) at += 1 + piece.member.size();
    result += AxisText(*value);
  }
  return result;
}

}  // namespace touchstone::suite

// Reads typed values out of a case template, with `$axis` replaced and every slip reported.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "framework/suite/node.h"
#include "framework/suite/problems.h"
#include "framework/suite/substitution.h"

namespace touchstone::suite {

class OwnStandards;

/// What a reader needs: where substitutions come from and where problems go.
struct ReadContext {
  Document& document;
  Problems& problems;
  Scope& scope;
  bool resolved = false;  ///< reading a case with an explicit id, as WriteSuite makes them
  OwnStandards* own_standards = nullptr;  ///< those of the suite, if it can have any
};

// Each Read... function resolves `node`, and on a wrong value records
// "<path> must be <what>, not '<text>'" and returns nothing. `path` names the value for people:
// "inputs.self.shape".

const Node* ResolveNode(ReadContext& context, const Node& node);

std::optional<int64_t> ReadInteger(ReadContext& context, const Node& node, const std::string& path,
                                   int64_t min, int64_t max);
std::optional<uint64_t> ReadUnsigned(ReadContext& context, const Node& node,
                                     const std::string& path);
/// `text`, when given, receives the number as it was written.
std::optional<double> ReadNumber(ReadContext& context, const Node& node, const std::string& path,
                                 std::string* text = nullptr);
std::optional<bool> ReadFlag(ReadContext& context, const Node& node, const std::string& path);
/// Text that is not empty, not null and no doubtful boolean. Plain numbers are taken as text.
std::optional<std::string> ReadText(ReadContext& context, const Node& node,
                                    const std::string& path);
std::optional<std::vector<std::string>> ReadTextList(ReadContext& context, const Node& node,
                                                     const std::string& path);
/// Integers of a list, each in [min, max].
std::optional<std::vector<int64_t>> ReadIntegerList(ReadContext& context, const Node& node,
                                                    const std::string& path, int64_t min,
                                                    int64_t max);

/// One of a few words, or "" after recording the nearest of them.
std::string ReadChoice(ReadContext& context, const Node& node, const std::string& path,
                       const std::vector<std::string>& choices);

/// Records "<path> must be <what>, not '<node>'"; `why` adds a reason.
void WrongValue(ReadContext& context, const Node& node, const std::string& path,
                std::string_view what, std::string_view why = {});

/// True when `map` holds a key that is none of `known` and was meant to be `key`: CheckKeys says so,
/// and that `key` is missing need not be said too.
bool HoldsMisspelt(const Node& map, const std::string& key, const std::vector<std::string>& known);

/// Records every key of `node` that is not in `known`, with the nearest that is. `elsewhere` are
/// paths ("inputs.weight") whose last part people tend to write here.
void CheckKeys(Problems& problems, const Node& node, const std::string& path,
               const std::vector<std::string>& known,
               const std::vector<std::string>& elsewhere = {});

/// "a.b", or "b" when `path` is empty.
std::string Join(const std::string& path, std::string_view key);

}  // namespace touchstone::suite

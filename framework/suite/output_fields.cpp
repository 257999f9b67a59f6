#include "framework/suite/output_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "framework/suite/data_fields.h"

namespace touchstone::suite {
namespace {

constexpr const char* kBits = "output_bits";
constexpr const char* kValues = "output_values";
constexpr const char* kDigest = "output_digest";
constexpr size_t kDigestDigits = 16;

// The entries of a list that must not be empty, or the one value that stands for all elements.
std::vector<const Node*> Entries(ReadContext& context, const Node& node, const std::string& path) {
  const Node* value = ResolveNode(context, node);
  if (value == nullptr) return {};
  if (!value->is_list()) return {value};
  if (value->items.empty()) {
    WrongValue(context, *value, path, "a list of at least one number, or one number for all");
  }
  return value->items;
}

void ReadBits(ReadContext& context, const Node& node, const std::string& path,
              std::vector<uint64_t>& bits) {
  for (const Node* entry : Entries(context, node, path)) {
    if (const auto pattern = ReadUnsigned(context, *entry, path)) bits.push_back(*pattern);
  }
}

void ReadValues(ReadContext& context, const Node& node, const std::string& path,
                std::vector<data::Literal>& values) {
  for (const Node* entry : Entries(context, node, path)) {
    data::Literal literal;
    const auto number = ReadNumber(context, *entry, path, &literal.text);
    if (!number) continue;
    literal.value = *number;
    literal.where = context.problems.source().Locate(entry->offset);
    values.push_back(std::move(literal));
  }
}

void ReadDigest(ReadContext& context, const Node& node, const std::string& path,
                std::string& digest) {
  const auto text = ReadText(context, node, path);
  if (!text) return;
  const bool is_hex = std::all_of(text->begin(), text->end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
  });
  if (!is_hex || text->size() != kDigestDigits) {
    WrongValue(context, node, path,
               fmt::format("{} digits 0-9 and a-f, as run.json shows them", kDigestDigits));
    return;
  }
  digest = *text;
}

const TensorArgument* FirstOutput(const Case& one, std::string& name) {
  for (const operators::Argument& argument : one.op->arguments) {
    if (argument.kind != operators::ArgumentKind::kOutputTensor) continue;
    const auto found = one.outputs.find(argument.name);
    name = argument.name;
    if (found != one.outputs.end() && found->second.presence == Presence::kGiven) {
      return &found->second;
    }
    return nullptr;
  }
  return nullptr;
}

}  // namespace

const std::vector<std::string>& OutputKeys() {
  static const std::vector<std::string> kKeys = {kBits, kValues, kDigest};
  return kKeys;
}

void ReadExpectedOutput(ReadContext& context, const Node& map, const std::string& path,
                        ExpectedOutput& output) {
  const Node* bits = map.Find(kBits);
  const Node* values = map.Find(kValues);
  if (bits != nullptr && values != nullptr) {
    context.problems.Add(
        *values, fmt::format("{} has {} and also {}; write one of them", path, kBits, kValues));
    return;
  }
  if (bits != nullptr) ReadBits(context, *bits, Join(path, kBits), output.bits);
  if (values != nullptr) ReadValues(context, *values, Join(path, kValues), output.values);
  if (const Node* digest = map.Find(kDigest)) {
    ReadDigest(context, *digest, Join(path, kDigest), output.digest);
  }
}

void CheckExpectedOutput(ReadContext& context, const Case& one, const Expectation& expect,
                         const Node& at, const std::string& path) {
  const ExpectedOutput& wanted = expect.output;
  if (!wanted.any()) return;
  std::string name;
  const TensorArgument* output = FirstOutput(one, name);
  if (output == nullptr) {
    context.problems.Add(at, fmt::format("{} says what the output holds, but the case passes none",
                                         path));
    return;
  }
  const tensor::TensorLayout& layout = output->layout;
  const auto elements = static_cast<uint64_t>(tensor::ElementCount(layout.shape).value_or(0));
  for (const auto& [key, count] :
       {std::pair{kBits, wanted.bits.size()}, std::pair{kValues, wanted.values.size()}}) {
    if (count > 1 && count != elements) {
      context.problems.Add(at, fmt::format("{} has {} entries; '{}' has {} elements {}",
                                           Join(path, key), count, name, elements,
                                           tensor::ToText(layout.shape)));
    }
  }
  if (layout.dtype == tensor::DType::kComplex64 || layout.dtype == tensor::DType::kComplex128) {
    if (wanted.bits.empty() && wanted.values.empty()) return;
    context.problems.Add(at, fmt::format("{} and {} are for real types; '{}' is {}", kBits, kValues,
                                         name, tensor::Name(layout.dtype)));
    return;
  }
  const int64_t size = tensor::SizeBytes(layout.dtype);
  for (const uint64_t bits : wanted.bits) {
    if (size >= 8 || bits >> (8 * size) == 0) continue;
    context.problems.Add(at, fmt::format("{}: 0x{:X} is no pattern of {}", Join(path, kBits), bits,
                                         tensor::Name(layout.dtype)));
  }
}

}  // namespace touchstone::suite

#include "framework/suite/tensor_fields.h"

#include <fmt/format.h>

#include <limits>
#include <utility>
#include <vector>

#include "framework/suite/data_fields.h"
#include "framework/tensor/named_views.h"
#include "framework/tensor/self_overlap.h"

namespace touchstone::suite {
namespace {

using tensor::Dims;
using tensor::TensorLayout;

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
constexpr int64_t kMin = std::numeric_limits<int64_t>::min() + 1;  // -kMin exists

// One key of a tensor map. Adding a key means adding a row.
struct TensorKey {
  const char* name;
  void (*read)(ReadContext&, const Node&, const std::string& path, TensorFields&);
};

std::optional<Dims> ReadDims(ReadContext& context, const Node& node, const std::string& path,
                             int64_t min, int64_t max) {
  auto dims = ReadIntegerList(context, node, path, min, max);
  if (dims && dims->size() > kMaxRank) {
    WrongValue(context, node, path, fmt::format("at most {} integers", kMaxRank));
    return std::nullopt;
  }
  return dims;
}

// Keeps the value of `result`; its error is one about `node`.
template <typename T>
void Keep(ReadContext& context, const Node& node, const std::string& path, Result<T> result,
          std::optional<T>& into) {
  if (result.ok()) {
    into = std::move(*result);
  } else {
    context.problems.Adopt(result.errors(), node, path);
  }
}

const std::vector<TensorKey>& TensorKeys() {
  static const std::vector<TensorKey> kKeys = {
      {"shape",
       [](ReadContext& c, const Node& n, const std::string& p, TensorFields& f) {
         f.shape = ReadDims(c, n, p, 0, kMax);
         if (f.shape && !tensor::ElementCount(*f.shape)) {
           WrongValue(c, n, p, "a shape whose element count fits 63 bits");
           f.shape.reset();
         }
       }},
      {"dtype",
       [](ReadContext& c, const Node& n, const std::string& p, TensorFields& f) {
         const Node* value = ResolveNode(c, n);
         if (value == nullptr) return;
         if (const auto name = ReadText(c, *value, p)) {
           Keep(c, *value, p, tensor::ParseDType(*name), f.dtype);
         }
       }},
      {"format",
       [](ReadContext& c, const Node& n, const std::string& p, TensorFields& f) {
         const Node* value = ResolveNode(c, n);
         if (value == nullptr) return;
         if (const auto name = ReadText(c, *value, p)) {
           Keep(c, *value, p, tensor::ParseFormat(*name), f.format);
         }
       }},
      {"strides", [](ReadContext& c, const Node& n, const std::string& p,
                     TensorFields& f) { f.strides = ReadDims(c, n, p, kMin, kMax); }},
      {"offset", [](ReadContext& c, const Node& n, const std::string& p,
                    TensorFields& f) { f.offset = ReadInteger(c, n, p, 0, kMax); }},
      {"storage_shape",
       [](ReadContext& c, const Node& n, const std::string& p, TensorFields& f) {
         f.storage_shape = ReadDims(c, n, p, 0, kMax);
         if (f.storage_shape && !tensor::ElementCount(*f.storage_shape)) {
           WrongValue(c, n, p, "a shape whose element count fits 63 bits");
         }
       }},
      {"view",
       [](ReadContext& c, const Node& n, const std::string& p, TensorFields& f) {
         const Node* value = ResolveNode(c, n);
         if (value != nullptr && !value->is_scalar()) {
           std::vector<std::string_view> names;
           for (const tensor::NamedView& view : tensor::AllNamedViews()) names.push_back(view.name);
           WrongValue(c, *value, p, fmt::format("one of {}", fmt::join(names, ", ")));
         } else if (auto name = ReadText(c, n, p)) {
           f.view = std::move(*name);
         }
       }},
      {"data",
       [](ReadContext& c, const Node& n, const std::string& p, TensorFields& f) {
         f.data = ReadData(c, n, p);
         f.data_node = &n;
       }},
  };
  return kKeys;
}

std::vector<std::string> KnownKeys(bool is_input) {
  std::vector<std::string> names;
  for (const TensorKey& key : TensorKeys()) {
    if (is_input || std::string_view(key.name) != "data") names.emplace_back(key.name);
  }
  return names;
}

std::optional<TensorLayout> MakeView(ReadContext& context, const TensorFields& fields,
                                     tensor::DType dtype, const Dims& shape,
                                     const std::string& path) {
  if (fields.strides || fields.offset || fields.storage_shape) {
    context.problems.Add(*fields.node, fmt::format("{} has a view and also strides, offset or "
                                                   "storage_shape; write one or the other",
                                                   path));
    return std::nullopt;
  }
  auto layout = tensor::MakeNamedView(fields.view, dtype, shape);
  if (layout.ok()) return std::move(*layout);
  const Node* at = fields.node->Find("view");
  context.problems.Adopt(layout.errors(), at != nullptr ? *at : *fields.node, Join(path, "view"));
  return std::nullopt;
}

}  // namespace

std::optional<TensorFields> ReadTensorFields(ReadContext& context, const Node& node,
                                             const std::string& path, bool is_input) {
  const Node* value = ResolveNode(context, node);
  if (value == nullptr) return std::nullopt;
  TensorFields fields;
  fields.node = value;
  if (value->is_null() || (value->is_scalar() && value->text == "null")) {
    fields.presence = Presence::kNull;
    return fields;
  }
  if (value->is_scalar() && value->text == "absent") {
    fields.presence = Presence::kAbsent;
    return fields;
  }
  if (!value->is_map()) {
    WrongValue(context, *value, path, "a map with shape and dtype, null or absent");
    return std::nullopt;
  }
  const size_t before = context.problems.count();
  static const std::vector<std::string> kInputKeys = KnownKeys(true);
  static const std::vector<std::string> kOutputKeys = KnownKeys(false);
  CheckKeys(context.problems, *value, path, is_input ? kInputKeys : kOutputKeys);
  for (const TensorKey& key : TensorKeys()) {
    const Node* entry = value->Find(key.name);
    if (entry != nullptr) key.read(context, *entry, Join(path, key.name), fields);
  }
  if (context.problems.count() != before) return std::nullopt;
  return fields;
}

std::optional<TensorLayout> CompleteLayout(ReadContext& context, const TensorFields& fields,
                                           const TensorLayout* fallback, const std::string& path) {
  const auto require = [&](bool given, const char* key) {
    if (given || fallback != nullptr) return true;
    context.problems.Add(*fields.node, fmt::format("{} lacks '{}'", path, key));
    return false;
  };
  const bool has_dtype = require(fields.dtype.has_value(), "dtype");
  if (!require(fields.shape.has_value(), "shape") || !has_dtype) return std::nullopt;
  const tensor::DType dtype = fields.dtype ? *fields.dtype : fallback->dtype;
  const Dims& shape = fields.shape ? *fields.shape : fallback->shape;

  TensorLayout layout;
  if (!fields.view.empty()) {
    auto view = MakeView(context, fields, dtype, shape, path);
    if (!view) return std::nullopt;
    layout = std::move(*view);
  } else {
    layout.dtype = dtype;
    layout.shape = shape;
    layout.strides = fields.strides ? *fields.strides : tensor::ContiguousStrides(shape);
    layout.offset = fields.offset.value_or(0);
    if (layout.strides.size() != shape.size()) {
      context.problems.Add(*fields.node, fmt::format("{} has {} strides for {} axes", path,
                                                     layout.strides.size(), shape.size()));
      return std::nullopt;
    }
    if (fields.storage_shape) {
      layout.storage_shape = *fields.storage_shape;
    } else if (!fields.strides && !fields.offset) {
      layout.storage_shape = shape;
    }
  }
  if (fields.format) layout.format = *fields.format;
  const auto elements = tensor::StorageElements(layout);
  if (!elements.ok()) {
    context.problems.Adopt(elements.errors(), *fields.node, path);
    return std::nullopt;
  }
  if (fields.view.empty() && !fields.storage_shape && (fields.strides || fields.offset)) {
    layout.storage_shape = {*elements};
  }
  return layout;
}

std::optional<TensorArgument> ReadInput(ReadContext& context, const operators::Argument& argument,
                                        const Node& node, const std::string& path) {
  const auto fields = ReadTensorFields(context, node, path, true);
  if (!fields) return std::nullopt;
  const bool is_optional = argument.kind == operators::ArgumentKind::kOptionalTensor;
  TensorArgument tensor;
  tensor.presence = fields->presence;
  if (tensor.presence == Presence::kAbsent && !is_optional) {
    context.problems.Add(*fields->node, fmt::format("{} is required and cannot be absent; 'null' "
                                                    "passes a null pointer on purpose",
                                                    path));
    return std::nullopt;
  }
  // A null pointer for an optional tensor is how it is left out, and no error.
  if (tensor.presence == Presence::kNull && is_optional) tensor.presence = Presence::kAbsent;
  if (tensor.presence != Presence::kGiven) return tensor;
  auto layout = CompleteLayout(context, *fields, nullptr, path);
  if (!layout) return std::nullopt;
  tensor.layout = std::move(*layout);
  tensor.data = fields->data ? *fields->data : DefaultData();
  if (!fields->data) tensor.data.where = context.problems.source().Locate(fields->node->offset);
  const Node& at = fields->data_node != nullptr ? *fields->data_node : *fields->node;
  CheckData(context, tensor.data, tensor.layout.dtype, at, Join(path, "data"));
  CheckElements(context, tensor.data, tensor.layout, at, Join(path, "data"));
  if (fields->data && !context.resolved) {
    WarnOfData(context, tensor.data, tensor.layout.dtype, at, Join(path, "data"));
  }
  return tensor;
}

void CheckOutputLayout(ReadContext& context, const Node& node, const TensorLayout& layout,
                       const std::string& path) {
  if (tensor::IsContiguous(layout)) return;
  const tensor::SelfOverlap overlap = tensor::FindSelfOverlap(layout);
  if (!overlap.shared && overlap.decided) return;
  const Node* at = &node;
  const Node* value = ResolveNode(context, node);
  for (const char* key : {"view", "strides"}) {
    const Node* written = value == nullptr ? nullptr : value->Find(key);
    if (written != nullptr) at = written;
  }
  if (!overlap.shared) {
    context.problems.Add(*at, fmt::format("{}: the strides are too irregular to tell whether "
                                          "elements share memory",
                                          path));
    return;
  }
  context.problems.Add(
      *at, fmt::format("{}: elements {} and {} share memory, so no operator could write both; an "
                       "output like this is for a case that expects an error",
                       path, tensor::ToText(overlap.shared->first),
                       tensor::ToText(overlap.shared->second)));
}

}  // namespace touchstone::suite

#include "framework/run/prepared_case.h"

#include <fmt/format.h>

#include "framework/data/make_tensor.h"

namespace touchstone::run {
namespace {

Error About(const std::string& name, const Error& error) {
  Error named = error;
  named.message = fmt::format("tensor '{}': {}", name, error.message);
  return named;
}

}  // namespace

Result<PreparedCase> PrepareCase(const suite::Case& source) {
  PreparedCase prepared;
  prepared.source = &source;
  const std::string& key = source.data_key.empty() ? source.id : source.data_key;
  for (const auto& [name, argument] : source.inputs) {
    if (argument.presence != suite::Presence::kGiven) continue;
    auto tensor = data::MakeTensor(argument.data, argument.layout, {source.seed, key, name});
    if (!tensor) return About(name, tensor.error());
    StorageGaps gaps(argument.layout);
    gaps.Fill(tensor->storage, kFirstFillByte);
    prepared.inputs.emplace(name, PreparedInput{std::move(tensor).value(), std::move(gaps)});
  }
  for (const auto& [name, argument] : source.outputs) {
    if (argument.presence != suite::Presence::kGiven) continue;
    const auto bytes = tensor::StorageBytes(argument.layout);
    if (!bytes) return About(name, bytes.error());
    prepared.outputs.emplace(name, PreparedOutput{argument.layout, static_cast<size_t>(*bytes),
                                                  StorageGaps(argument.layout)});
  }
  return prepared;
}

}  // namespace touchstone::run

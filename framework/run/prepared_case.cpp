#include "framework/run/prepared_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "framework/data/digest.h"
#include "framework/data/make_tensor.h"
#include "reference/parallel.h"

namespace touchstone::run {
namespace {

Error About(const std::string& name, const Error& error) {
  Error named = error;
  named.message = fmt::format("tensor '{}': {}", name, error.message);
  return named;
}

/// From this many elements on, starting threads is cheaper than waiting for one.
constexpr int64_t kLargeElements = 1 << 16;

Result<PreparedInput> PrepareInput(const suite::TensorArgument& argument,
                                   const data::StreamKey& key) {
  data::StreamingDigest digest(data::StreamingDigest::Width::k64);
  data::MakeTensorOptions options;
  options.gap_byte = kFirstFillByte;
  options.watch = [&digest](std::span<const std::byte> bytes) { digest.Update(bytes); };
  auto tensor = data::MakeTensor(argument.data, argument.layout, key, options);
  if (!tensor) return tensor.errors();
  return PreparedInput{std::move(tensor).value(), digest.Hex(), StorageGaps(argument.layout)};
}

struct Job {
  const std::string* name;
  const suite::TensorArgument* argument;
  std::optional<Result<PreparedInput>> made;
};

}  // namespace

Result<PreparedCase> PrepareCase(const suite::Case& source) {
  PreparedCase prepared;
  prepared.source = &source;
  const std::string& key = source.data_key.empty() ? source.id : source.data_key;
  std::vector<Job> jobs;
  int64_t largest = 0;
  for (const auto& [name, argument] : source.inputs) {
    if (argument.presence != suite::Presence::kGiven) continue;
    jobs.push_back({&name, &argument, std::nullopt});
    if (const auto elements = tensor::StorageElements(argument.layout); elements) {
      largest = std::max(largest, *elements);
    }
  }
  const auto make = [&](size_t i) {
    jobs[i].made = PrepareInput(*jobs[i].argument, {source.seed, key, *jobs[i].name});
  };
  if (largest >= kLargeElements) {
    reference::ParallelFor(jobs.size(), make);
  } else {
    for (size_t i = 0; i < jobs.size(); ++i) make(i);
  }
  for (Job& job : jobs) {
    if (!*job.made) return About(*job.name, job.made->error());
    prepared.inputs.emplace(*job.name, std::move(*job.made).value());
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

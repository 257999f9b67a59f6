#include "framework/suite/problems.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace touchstone::suite {

void Problems::Add(size_t offset, std::string message) {
  ++count_;
  if (errors_.size() >= kMaxProblemsPerFile) {
    ++omitted_;
    return;
  }
  if (!seen_.emplace(offset, message).second) {
    return;  // the same slip, met again in another case of the same matrix
  }
  Error error = InputError(std::move(message), source_.Locate(offset));
  error.excerpt = source_.Excerpt(offset);
  errors_.push_back(std::move(error));
}

void Problems::Adopt(const Errors& errors, const Node& at, const std::string& prefix) {
  for (const Error& error : errors) {
    Add(source_.OffsetOf(error.where).value_or(at.offset),
        prefix.empty() ? error.message : fmt::format("{}: {}", prefix, error.message));
  }
}

void Problems::AddLocated(const Errors& errors) {
  count_ += errors.size();
  errors_.insert(errors_.end(), errors.begin(), errors.end());
}

void Problems::Warn(size_t offset, std::string message) {
  if (warnings_.size() >= kMaxProblemsPerFile || !seen_.emplace(offset, message).second) return;
  Error warning = InputError(std::move(message), source_.Locate(offset));
  warning.excerpt = source_.Excerpt(offset);
  warnings_.push_back(std::move(warning));
}

Errors Problems::TakeErrors() {
  std::stable_sort(errors_.begin(), errors_.end(), [](const Error& a, const Error& b) {
    return std::tie(a.where.file, a.where.line, a.where.column) <
           std::tie(b.where.file, b.where.line, b.where.column);
  });
  if (omitted_ > 0) {
    errors_.push_back(
        InputError(fmt::format("and {} more problems", omitted_), {source_.name(), 0, 0}));
    omitted_ = 0;
  }
  return std::move(errors_);
}

}  // namespace touchstone::suite

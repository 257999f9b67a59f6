// Errors as values: what went wrong, where in which file, and what the nearest valid choice is.
//
// Inside the project nothing throws across a room's border; functions that can fail return a
// Result<T>. tools/exit_code.h is the one place where an Error becomes a process exit code.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace touchstone {

/// Which of the documented exit codes an error leads to.
enum class ErrorKind {
  kUsage,           ///< bad flags or arguments: exit code 2
  kInput,           ///< an invalid suite, baseline, tensor or other input file: exit code 2
  kInfrastructure,  ///< a device or worker that cannot start, disk full, lost results: exit code 3
};

/// A place in a text file. Lines and columns count from 1; 0 means not known.
struct SourceLocation {
  std::string file;
  int line = 0;
  int column = 0;

  bool operator==(const SourceLocation&) const = default;
};

/// One thing that went wrong, ready to be shown to a person.
struct Error {
  ErrorKind kind = ErrorKind::kInput;
  std::string message;   ///< one line, no full stop, with the offending text in quotes
  SourceLocation where;  ///< empty file when no file is to blame
  std::string excerpt;   ///< optional: the source line and a caret line below it

  /// "file:line:column: message", followed by the excerpt on lines of its own when there is one.
  std::string ToString() const;
};

using Errors = std::vector<Error>;

/// A value or the errors that prevented it; never both. Reading the wrong side is a programming
/// error and aborts (std::get throws out of a noexcept function).
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}                 // NOLINT(google-explicit-constructor)
  Result(Error error) : state_(Errors{std::move(error)}) {}     // NOLINT(google-explicit-constructor)
  Result(Errors errors) : state_(std::move(errors)) {}          // NOLINT(google-explicit-constructor)

  bool ok() const noexcept { return std::holds_alternative<T>(state_); }
  explicit operator bool() const noexcept { return ok(); }

  T& value() & noexcept { return std::get<T>(state_); }
  const T& value() const& noexcept { return std::get<T>(state_); }
  T&& value() && noexcept { return std::get<T>(std::move(state_)); }
  T& operator*() & noexcept { return value(); }
  const T& operator*() const& noexcept { return value(); }
  T* operator->() noexcept { return &value(); }
  const T* operator->() const noexcept { return &value(); }

  const Errors& errors() const noexcept { return std::get<Errors>(state_); }
  const Error& error() const noexcept { return errors().front(); }

 private:
  std::variant<T, Errors> state_;
};

/// The result of something that yields no value.
struct Done {};
using Status = Result<Done>;

inline Error UsageError(std::string message) {
  return Error{ErrorKind::kUsage, std::move(message), {}, {}};
}
inline Error InputError(std::string message, SourceLocation where = {}) {
  return Error{ErrorKind::kInput, std::move(message), std::move(where), {}};
}
inline Error InfrastructureError(std::string message) {
  return Error{ErrorKind::kInfrastructure, std::move(message), {}, {}};
}

/// The entry of `choices` closest to `word` by edit distance, or "" when none is near enough to
/// help (more than a third of the longer word would have to change).
std::string NearestWord(std::string_view word, const std::vector<std::string>& choices);

/// "; did you mean 'x'?" or, without a near choice, "; valid are: a, b, c".
std::string Suggestion(std::string_view word, const std::vector<std::string>& choices);

}  // namespace touchstone

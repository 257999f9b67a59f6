// The device's libraries: found in a directory, loaded with dlopen, resolved by symbol.
//
// One mechanism serves the simulator, every mutant of it and a real toolkit. The toolkit's file
// names come from its build guide: libascendcl.so and libnnopbase.so, with the operators in
// libopapi.so (toolkits up to 8.x) or in libopapi_nn.so and libopapi_math.so (newer ones).
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "framework/diagnostics/error.h"

namespace touchstone::device {

struct AclApi;

/// A loaded set of device libraries. They stay loaded until the process ends. Immutable after Load,
/// so any thread may use it.
class Libraries {
 public:
  /// Loads the libraries of `directory`. Errors (infrastructure): the directory or a file is
  /// missing (naming the files looked for), a file is cut short or cannot be loaded (with the
  /// loader's words), a function of the runtime is missing (naming it), or this process has already loaded the
  /// libraries of another directory, which would share their names.
  static Result<std::shared_ptr<const Libraries>> Load(const std::string& directory);

  ~Libraries();
  Libraries(const Libraries&) = delete;
  Libraries& operator=(const Libraries&) = delete;

  /// Address of an exported function; the operator libraries are asked first. Error
  /// (infrastructure): no library exports it, with the files that were asked.
  Result<void*> Resolve(std::string_view symbol) const;

  const std::string& directory() const { return directory_; }
  const std::vector<std::string>& files() const { return files_; }  ///< names, operators first
  const AclApi& api() const { return *api_; }

 private:
  Libraries();

  std::string directory_;
  std::vector<std::string> files_;
  std::vector<void*> handles_;
  std::unique_ptr<AclApi> api_;
};

/// Names of the files that Load would open, operators first. Errors as for a missing file.
Result<std::vector<std::string>> FindLibraryFiles(const std::string& directory);

/// File name -> xxh3-128 of the file's bytes as hex, for the run record: the files that Load opens
/// and those of the same directory that they need in turn. Does not load anything. Errors
/// (infrastructure): as for a missing file, a file that cannot be read or is cut short.
Result<std::map<std::string, std::string>> DigestLibraries(const std::string& directory);

/// Where the simulator's libraries lie: lib/npusim beside the folder of the running program
/// (build/<preset>/bin/touchstone -> build/<preset>/lib/npusim).
std::string DefaultLibraryDirectory();

}  // namespace touchstone::device

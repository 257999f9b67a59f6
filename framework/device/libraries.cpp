#include "framework/device/libraries.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <mutex>
#include <optional>

#include "framework/data/digest.h"
#include "framework/device/acl_api.h"
#include "framework/device/elf_needs.h"

namespace touchstone::device {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRuntime = "libascendcl.so";
constexpr const char* kOperatorBase = "libnnopbase.so";

/// The sets of operator libraries that toolkits ship, preferred ones first.
const std::vector<std::vector<std::string>>& OperatorLibrarySets() {
  static const std::vector<std::vector<std::string>> sets = {
      {"libopapi.so"},
      {"libopapi_nn.so", "libopapi_math.so"},
  };
  return sets;
}

bool HasFile(const std::string& directory, const std::string& name) {
  std::error_code ignored;
  return fs::is_regular_file(fs::path(directory) / name, ignored);
}

/// Error when the file has fewer bytes than its headers, in `beginning`, say.
Status CheckComplete(const std::string& path, std::string_view beginning, uint64_t file_bytes) {
  const std::optional<uint64_t> stated = StatedFileBytes(beginning);
  if (!stated || file_bytes >= *stated) return Done{};
  return InfrastructureError(fmt::format("'{}' is cut short: it has {} of {} bytes", path,
                                         file_bytes, *stated));
}

Status CheckComplete(const std::string& path) {
  // Program headers follow the file's header at once, some 60 bytes each.
  std::string beginning(4096, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
  beginning.resize(static_cast<size_t>(file.gcount()));
  std::error_code failed;
  const uint64_t bytes = fs::file_size(path, failed);
  return failed ? Status(Done{}) : CheckComplete(path, beginning, bytes);
}

/// The directory whose libraries this process has loaded; their names are the same everywhere, so
/// a second set could be mixed up with the first.
Status ClaimProcess(const std::string& directory) {
  static std::mutex mutex;
  static std::string claimed;
  const std::lock_guard<std::mutex> lock(mutex);
  if (!claimed.empty() && claimed != directory) {
    return InfrastructureError(
        fmt::format("cannot load device libraries from '{}': this process already uses those of "
                    "'{}'",
                    directory, claimed));
  }
  claimed = directory;
  return Done{};
}

}  // namespace

Libraries::Libraries() : api_(std::make_unique<AclApi>()) {}

// The handles are never closed: the runtime keeps threads and thread-local destructors.
Libraries::~Libraries() = default;

Result<std::vector<std::string>> FindLibraryFiles(const std::string& directory) {
  std::error_code ignored;
  if (!fs::is_directory(directory, ignored)) {
    return InfrastructureError(
        fmt::format("no directory '{}' to load the device libraries from", directory));
  }
  std::vector<std::string> files;
  for (const std::vector<std::string>& set : OperatorLibrarySets()) {
    bool complete = true;
    for (const std::string& name : set) complete = complete && HasFile(directory, name);
    if (complete) {
      files = set;
      break;
    }
  }
  std::vector<std::string> missing;
  if (files.empty()) missing.emplace_back("libopapi.so (or libopapi_nn.so with libopapi_math.so)");
  for (const char* name : {kOperatorBase, kRuntime}) {
    if (!HasFile(directory, name)) missing.emplace_back(name);
    files.emplace_back(name);
  }
  if (!missing.empty()) {
    return InfrastructureError(fmt::format("device libraries are missing from '{}': {}", directory,
                                           fmt::join(missing, ", ")));
  }
  return files;
}

Result<std::shared_ptr<const Libraries>> Libraries::Load(const std::string& directory) {
  std::error_code failed;
  const fs::path canonical = fs::canonical(directory, failed);
  const std::string path = failed ? directory : canonical.string();
  auto files = FindLibraryFiles(path);
  if (!files) return files.errors();
  for (const std::string& name : *files) {
    auto complete = CheckComplete((fs::path(path) / name).string());
    if (!complete) return complete.errors();
  }
  if (auto claimed = ClaimProcess(path); !claimed) return claimed.errors();

  std::shared_ptr<Libraries> libraries(new Libraries());
  libraries->directory_ = path;
  libraries->files_ = *files;
  libraries->handles_.resize(files->size());
  // What others depend on is loaded first, so that their needs are met by these very files.
  for (size_t i = files->size(); i-- > 0;) {
    const std::string file = (fs::path(path) / (*files)[i]).string();
    libraries->handles_[i] = dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (libraries->handles_[i] == nullptr) {
      const char* why = dlerror();
      return InfrastructureError(
          fmt::format("cannot load '{}': {}", file, why == nullptr ? "unknown reason" : why));
    }
  }
#define TOUCHSTONE_RESOLVE(name)                                                         \
  {                                                                                      \
    auto address = libraries->Resolve(#name);                                            \
    if (!address) return address.errors();                                               \
    libraries->api_->name = reinterpret_cast<decltype(libraries->api_->name)>(*address); \
  }
  TOUCHSTONE_ACL_FUNCTIONS(TOUCHSTONE_RESOLVE)
#undef TOUCHSTONE_RESOLVE
  return std::shared_ptr<const Libraries>(std::move(libraries));
}

Result<void*> Libraries::Resolve(std::string_view symbol) const {
  const std::string name(symbol);
  for (void* handle : handles_) {
    if (void* address = dlsym(handle, name.c_str()); address != nullptr) return address;
  }
  return InfrastructureError(fmt::format("no symbol '{}' in the device libraries of '{}' ({})",
                                         name, directory_, fmt::join(files_, ", ")));
}

Result<std::map<std::string, std::string>> DigestLibraries(const std::string& directory) {
  auto files = FindLibraryFiles(directory);
  if (!files) return files.errors();
  std::map<std::string, std::string> digests;
  for (std::vector<std::string> open = *files; !open.empty();) {
    const std::string name = open.back();
    open.pop_back();
    if (digests.contains(name)) continue;
    std::ifstream file(fs::path(directory) / name, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(file)),
                            std::istreambuf_iterator<char>());
    if (!file.good() && !file.eof()) {
      return InfrastructureError(fmt::format("cannot read '{}/{}'", directory, name));
    }
    auto complete = CheckComplete((fs::path(directory) / name).string(), bytes, bytes.size());
    if (!complete) return complete.errors();
    digests[name] = data::Xxh3Hex128(bytes);
    for (const std::string& needed : NeededLibraries(bytes)) {
      if (HasFile(directory, needed)) open.push_back(needed);
    }
  }
  return digests;
}

std::string DefaultLibraryDirectory() {
  std::error_code failed;
  const fs::path program = fs::read_symlink("/proc/self/exe", failed);
  if (failed) return "lib/npusim";
  return (program.parent_path().parent_path() / "lib" / "npusim").string();
}

}  // namespace touchstone::device

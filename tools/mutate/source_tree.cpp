#include "tools/mutate/source_tree.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace touchstone::mutate {
namespace {

namespace fs = std::filesystem;

constexpr const char* kMutants = "tools/mutants";

// NAME:TYPE=VALUE lines of a CMakeCache.txt; empty when there is no such file.
std::map<std::string, std::string> ReadCache(const fs::path& path) {
  std::map<std::string, std::string> cache;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const size_t colon = line.find(':'), equals = line.find('=');
    if (line.starts_with("#") || line.starts_with("//") || colon == std::string::npos ||
        equals == std::string::npos || colon > equals) {
      continue;
    }
    cache[line.substr(0, colon)] = line.substr(equals + 1);
  }
  return cache;
}

std::vector<std::string> Configuration(const std::map<std::string, std::string>& cache) {
  const auto generator = cache.find("CMAKE_GENERATOR");
  std::vector<std::string> arguments = {
      "-G", generator == cache.end() ? "Ninja" : generator->second, "-DTOUCHSTONE_WERROR=OFF"};
  if (!cache.contains("CMAKE_BUILD_TYPE")) arguments.emplace_back("-DCMAKE_BUILD_TYPE=Release");
  for (const char* name :
       {"CMAKE_BUILD_TYPE", "CMAKE_C_COMPILER", "CMAKE_CXX_COMPILER", "CMAKE_C_COMPILER_LAUNCHER",
        "CMAKE_CXX_COMPILER_LAUNCHER", "CMAKE_CXX_FLAGS", "CMAKE_CXX_FLAGS_RELWITHDEBINFO",
        "TOUCHSTONE_SANITIZE"}) {
    const auto found = cache.find(name);
    if (found != cache.end() && !found->second.empty()) {
      arguments.push_back(fmt::format("-D{}={}", name, found->second));
    }
  }
  return arguments;
}

Result<std::string> ReadAll(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) return InfrastructureError(fmt::format("cannot read '{}'", path.string()));
  return text.str();
}

bool SameBytes(const fs::path& a, const fs::path& b) {
  std::error_code failed;
  if (!fs::is_regular_file(b, failed) || fs::file_size(a, failed) != fs::file_size(b, failed)) {
    return false;
  }
  const auto left = ReadAll(a), right = ReadAll(b);
  return left && right && *left == *right;
}

// Paths below the root of all files that belong to the tree.
Result<std::set<fs::path>> FilesOf(const fs::path& root) {
  std::set<fs::path> files = {"CMakeLists.txt"};
  std::error_code failed;
  for (fs::directory_iterator top(root, failed), end; !failed && top != end; top.increment(failed)) {
    if (!fs::is_regular_file(top->path() / "CMakeLists.txt")) continue;
    for (fs::recursive_directory_iterator it(top->path(), failed), stop; !failed && it != stop;
         it.increment(failed)) {
      if (it->is_regular_file()) files.insert(it->path().lexically_relative(root));
    }
  }
  if (failed) {
    return InfrastructureError(fmt::format("cannot read '{}': {}", root.string(), failed.message()));
  }
  return files;
}

}  // namespace

Result<SourceTree> FindSourceTree(const std::string& given, const std::string& program) {
  const fs::path build = fs::path(program).parent_path().parent_path();
  const auto cache = ReadCache(build / "CMakeCache.txt");
  const auto home = cache.find("CMAKE_HOME_DIRECTORY");
  if (given.empty() && home == cache.end()) {
    return InputError(fmt::format(
        "no source tree: '{}' lies in no build folder of CMake; --source DIR names the tree",
        program));
  }
  const std::string root = given.empty() ? home->second : given;
  std::error_code failed;
  if (!fs::is_regular_file(fs::path(root) / "CMakeLists.txt", failed) ||
      !fs::is_directory(fs::path(root) / kMutants, failed)) {
    return InputError(fmt::format("no source tree at '{}': it has no CMakeLists.txt or no {}", root,
                                  kMutants));
  }
  return SourceTree{fs::absolute(root).lexically_normal().string(), Configuration(cache)};
}

Status SyncTree(const std::string& root, const std::string& copy) {
  const auto files = FilesOf(root);
  if (!files) return files.errors();
  std::error_code failed;
  fs::create_directories(copy, failed);
  const auto old = FilesOf(copy);
  if (!old) return old.errors();
  for (const fs::path& file : *old) {
    if (!files->contains(file)) fs::remove(copy / file, failed);
  }
  for (const fs::path& file : *files) {
    const fs::path from = root / file, to = copy / file;
    if (SameBytes(from, to)) continue;
    fs::create_directories(to.parent_path(), failed);
    const auto text = ReadAll(from);
    if (!text) return text.errors();
    if (const Status written = WriteFile(to.string(), *text); !written) return written.errors();
    fs::permissions(to, fs::status(from, failed).permissions(), failed);
  }
  return Done{};
}

Status WriteFile(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  if (!file) return InfrastructureError(fmt::format("cannot write '{}'", path));
  return Done{};
}

}  // namespace touchstone::mutate

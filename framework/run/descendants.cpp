#include "framework/run/descendants.h"

#include <charconv>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

namespace touchstone::run {
namespace {

// Fourth field of /proc/PID/stat; the second, the name in brackets, may hold anything.
pid_t ParentOf(const std::filesystem::path& entry) {
  std::ifstream file(entry / "stat");
  std::string line;
  std::getline(file, line);
  const size_t name_end = line.rfind(") ");
  if (name_end == std::string::npos || line.size() < name_end + 5) return 0;
  pid_t parent = 0;
  std::from_chars(line.data() + name_end + 4, line.data() + line.size(), parent);
  return parent;
}

std::multimap<pid_t, pid_t> ChildrenByParent() {
  std::multimap<pid_t, pid_t> children;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", error)) {
    const std::string name = entry.path().filename().string();
    pid_t pid = 0;
    const auto [end, code] = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (code != std::errc{} || end != name.data() + name.size()) continue;
    children.emplace(ParentOf(entry.path()), pid);
  }
  return children;
}

}  // namespace

std::vector<pid_t> Descendants(pid_t ancestor) {
  const std::multimap<pid_t, pid_t> children = ChildrenByParent();
  std::vector<pid_t> found;
  std::vector<pid_t> open = {ancestor};
  while (!open.empty()) {
    const pid_t parent = open.back();
    open.pop_back();
    const auto [first, last] = children.equal_range(parent);
    for (auto child = first; child != last; ++child) {
      found.push_back(child->second);
      open.push_back(child->second);
    }
  }
  return found;
}

}  // namespace touchstone::run

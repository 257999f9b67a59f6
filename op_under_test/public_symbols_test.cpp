// The public libraries export exactly the functions their headers declare.
#include <dlfcn.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

namespace npusim {
namespace {

namespace fs = std::filesystem;

struct Library {
  const char* file;
  const char* headers;
};
constexpr std::array<Library, 3> kLibraries = {
    {{"libascendcl.so", "acl"}, {"libnnopbase.so", "aclnn"}, {"libopapi.so", "aclnnop"}}};

std::string PathOf(const std::string& file) { return std::string(NPUSIM_LIBRARY_DIR) + "/" + file; }

/// Names that are followed by a parameter list outside comments, macros and type definitions.
std::set<std::string> DeclaredFunctions(const std::string& folder) {
  std::set<std::string> names;
  const fs::path root = fs::path(TOUCHSTONE_SOURCE_DIR) / "op_under_test/include" / folder;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (entry.path().extension() != ".h") continue;
    std::ifstream file(entry.path());
    std::string text(std::istreambuf_iterator<char>(file), {});
    text = std::regex_replace(text, std::regex(R"(/\*[^]*?\*/|//[^\n]*|(^|\n)\s*#[^\n]*)"), "\n");
    const std::regex function(R"(\b([aA]cl\w+)\s*\([^;{]*\)\s*;)");
    for (std::sregex_iterator match(text.begin(), text.end(), function), end; match != end;
         ++match) {
      names.insert((*match)[1]);
    }
  }
  return names;
}

std::set<std::string> ExportedSymbols(const std::string& file) {
  std::set<std::string> names;
  const std::string command = "nm -D --defined-only '" + PathOf(file) + "'";
  FILE* const listing = popen(command.c_str(), "r");
  char address[64];
  char kind[8];
  char name[512];
  while (std::fscanf(listing, "%63s %7s %511s", address, kind, name) == 3) names.insert(name);
  EXPECT_EQ(pclose(listing), 0) << command;
  return names;
}

TEST(PublicSymbols, AreTheFunctionsOfTheHeaders) {
  for (const Library& library : kLibraries) {
    SCOPED_TRACE(library.file);
    const std::set<std::string> declared = DeclaredFunctions(library.headers);
    EXPECT_FALSE(declared.empty());
    EXPECT_EQ(ExportedSymbols(library.file), declared);
  }
}

TEST(PublicSymbols, EveryLibraryLoadsByItsFullPath) {
  for (const char* file :
       {"libascendcl.so", "libnnopbase.so", "libopapi.so", "libopapi_nn.so", "libopapi_math.so"}) {
    void* const library = dlopen(PathOf(file).c_str(), RTLD_NOW | RTLD_LOCAL);
    EXPECT_NE(library, nullptr) << dlerror();
  }
  void* const runtime = dlopen(PathOf("libascendcl.so").c_str(), RTLD_NOW | RTLD_LOCAL);
  ASSERT_NE(runtime, nullptr) << dlerror();
  EXPECT_NE(dlsym(runtime, "aclInit"), nullptr);
}

TEST(PublicSymbols, SonamesAreTheFileNames) {
  for (const char* file :
       {"libascendcl.so", "libnnopbase.so", "libopapi.so", "libnpusim_core.so"}) {
    const std::string command =
        "readelf -d '" + PathOf(file) + "' | grep -q 'SONAME.*\\[" + file + "\\]'";
    EXPECT_EQ(std::system(command.c_str()), 0) << file;
  }
}

}  // namespace
}  // namespace npusim

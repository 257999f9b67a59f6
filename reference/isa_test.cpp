#include "reference/isa.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace touchstone::reference {
namespace {

class Environment {
 public:
  explicit Environment(const char* value) {
    const char* const old = std::getenv("TOUCHSTONE_ISA");
    if (old != nullptr) old_ = old;
    was_set_ = old != nullptr;
    value != nullptr ? setenv("TOUCHSTONE_ISA", value, 1) : unsetenv("TOUCHSTONE_ISA");
  }
  ~Environment() {
    was_set_ ? setenv("TOUCHSTONE_ISA", old_.c_str(), 1) : unsetenv("TOUCHSTONE_ISA");
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  std::string old_;
  bool was_set_ = false;
};

TEST(Isa, UnsetOrRunnableNamesAreAccepted) {
  {
    const Environment environment(nullptr);
    EXPECT_EQ(ValidateIsa(), "");
  }
  for (const Isa isa : kBestFirst) {
    if (!IsSupported(isa)) continue;
    const Environment environment(std::string(Name(isa)).c_str());
    EXPECT_EQ(ValidateIsa(), "");
  }
  EXPECT_TRUE(IsSupported(Isa::kPortable));
  EXPECT_TRUE(IsSupported(ChosenIsa()));
}

TEST(Isa, UnknownNamesAreRefusedWithTheChoices) {
  for (const char* name : {"sse9", "", "AVX2", "avx2 "}) {
    const Environment environment(name);
    const std::string problem = ValidateIsa();
    EXPECT_NE(problem.find("TOUCHSTONE_ISA: '" + std::string(name) + "'"), std::string::npos);
    EXPECT_NE(problem.find("choose one of "), std::string::npos) << problem;
    EXPECT_NE(problem.find("portable"), std::string::npos) << problem;
    EXPECT_EQ(problem.find('\n'), std::string::npos) << problem;
  }
}

TEST(Isa, NamesThatTheMachineCannotRunAreRefused) {
  for (const Isa isa : kBestFirst) {
    if (IsSupported(isa)) continue;
    const std::string name(Name(isa));
    const Environment environment(name.c_str());
    EXPECT_NE(ValidateIsa().find("'" + name + "' does not run on this machine"), std::string::npos);
    return;
  }
  GTEST_SKIP() << "this machine runs every instruction set";
}

}  // namespace
}  // namespace touchstone::reference

#include "framework/device/elf_needs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace touchstone::device {
namespace {

std::string OwnBytes() {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

TEST(NeededLibraries, FindsWhatThisProgramNeeds) {
  const std::vector<std::string> names = NeededLibraries(OwnBytes());
  EXPECT_THAT(names, ::testing::Contains(::testing::StartsWith("libc.so")));
  EXPECT_THAT(names, ::testing::Contains(::testing::StartsWith("libstdc++.so")));
}

TEST(NeededLibraries, SurvivesFilesThatAreCutShortOrNoLibraries) {
  const std::string bytes = OwnBytes();
  for (size_t size = 0; size < std::min<size_t>(bytes.size(), 4096); size += 7) {
    (void)NeededLibraries(std::string_view(bytes).substr(0, size));
  }
  EXPECT_TRUE(NeededLibraries("").empty());
  EXPECT_TRUE(NeededLibraries("not a library").empty());
  std::string damaged = bytes;
  for (size_t i = 16; i < 512 && i < damaged.size(); ++i) damaged[i] = '\xFF';
  EXPECT_TRUE(NeededLibraries(damaged).empty());
}

TEST(StatedFileBytes, AreThoseOfTheFileAndKnownFromItsBeginning) {
  const std::string bytes = OwnBytes();
  EXPECT_EQ(StatedFileBytes(bytes), bytes.size());
  EXPECT_EQ(StatedFileBytes(std::string_view(bytes).substr(0, 4096)), bytes.size());
  EXPECT_FALSE(StatedFileBytes("not a library").has_value());
}

}  // namespace
}  // namespace touchstone::device

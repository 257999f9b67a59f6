#include "framework/suite/source_text.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace touchstone::suite {
namespace {

TEST(SourceText, LocatesInCharactersAndShowsACaret) {
  const SourceText text("a.yaml", "first: 1\nnäme: x\n");
  const SourceLocation where = text.Locate(text.text().find('x'));
  EXPECT_EQ(where, (SourceLocation{"a.yaml", 2, 7}));
  EXPECT_EQ(text.OffsetOf({text.name(), 2, 7}), text.text().find('x'));
  EXPECT_EQ(text.Excerpt(text.text().find('x')), "  2 | näme: x\n    |       ^");
  EXPECT_EQ(text.Locate(1u << 20), (SourceLocation{"a.yaml", 3, 1}));
}

TEST(SourceText, CutsLongLinesAroundThePlace) {
  const SourceText text("a.json", std::string(500, 'a') + "X" + std::string(500, 'b'));
  const std::string excerpt = text.Excerpt(500);
  EXPECT_LT(excerpt.size(), 250u);
  const size_t line_end = excerpt.find('\n');
  EXPECT_EQ(excerpt.find('X'), excerpt.find('^') - line_end - 1);
  EXPECT_EQ(text.Locate(500).column, 501);
}

TEST(SourceText, PlacesInOneLongLineAreFoundInAnyOrder) {
  const SourceText text("a", std::string(1000, 'x'));
  EXPECT_EQ(text.Locate(900).column, 901);
  EXPECT_EQ(text.Locate(10).column, 11);
  EXPECT_EQ(text.Locate(11).column, 12);
}

std::string CheckMessage(const std::string& text, size_t max_bytes = 1000) {
  const Errors errors = SourceText("a.yaml", text).Check(max_bytes);
  return errors.empty() ? "" : errors[0].ToString();
}

TEST(SourceText, RefusesWhatIsNoText) {
  EXPECT_EQ(CheckMessage("suite: ä\n"), "");
  EXPECT_EQ(CheckMessage(""), "a.yaml: the file is empty");
  EXPECT_EQ(CheckMessage(" \n\t\r\n"), "a.yaml: the file is empty");
  EXPECT_EQ(CheckMessage(std::string("a: 1\nb\0c", 8)),
            "a.yaml:2:2: NUL byte; a suite is UTF-8 text");
  EXPECT_EQ(CheckMessage("a: \xE4\n"), "a.yaml:1:4: byte 0xE4 is not UTF-8 text");
  EXPECT_EQ(CheckMessage("\xED\xA0\x80"), "a.yaml:1:1: byte 0xED is not UTF-8 text");
  EXPECT_EQ(CheckMessage("\xC0\xAF"), "a.yaml:1:1: byte 0xC0 is not UTF-8 text");
  EXPECT_EQ(CheckMessage("ok \xF4\x90\x80\x80"), "a.yaml:1:4: byte 0xF4 is not UTF-8 text");
  EXPECT_EQ(CheckMessage("0123456789", 9), "a.yaml: the text has 10 bytes; at most 9 are read");
}

TEST(SourceText, DropsAByteOrderMark) { EXPECT_EQ(SourceText("a", "\xEF\xBB\xBFx").text(), "x"); }

TEST(ReadWholeFile, SaysWhyAFileCannotBeRead) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::path(testing::TempDir()) / "read_whole_file";
  fs::create_directories(folder);
  const auto message = [](const std::string& path, size_t limit) {
    const auto text = ReadWholeFile(path, limit);
    return text.ok() ? *text : text.error().message;
  };
  EXPECT_EQ(message((folder / "missing.yaml").string(), 10), "no such file");
  EXPECT_EQ(message(folder.string(), 10), "is a directory");
  EXPECT_EQ(message("/dev/zero", 10), "is not a regular file");
  const std::string path = (folder / "a.yaml").string();
  std::ofstream(path) << "0123456789";
  EXPECT_EQ(message(path, 10), "0123456789");
  EXPECT_EQ(message(path, 9), "the file has more than 9 bytes; at most that many are read");
}

}  // namespace
}  // namespace touchstone::suite

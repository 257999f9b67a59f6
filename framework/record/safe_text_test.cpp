#include "framework/record/safe_text.h"

#include <gtest/gtest.h>

#include <string>

namespace touchstone::record {
namespace {

using namespace std::string_literals;

TEST(SafeText, KeepsWellFormedText) {
  const std::string text = "BaNaNa <b>&\"' \xC3\xA4 \xE2\x82\xAC \xF0\x9F\x98\x80\t\n";
  EXPECT_EQ(SafeUtf8(text), text);
  EXPECT_EQ(VisibleText(text), text);
}

TEST(SafeText, ShowsBytesThatAreNotUtf8) {
  EXPECT_EQ(SafeUtf8("a\xFFz"), "a\\xffz");
  EXPECT_EQ(SafeUtf8("\xC0\xAF"), "\\xc0\\xaf");                    // overlong '/'
  EXPECT_EQ(SafeUtf8("\xED\xA0\x80"), "\\xed\\xa0\\x80");           // surrogate
  EXPECT_EQ(SafeUtf8("\xF4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // above U+10FFFF
  EXPECT_EQ(SafeUtf8("\xE2\x82"), "\\xe2\\x82");                    // cut short
}

TEST(SafeText, LeavesControlCharactersToJsonButShowsThemElsewhere) {
  const std::string text = "a<b>&\"\0\x1b[31m\x0b\xff"s;
  EXPECT_EQ(SafeUtf8(text), "a<b>&\"\0\x1b[31m\x0b\\xff"s);
  EXPECT_EQ(VisibleText(text), "a<b>&\"\\x00\\x1b[31m\\x0b\\xff");
}

TEST(SafeText, ShowsWhatXmlForbidsAndWhatReordersText) {
  EXPECT_EQ(VisibleText("]]>\xEF\xBF\xBE"), "]]>\\u{fffe}");
  EXPECT_EQ(VisibleText("\xE2\x80\xAEgnp.exe"), "\\u{202e}gnp.exe");
  EXPECT_EQ(VisibleText("\xC2\x85\x7F\r"), "\\x85\\x7f\\x0d");
}

}  // namespace
}  // namespace touchstone::record

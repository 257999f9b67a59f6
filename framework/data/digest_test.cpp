#include "framework/data/digest.h"

#include <gtest/gtest.h>

namespace touchstone::data {
namespace {

TEST(Digest, KnownAnswers) {
  // XXH3 of the empty input with seed 0, as xxhash's specification and `xxhsum -H3` give it.
  EXPECT_EQ(Xxh3Hex({}), "2d06800538d394c2");
  EXPECT_EQ(Xxh3Hex128(std::string_view()), "99aa06d3014798d86001c324468d497f");
}

TEST(Digest, DependsOnEveryByte) {
  const std::string text(1000, 'x');
  std::string other = text;
  other[777] = 'y';
  EXPECT_NE(Xxh3Hex128(text), Xxh3Hex128(other));
  EXPECT_NE(Xxh3Hex(std::as_bytes(std::span(text))), Xxh3Hex(std::as_bytes(std::span(other))));
}

TEST(StreamingDigest, EqualsTheWhole) {
  const std::string text(5000, 'q');
  StreamingDigest wide(StreamingDigest::Width::k128);
  StreamingDigest narrow(StreamingDigest::Width::k64);
  EXPECT_EQ(wide.Hex(), Xxh3Hex128(std::string_view()));
  EXPECT_EQ(narrow.Hex(), Xxh3Hex({}));
  const auto bytes = std::as_bytes(std::span(text));
  for (size_t at = 0; at < text.size(); at += 777) {
    const auto piece = bytes.subspan(at, std::min<size_t>(777, 5000 - at));
    wide.Update(piece);
    narrow.Update(piece);
  }
  EXPECT_EQ(wide.Hex(), Xxh3Hex128(text));
  EXPECT_EQ(narrow.Hex(), Xxh3Hex(bytes));
}

}  // namespace
}  // namespace touchstone::data

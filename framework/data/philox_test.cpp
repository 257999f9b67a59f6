#include "framework/data/philox.h"

#include <gtest/gtest.h>

#include <set>

#include "framework/data/philox_kernel.h"

namespace touchstone::data {
namespace {

// Known answers published with Random123 (examples/kat_vectors, philox4x32 with 10 rounds).
TEST(Philox, KnownAnswers) {
  EXPECT_EQ(Philox4x32({0, 0, 0, 0}, 0),
            (PhiloxBlock{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(Philox4x32({~0u, ~0u, ~0u, ~0u}, ~uint64_t{0}),
            (PhiloxBlock{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(Philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, 0x299f31d0a4093822),
            (PhiloxBlock{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

void ExpectTheSameWords(PhiloxKernel kernel) {
  for (const uint64_t first : {uint64_t{0}, uint64_t{0xFFFFFFE6}, ~uint64_t{0} - 40}) {
    for (const size_t blocks : {0u, 1u, 7u, 8u, 9u, 16u, 17u, 63u}) {
      std::vector<uint32_t> a(4 * blocks + 1, 7), b(4 * blocks + 1, 7);
      PhiloxPortable(0x299f31d0a4093822, 2, first, blocks, a.data());
      kernel(0x299f31d0a4093822, 2, first, blocks, b.data());
      EXPECT_EQ(a, b) << first << " " << blocks;
    }
  }
}

TEST(Philox, Avx2KernelGivesTheSameWords) {
  if (!__builtin_cpu_supports("avx2")) GTEST_SKIP() << "this machine has no AVX2";
  ExpectTheSameWords(PhiloxAvx2);
}

TEST(Philox, Avx512KernelGivesTheSameWords) {
  if (!__builtin_cpu_supports("avx512f")) GTEST_SKIP() << "this machine has no AVX-512";
  ExpectTheSameWords(PhiloxAvx512);
}

TEST(WordStream, EveryStretchIsTheSameSequence) {
  const WordStream stream({3, "case", "self"}, Purpose::kValue);
  std::vector<uint32_t> whole(100);
  stream.Fill(0, whole);
  for (size_t first = 0; first < 20; ++first) {
    for (size_t length = 0; first + length <= 60; ++length) {
      std::vector<uint32_t> part(length);
      stream.Fill(first, part);
      ASSERT_TRUE(std::equal(part.begin(), part.end(), whole.begin() + static_cast<long>(first)));
    }
  }
}

TEST(WordStream, IsPhiloxOfTheElementCounter) {
  const StreamKey key{3, "case", "self"};
  std::vector<uint32_t> words(1);
  WordStream(key, Purpose::kSelection).Fill(4 * 0x123456789Aull + 3, words);
  EXPECT_EQ(words[0], Philox4x32({0x3456789A, 0x12, 2, 0}, PhiloxKey(key))[3]);
}

TEST(PhiloxKey, TellsAllItsPartsApart) {
  const StreamKey keys[] = {{1, "a", "b"},  {2, "a", "b"}, {1, "ab", ""}, {1, "", "ab"},
                            {1, "a", "bc"}, {1, "", ""},   {256, "", ""}, {1, "b", "a"}};
  std::set<uint64_t> seen;
  for (const StreamKey& key : keys) seen.insert(PhiloxKey(key));
  EXPECT_EQ(seen.size(), std::size(keys));
}

TEST(PhiloxKey, NeverChanges) {
  EXPECT_EQ(PhiloxKey({7, "bce/none[dtype=fp16]", "self"}), 0xc998797e2c7f2722u);
}

TEST(MultiplyHigh, MapsToTheRange) {
  EXPECT_EQ(MultiplyHigh(~uint64_t{0}, 10), 9u);
  EXPECT_EQ(MultiplyHigh(0, 10), 0u);
  EXPECT_EQ(MultiplyHigh(uint64_t{1} << 63, 10), 5u);
}

}  // namespace
}  // namespace touchstone::data

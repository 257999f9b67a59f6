#include "framework/sweep/pattern_fill.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace touchstone::sweep {
namespace {

using tensor::DType;
using tensor::FormatOf;

template <typename T>
std::vector<T> Filled(const Patterns& patterns, uint64_t first, size_t count) {
  std::vector<T> elements(count);
  FillPatterns(patterns, first, std::as_writable_bytes(std::span(elements)));
  return elements;
}

TEST(FillPatterns, GivesThePatternsOfTheNumbers) {
  EXPECT_EQ(Filled<uint32_t>({FormatOf(DType::kFp32), 1}, 0xFFFFFFFE, 2),
            (std::vector<uint32_t>{0xFFFFFFFE, 0xFFFFFFFF}));
  EXPECT_EQ(Filled<uint32_t>({FormatOf(DType::kFp32), 64}, 3, 2),
            (std::vector<uint32_t>{192, 256}));
  const Patterns halves(FormatOf(DType::kBf16), 1000);
  const auto elements = Filled<uint16_t>(halves, 60, 6);
  for (size_t i = 0; i < elements.size(); ++i) EXPECT_EQ(elements[i], halves.BitsAt(60 + i));
}

TEST(FillConstant, FillsEveryElement) {
  std::vector<uint16_t> halves(5);
  FillConstant(0x3C00, 2, std::as_writable_bytes(std::span(halves)));
  EXPECT_EQ(halves, std::vector<uint16_t>(5, 0x3C00));
  std::vector<uint32_t> words(3);
  FillConstant(0x3F800000, 4, std::as_writable_bytes(std::span(words)));
  EXPECT_EQ(words, std::vector<uint32_t>(3, 0x3F800000));
}

}  // namespace
}  // namespace touchstone::sweep

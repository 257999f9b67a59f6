#include "framework/run/expected_output.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

namespace touchstone::run {
namespace {

const tensor::TensorLayout kLayout = tensor::ContiguousLayout(tensor::DType::kFp32, {2, 2});

std::vector<std::byte> Storage(std::initializer_list<float> values) {
  std::vector<std::byte> bytes(values.size() * sizeof(float));
  std::memcpy(bytes.data(), values.begin(), bytes.size());
  return bytes;
}

std::string Mismatch(const suite::ExpectedOutput& expected, std::initializer_list<float> actual) {
  return OutputMismatch(expected, "out", kLayout, Storage(actual), "0123456789abcdef");
}

data::Literal Value(double value) { return {value, "", {}}; }

TEST(OutputMismatch, NothingStatedNothingWrong) { EXPECT_EQ(Mismatch({}, {1, 2, 3, 4}), ""); }

TEST(OutputMismatch, BitsAreComparedAsTheyAre) {
  const suite::ExpectedOutput bits{{0x3F800000, 0, 0x80000000, 0x7F800000}, {}, ""};
  EXPECT_EQ(Mismatch(bits, {1, 0.0f, -0.0f, INFINITY}), "");
  EXPECT_EQ(Mismatch(bits, {1, -0.0f, -0.0f, 7}),
            "output 'out' is not the expected one: element 1 [0, 1] is 0x80000000 (-0), expected "
            "0x00000000 (0); 2 of 4 elements differ");
}

TEST(OutputMismatch, OneEntryStandsForAll) {
  EXPECT_EQ(Mismatch({{0x3F800000}, {}, ""}, {1, 1, 1, 1}), "");
  EXPECT_NE(Mismatch({{0x3F800000}, {}, ""}, {1, 1, 1, 2}), "");
}

TEST(OutputMismatch, ValuesAreRoundedOnceAndNanIsAnyNan) {
  const float odd_nan = std::nanf("0x123");
  const suite::ExpectedOutput values{
      {}, {Value(0.1), Value(NAN), Value(1e300), Value(-0.0)}, ""};
  EXPECT_EQ(Mismatch(values, {0.1f, odd_nan, INFINITY, -0.0f}), "");
  EXPECT_NE(Mismatch(values, {0.1f, odd_nan, INFINITY, 0.0f}), "");
  EXPECT_NE(Mismatch(values, {std::nextafter(0.1f, 1.0f), odd_nan, INFINITY, -0.0f}), "");
  EXPECT_EQ(Mismatch(values, {0.1f, 5, INFINITY, -0.0f}),
            "output 'out' is not the expected one: element 1 [0, 1] is 0x40A00000 (5), expected "
            "NaN; 1 of 4 elements differ");
}

TEST(OutputMismatch, ADigestIsComparedAsText) {
  EXPECT_EQ(Mismatch({{}, {}, "0123456789abcdef"}, {1, 1, 1, 1}), "");
  EXPECT_EQ(Mismatch({{}, {}, "fedcba9876543210"}, {1, 1, 1, 1}),
            "output 'out' has the digest 0123456789abcdef, expected fedcba9876543210");
}

TEST(OutputMismatch, StridedOutputsAreReadThroughTheirView) {
  tensor::TensorLayout strided = kLayout;
  strided.strides = {1, 2};  // transposed
  EXPECT_EQ(OutputMismatch({{}, {Value(1), Value(3), Value(2), Value(4)}, ""}, "out", strided,
                           Storage({1, 2, 3, 4}), ""),
            "");
}

}  // namespace
}  // namespace touchstone::run

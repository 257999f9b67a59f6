// Digests of what each distribution gives for each dtype. Cases, baselines and reports of other
// people are keyed to these bytes: a difference here is a defect, and never a reason to write down
// new digests.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "framework/data/digest.h"
#include "framework/data/test_specs.h"

namespace touchstone::data {
namespace {

struct Golden {
  const char* label;
  const char* dtype;
  const char* digest;
};

constexpr Golden kGolden[] = {
#include "framework/data/golden_digests.inc"
};

std::string DigestOf(const DataSpec& spec, tensor::DType dtype) {
  constexpr uint64_t kCount = 4096;
  std::vector<uint64_t> bits(kCount * static_cast<uint64_t>(tensor::WordsPerElement(dtype)));
  std::move(MakeGenerator(spec, dtype, TestKey(), kCount)).value()->Fill(0, bits);
  return Xxh3Hex128(std::as_bytes(std::span(bits)));
}

TEST(Golden, EveryDistributionAndTypeGivesItsBytes) {
  size_t row = 0;
  for (const auto& [label, spec] : TestSpecs()) {
    for (const tensor::DTypeInfo& info : tensor::AllDTypes()) {
      if (!Validate(spec, info.dtype).empty()) continue;
      const std::string digest = DigestOf(spec, info.dtype);
      ASSERT_LT(row, std::size(kGolden));
      EXPECT_EQ(label, kGolden[row].label);
      EXPECT_EQ(info.name, kGolden[row].dtype);
      EXPECT_EQ(digest, kGolden[row].digest) << label << " " << info.name;
      ++row;
    }
  }
  EXPECT_EQ(row, std::size(kGolden));
}

}  // namespace
}  // namespace touchstone::data

#include "framework/data/spec_text.h"

#include <gtest/gtest.h>

#include <cmath>

#include "framework/data/value_classes.h"

namespace touchstone::data {
namespace {

using Words = std::set<std::string>;

TEST(SpecText, ReadsBackWhatItWrites) {
  for (const char* text :
       {"soft_labels", "uniform: {high: 20, low: -20}", "uniform: {high: inf, low: 1e-40}",
        "values: {values: [1, .inf, -.inf, .nan, 0.5]}", "bits: {finite_only: true}",
        "outliers: {base: normal, factor: 1000, share: 0.001}", "file: {path: x.npy}"}) {
    EXPECT_EQ(SpecText(SpecFromText(text)), text);
  }
  const DataSpec spec = SpecFromText("values: {values: [1, -.inf, .nan, 1e999]}");
  const auto& list = std::get<std::vector<Literal>>(spec.parameters.at("values"));
  ASSERT_EQ(list.size(), 4u);
  EXPECT_EQ(list[0].value, 1);
  EXPECT_EQ(list[1].value, -HUGE_VAL);
  EXPECT_TRUE(std::isnan(list[2].value));
  EXPECT_EQ(list[3].value, HUGE_VAL);
}

TEST(SpecText, TakesAnyText) {
  for (const char* text : {"", "{", ": {", ": {}", "x: {[}", "x: {a: [1, }", "a: b", "x: {a: ]}"}) {
    SpecFromText(text);
  }
  EXPECT_EQ(SpecFromText("what ever").distribution, "what ever");
  EXPECT_TRUE(SpecFromText("x: {a}").parameters.empty());
}

TEST(SpecText, IsEnoughToTellTheClassesOfValues) {
  const auto classes = [](const char* text) {
    return ValueClassesOf(SpecFromText(text), tensor::DType::kFp16);
  };
  EXPECT_EQ(classes("values: {values: [0, 1, 1e-7, .inf, .nan]}"),
            (Words{"zero", "normal", "subnormal", "infinity", "NaN"}));
  EXPECT_EQ(classes("constant: {value: 1e9}"), (Words{"infinity"}));
  EXPECT_EQ(classes("bits: {finite_only: true}"), (Words{"normal", "zero", "subnormal"}));
  EXPECT_EQ(classes("uniform: {high: 20, low: -20}"), (Words{"normal"}));
}

}  // namespace
}  // namespace touchstone::data

#include "tools/repro/case_edit.h"

#include <gtest/gtest.h>

#include "framework/run/prepared_case.h"
#include "framework/tensor/host_tensor.h"
#include "tools/repro/test_cases.h"

namespace touchstone::repro {
namespace {

using tensor::Dims;

std::vector<uint64_t> Bits(const suite::Case& one, const std::string& name) {
  const auto prepared = run::PrepareCase(one);
  EXPECT_TRUE(prepared.ok());
  const tensor::HostTensor& made = prepared->inputs.at(name).tensor;
  return tensor::GatherBits(made.layout, made.storage);
}

TEST(CaseEdit, ShorteningKeepsBroadcastsAndTheDataOfThePrefix) {
  const suite::Case one = Weighted(3, 4);
  const Edited narrow = WithExtent(one, 0, 2);
  ASSERT_TRUE(narrow);
  EXPECT_EQ(narrow->inputs.at("self").layout.shape, (Dims{3, 2}));
  EXPECT_EQ(narrow->inputs.at("weight").layout.shape, (Dims{2}));
  EXPECT_EQ(narrow->outputs.at("out").layout.shape, (Dims{3, 2}));
  EXPECT_EQ(narrow->data_key, one.id);
  const Edited flat = WithExtent(one, 1, 1);
  ASSERT_TRUE(flat);
  EXPECT_EQ(flat->inputs.at("weight").layout.shape, (Dims{4}));
  const std::vector<uint64_t> before = Bits(one, "self"), after = Bits(*flat, "self");
  EXPECT_EQ(after, std::vector<uint64_t>(before.begin(), before.begin() + 4));
  EXPECT_FALSE(WithExtent(one, 0, 4));
  EXPECT_FALSE(WithExtent(one, 2, 1));
}

TEST(CaseEdit, ListsHoldTheSameBitsAndCanLoseTheirFront) {
  const suite::Case one = Weighted(3, 4);
  const Edited listed = WithListedData(one);
  ASSERT_TRUE(listed);
  EXPECT_EQ(Bits(*listed, "self"), Bits(one, "self"));
  EXPECT_FALSE(WithListedData(*listed));
  EXPECT_FALSE(WithListedData(one, 11));
  const Edited back = WithoutFront(*listed, 0, 3);
  ASSERT_TRUE(back);
  const std::vector<uint64_t> all = Bits(one, "self");
  EXPECT_EQ(Bits(*back, "self"), (std::vector<uint64_t>{all[3], all[7], all[11]}));
  EXPECT_EQ(Bits(*back, "weight"), (std::vector<uint64_t>{Bits(one, "weight")[3]}));
  const Edited front = WithExtent(*listed, 0, 1);
  EXPECT_EQ(Bits(*front, "self"), (std::vector<uint64_t>{all[0], all[4], all[8]}));
  EXPECT_FALSE(WithoutFront(one, 0, 3)) << "only lists can be cut in front";
}

TEST(CaseEdit, DropsAxesTensorsAndViews) {
  const Edited flat = WithoutLeadingAxis(*WithExtent(Weighted(3, 4), 1, 1));
  ASSERT_TRUE(flat);
  EXPECT_EQ(flat->inputs.at("self").layout.shape, (Dims{4}));
  EXPECT_FALSE(WithoutLeadingAxis(Weighted(3, 4)));
  const Edited bare = WithoutTensor(Weighted(3, 4), "weight");
  ASSERT_TRUE(bare);
  EXPECT_EQ(bare->inputs.at("weight").presence, suite::Presence::kAbsent);
  EXPECT_FALSE(WithoutTensor(*bare, "weight"));
  EXPECT_FALSE(WithoutTensor(*bare, "self"));
  EXPECT_FALSE(Dense(*bare));
  const suite::Case view = CaseFrom(
      "    inputs:\n"
      "      self: {shape: [2, 3], strides: [1, 2], storage_shape: [6], dtype: fp32}\n"
      "      target: {shape: [2, 3], dtype: fp32}\n    attrs: {reduction: none}\n");
  const Edited dense = Dense(view);
  ASSERT_TRUE(dense);
  EXPECT_EQ(dense->inputs.at("self").layout.strides, (Dims{3, 1}));
  EXPECT_EQ(Bits(*dense, "self"), Bits(view, "self"));
  const Edited part = WithExtent(view, 0, 2);
  EXPECT_EQ(part->inputs.at("self").layout.strides, (Dims{1, 2}));
  EXPECT_EQ(part->inputs.at("self").layout.storage_shape, (Dims{6}));
}

TEST(CaseEdit, GoesToTheWorstElement) {
  record::CaseRecord recorded;
  EXPECT_FALSE(AtWorstElement(Weighted(3, 4), recorded));
  judge::WorstElement worst;
  worst.inputs = {{"self", "0x3F800000 (1)"}, {"target", "0x80000000 (-0)"}};
  recorded.worst = {worst};
  EXPECT_FALSE(AtWorstElement(Weighted(3, 4), recorded)) << "the weight is not known";
  recorded.worst[0].inputs["weight"] = "0x7F800000 (inf)";
  const Edited one = AtWorstElement(Weighted(3, 4), recorded);
  ASSERT_TRUE(one);
  EXPECT_EQ(Bits(*one, "self"), std::vector<uint64_t>{0x3F800000});
  EXPECT_EQ(Bits(*one, "target"), std::vector<uint64_t>{0x80000000});
  EXPECT_EQ(Bits(*one, "weight"), std::vector<uint64_t>{0x7F800000});
  EXPECT_EQ(one->outputs.at("out").layout.shape, Dims{1});
  recorded.worst[0].inputs["weight"] = "0x7F800001 (nan)";
  EXPECT_FALSE(AtWorstElement(Weighted(3, 4), recorded)) << "a payload that no value carries";
}

}  // namespace
}  // namespace touchstone::repro

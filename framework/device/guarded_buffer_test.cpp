#include "framework/device/guarded_buffer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "framework/device/testing/fake_session.h"

namespace touchstone::device {
namespace {

using ::testing::HasSubstr;

class GuardedBufferTest : public ::testing::Test {
 protected:
  void SetUp() override {
    session_ = testing::OpenFakeSession();
    ASSERT_NE(session_, nullptr);
  }

  /// The fake's device memory can be written by the host.
  static void Poke(const GuardedBuffer& buffer, int offset) {
    static_cast<char*>(buffer.payload())[offset] = 1;
  }

  std::unique_ptr<Session> session_;
};

TEST_F(GuardedBufferTest, CarriesBytesThereAndBack) {
  auto buffer = GuardedBuffer::Allocate(*session_, "x", 5, 0x5C);
  ASSERT_TRUE(buffer.ok());
  EXPECT_EQ(reinterpret_cast<uintptr_t>(buffer->payload()) % 32, 0u);
  const std::vector<std::byte> sent = {std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4},
                                       std::byte{5}};
  ASSERT_TRUE(buffer->Upload(sent).ok());
  std::vector<std::byte> received(5);
  ASSERT_TRUE(buffer->Download(received).ok());
  EXPECT_EQ(received, sent);
  EXPECT_FALSE(buffer->Upload(std::span(sent).first(4)).ok());
  ASSERT_TRUE(buffer->Fill(0xA5).ok());
  ASSERT_TRUE(buffer->Download(received).ok());
  EXPECT_EQ(received, std::vector<std::byte>(5, std::byte{0xA5}));
}

TEST_F(GuardedBufferTest, UntouchedGuardsAreIntact) {
  auto buffer = GuardedBuffer::Allocate(*session_, "x", 8, 0x5C);
  ASSERT_TRUE(buffer.ok());
  Poke(*buffer, 0);
  Poke(*buffer, 7);
  const auto broken = buffer->CheckGuards();
  ASSERT_TRUE(broken.ok());
  EXPECT_FALSE(broken->has_value());
}

TEST_F(GuardedBufferTest, FindsEitherSide) {
  for (const int offset : {-512, -1, 8, 8 + 511}) {
    auto buffer = GuardedBuffer::Allocate(*session_, "x", 8, 0x5C);
    ASSERT_TRUE(buffer.ok());
    Poke(*buffer, offset);
    const auto broken = buffer->CheckGuards();
    ASSERT_TRUE(broken.ok());
    ASSERT_TRUE(broken->has_value()) << offset;
    EXPECT_THAT(**broken, HasSubstr(offset < 0 ? "1 byte before the buffer of 'x' (8 bytes)"
                                               : "1 byte after the buffer of 'x' (8 bytes)"));
    EXPECT_THAT(**broken, HasSubstr("0x01 instead of 0x5C"));
  }
}

TEST_F(GuardedBufferTest, AnEmptyBufferIsGuardedToo) {
  auto buffer = GuardedBuffer::Allocate(*session_, "empty", 0, 0x5C);
  ASSERT_TRUE(buffer.ok());
  EXPECT_TRUE(buffer->Fill(0xFF).ok());
  Poke(*buffer, 0);
  const auto broken = buffer->CheckGuards();
  ASSERT_TRUE(broken.ok());
  EXPECT_TRUE(broken->has_value());
}

TEST_F(GuardedBufferTest, CopiesParts) {
  auto buffer = GuardedBuffer::Allocate(*session_, "x", 4, 0x5C);
  ASSERT_TRUE(buffer.ok());
  const std::vector<std::byte> sent = {std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}};
  ASSERT_TRUE(buffer->Upload(sent).ok());
  std::vector<std::byte> part(2);
  ASSERT_TRUE(buffer->DownloadPart(1, part).ok());
  EXPECT_EQ(part, (std::vector<std::byte>{std::byte{2}, std::byte{3}}));
  EXPECT_TRUE(buffer->DownloadPart(4, std::span<std::byte>()).ok());
  EXPECT_FALSE(buffer->DownloadPart(3, part).ok());
  EXPECT_FALSE(buffer->DownloadPart(5, std::span<std::byte>()).ok());
}

TEST_F(GuardedBufferTest, RenewedGuardsHoldTheNewByte) {
  auto buffer = GuardedBuffer::Allocate(*session_, "x", 8, 0x5C);
  ASSERT_TRUE(buffer.ok());
  Poke(*buffer, 8);
  ASSERT_TRUE(buffer->RenewGuards(0xC3).ok());
  EXPECT_FALSE((*buffer->CheckGuards()).has_value());
  Poke(*buffer, 8);
  const auto broken = buffer->CheckGuards();
  ASSERT_TRUE(broken.ok() && broken->has_value());
  EXPECT_THAT(**broken, HasSubstr("0x01 instead of 0xC3"));
}

TEST_F(GuardedBufferTest, SaysWhenThereIsNoMemory) {
  const auto buffer = GuardedBuffer::Allocate(*session_, "huge", size_t{1} << 40, 0x5C);
  ASSERT_FALSE(buffer.ok());
  EXPECT_THAT(buffer.error().message, HasSubstr("'huge' failed with 207001"));
}

}  // namespace
}  // namespace touchstone::device

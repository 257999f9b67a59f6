// Shared ownership of a block of device memory.
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

namespace npusim {

class DeviceBlock;

/// Counts those who hold a DeviceBlock; the last one deletes it. Unlike std::shared_ptr's, the
/// count orders nothing but the deletion: a core that lets go of a block does not order its writes
/// before those of the core that takes it next, which would hide every race between them from the
/// thread sanitizer.
class SharedBlock {
 public:
  SharedBlock() = default;
  /// Takes over the first hold on a new block.
  explicit SharedBlock(DeviceBlock* block) : block_(block) {}
  SharedBlock(const SharedBlock& other) : block_(other.block_) { Hold(); }
  SharedBlock(SharedBlock&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
  SharedBlock& operator=(SharedBlock other) noexcept {
    std::swap(block_, other.block_);
    return *this;
  }
  ~SharedBlock() { LetGo(); }

  explicit operator bool() const { return block_ != nullptr; }
  DeviceBlock& operator*() const { return *block_; }
  DeviceBlock* operator->() const { return block_; }

 private:
  void Hold() const;
  void LetGo() const;

  DeviceBlock* block_ = nullptr;
};

}  // namespace npusim

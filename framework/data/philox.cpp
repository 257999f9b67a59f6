#include "framework/data/philox.h"

#include <Random123/philox.h>

#include <algorithm>
#include <string>
#include <vector>

#include "framework/data/digest.h"
#include "framework/data/isa.h"
#include "framework/data/philox_kernel.h"

namespace touchstone::data {
namespace {

void AppendNumber(std::string& bytes, uint64_t number) {
  for (int shift = 0; shift < 64; shift += 8) bytes += static_cast<char>(number >> shift);
}

void AppendText(std::string& bytes, const std::string& text) {
  AppendNumber(bytes, text.size());  // so that no two keys run into the same bytes
  bytes += text;
}

}  // namespace

PhiloxBlock Philox4x32(const PhiloxBlock& counter, uint64_t key) {
  const philox4x32_ctr_t c = {{counter[0], counter[1], counter[2], counter[3]}};
  const philox4x32_key_t k = {{static_cast<uint32_t>(key), static_cast<uint32_t>(key >> 32)}};
  const philox4x32_ctr_t r = philox4x32_R(10, c, k);
  return {r.v[0], r.v[1], r.v[2], r.v[3]};
}

uint64_t PhiloxKey(const StreamKey& key) {
  std::string bytes;
  AppendNumber(bytes, key.seed);
  AppendText(bytes, key.data_key);
  AppendText(bytes, key.tensor_name);
  return Xxh3(std::as_bytes(std::span(bytes)));
}

void PhiloxPortable(uint64_t key, uint32_t purpose, uint64_t first_block, size_t blocks,
                    uint32_t* words) {
  for (size_t i = 0; i < blocks; ++i) {
    const uint64_t index = first_block + i;
    const PhiloxBlock block = Philox4x32(
        {static_cast<uint32_t>(index), static_cast<uint32_t>(index >> 32), purpose, 0}, key);
    std::copy(block.begin(), block.end(), words + 4 * i);
  }
}

PhiloxKernel BestPhiloxKernel() {
  if (MayUseAvx512()) return PhiloxAvx512;
  return MayUseAvx2() ? PhiloxAvx2 : PhiloxPortable;
}

void WordStream::Fill(uint64_t first, std::span<uint32_t> words) const {
  static const PhiloxKernel kernel = BestPhiloxKernel();
  uint64_t block = first / 4;
  // A stretch that starts or ends inside a block takes its words out of a copy of that block.
  const auto partial = [&](size_t skip) {
    PhiloxBlock buffer;
    PhiloxPortable(key_, purpose_, block++, 1, buffer.data());
    const size_t taken = std::min(words.size(), 4 - skip);
    std::copy_n(buffer.begin() + static_cast<std::ptrdiff_t>(skip), taken, words.begin());
    words = words.subspan(taken);
  };
  if (first % 4 != 0) partial(first % 4);
  const size_t whole = words.size() / 4;
  kernel(key_, purpose_, block, whole, words.data());
  block += whole;
  words = words.subspan(4 * whole);
  if (!words.empty()) partial(0);
}

}  // namespace touchstone::data

#include <immintrin.h>

#include "framework/data/philox_kernel.h"

namespace touchstone::data {
namespace {

// Multipliers and key increments of Philox4x32 (Salmon et al. 2011, section 3.3).
constexpr uint32_t kMultiplier0 = 0xD2511F53u;
constexpr uint32_t kMultiplier1 = 0xCD9E8D57u;
constexpr uint32_t kWeyl0 = 0x9E3779B9u;
constexpr uint32_t kWeyl1 = 0xBB67AE85u;
constexpr size_t kLanes = 8;

struct Product {
  __m256i high;
  __m256i low;
};

/// 32 x 32 -> 64 bit products of eight lanes, split into their halves.
inline Product Multiply(__m256i a, __m256i multiplier) {
  const __m256i even = _mm256_mul_epu32(a, multiplier);
  const __m256i odd = _mm256_mul_epu32(_mm256_srli_epi64(a, 32), multiplier);
  return {_mm256_blend_epi32(_mm256_srli_epi64(even, 32), odd, 0xAA),
          _mm256_blend_epi32(even, _mm256_slli_epi64(odd, 32), 0xAA)};
}

inline __m256i Broadcast(uint32_t word) { return _mm256_set1_epi32(static_cast<int>(word)); }

/// Writes lane i of w0..w3 as the i-th group of four words.
inline void StoreBlocks(__m256i w0, __m256i w1, __m256i w2, __m256i w3, uint32_t* words) {
  const __m256i low01 = _mm256_unpacklo_epi32(w0, w1);
  const __m256i high01 = _mm256_unpackhi_epi32(w0, w1);
  const __m256i low23 = _mm256_unpacklo_epi32(w2, w3);
  const __m256i high23 = _mm256_unpackhi_epi32(w2, w3);
  const __m256i blocks04 = _mm256_unpacklo_epi64(low01, low23);
  const __m256i blocks15 = _mm256_unpackhi_epi64(low01, low23);
  const __m256i blocks26 = _mm256_unpacklo_epi64(high01, high23);
  const __m256i blocks37 = _mm256_unpackhi_epi64(high01, high23);
  __m256i* out = reinterpret_cast<__m256i*>(words);
  _mm256_storeu_si256(out + 0, _mm256_permute2x128_si256(blocks04, blocks15, 0x20));
  _mm256_storeu_si256(out + 1, _mm256_permute2x128_si256(blocks26, blocks37, 0x20));
  _mm256_storeu_si256(out + 2, _mm256_permute2x128_si256(blocks04, blocks15, 0x31));
  _mm256_storeu_si256(out + 3, _mm256_permute2x128_si256(blocks26, blocks37, 0x31));
}

}  // namespace

void PhiloxAvx2(uint64_t key, uint32_t purpose, uint64_t first_block, size_t blocks,
                uint32_t* words) {
  const __m256i multiplier0 = Broadcast(kMultiplier0);
  const __m256i multiplier1 = Broadcast(kMultiplier1);
  size_t done = 0;
  for (; done + kLanes <= blocks; done += kLanes) {
    const uint64_t index = first_block + done;
    const uint32_t low = static_cast<uint32_t>(index);
    if (low > UINT32_MAX - kLanes) {  // a carry between the lanes, once in 2^32 blocks
      PhiloxPortable(key, purpose, index, kLanes, words + 4 * done);
      continue;
    }
    __m256i c0 = _mm256_add_epi32(Broadcast(low), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    __m256i c1 = Broadcast(static_cast<uint32_t>(index >> 32));
    __m256i c2 = Broadcast(purpose);
    __m256i c3 = _mm256_setzero_si256();
    uint32_t k0 = static_cast<uint32_t>(key);
    uint32_t k1 = static_cast<uint32_t>(key >> 32);
    for (int round = 0; round < 10; ++round, k0 += kWeyl0, k1 += kWeyl1) {
      const Product p0 = Multiply(c0, multiplier0);
      const Product p1 = Multiply(c2, multiplier1);
      c0 = _mm256_xor_si256(_mm256_xor_si256(p1.high, c1), Broadcast(k0));
      c1 = p1.low;
      c2 = _mm256_xor_si256(_mm256_xor_si256(p0.high, c3), Broadcast(k1));
      c3 = p0.low;
    }
    StoreBlocks(c0, c1, c2, c3, words + 4 * done);
  }
  PhiloxPortable(key, purpose, first_block + done, blocks - done, words + 4 * done);
}

}  // namespace touchstone::data

#include <immintrin.h>

#include "framework/data/philox_kernel.h"

namespace touchstone::data {
namespace {

// Multipliers and key increments of Philox4x32 (Salmon et al. 2011, section 3.3).
constexpr uint32_t kMultiplier0 = 0xD2511F53u;
constexpr uint32_t kMultiplier1 = 0xCD9E8D57u;
constexpr uint32_t kWeyl0 = 0x9E3779B9u;
constexpr uint32_t kWeyl1 = 0xBB67AE85u;
constexpr size_t kLanes = 16;
constexpr __mmask16 kOddLanes = 0xAAAA;

struct Product {
  __m512i high;
  __m512i low;
};

/// 32 x 32 -> 64 bit products of sixteen lanes, split into their halves.
inline Product Multiply(__m512i a, __m512i multiplier) {
  const __m512i even = _mm512_mul_epu32(a, multiplier);
  const __m512i odd = _mm512_mul_epu32(_mm512_srli_epi64(a, 32), multiplier);
  return {_mm512_mask_blend_epi32(kOddLanes, _mm512_srli_epi64(even, 32), odd),
          _mm512_mask_blend_epi32(kOddLanes, even, _mm512_slli_epi64(odd, 32))};
}

inline __m512i Broadcast(uint32_t word) { return _mm512_set1_epi32(static_cast<int>(word)); }

/// Writes lane i of w0..w3 as the i-th group of four words.
inline void StoreBlocks(__m512i w0, __m512i w1, __m512i w2, __m512i w3, uint32_t* words) {
  const __m512i low01 = _mm512_unpacklo_epi32(w0, w1);
  const __m512i high01 = _mm512_unpackhi_epi32(w0, w1);
  const __m512i low23 = _mm512_unpacklo_epi32(w2, w3);
  const __m512i high23 = _mm512_unpackhi_epi32(w2, w3);
  // Blocks 0, 4, 8, 12 and so on; then a transposition of four by four blocks.
  const __m512i from0 = _mm512_unpacklo_epi64(low01, low23);
  const __m512i from1 = _mm512_unpackhi_epi64(low01, low23);
  const __m512i from2 = _mm512_unpacklo_epi64(high01, high23);
  const __m512i from3 = _mm512_unpackhi_epi64(high01, high23);
  const __m512i first01 = _mm512_shuffle_i32x4(from0, from1, 0x44);
  const __m512i first23 = _mm512_shuffle_i32x4(from2, from3, 0x44);
  const __m512i last01 = _mm512_shuffle_i32x4(from0, from1, 0xEE);
  const __m512i last23 = _mm512_shuffle_i32x4(from2, from3, 0xEE);
  _mm512_storeu_si512(words + 0, _mm512_shuffle_i32x4(first01, first23, 0x88));
  _mm512_storeu_si512(words + 16, _mm512_shuffle_i32x4(first01, first23, 0xDD));
  _mm512_storeu_si512(words + 32, _mm512_shuffle_i32x4(last01, last23, 0x88));
  _mm512_storeu_si512(words + 48, _mm512_shuffle_i32x4(last01, last23, 0xDD));
}

}  // namespace

void PhiloxAvx512(uint64_t key, uint32_t purpose, uint64_t first_block, size_t blocks,
                  uint32_t* words) {
  const __m512i multiplier0 = Broadcast(kMultiplier0);
  const __m512i multiplier1 = Broadcast(kMultiplier1);
  const __m512i lane = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  size_t done = 0;
  for (; done + kLanes <= blocks; done += kLanes) {
    const uint64_t index = first_block + done;
    const uint32_t low = static_cast<uint32_t>(index);
    if (low > UINT32_MAX - kLanes) {  // a carry between the lanes, once in 2^32 blocks
      PhiloxPortable(key, purpose, index, kLanes, words + 4 * done);
      continue;
    }
    __m512i c0 = _mm512_add_epi32(Broadcast(low), lane);
    __m512i c1 = Broadcast(static_cast<uint32_t>(index >> 32));
    __m512i c2 = Broadcast(purpose);
    __m512i c3 = _mm512_setzero_si512();
    uint32_t k0 = static_cast<uint32_t>(key);
    uint32_t k1 = static_cast<uint32_t>(key >> 32);
    for (int round = 0; round < 10; ++round, k0 += kWeyl0, k1 += kWeyl1) {
      const Product p0 = Multiply(c0, multiplier0);
      const Product p1 = Multiply(c2, multiplier1);
      c0 = _mm512_xor_si512(_mm512_xor_si512(p1.high, c1), Broadcast(k0));
      c1 = p1.low;
      c2 = _mm512_xor_si512(_mm512_xor_si512(p0.high, c3), Broadcast(k1));
      c3 = p0.low;
    }
    StoreBlocks(c0, c1, c2, c3, words + 4 * done);
  }
  PhiloxPortable(key, purpose, first_block + done, blocks - done, words + 4 * done);
}

}  // namespace touchstone::data

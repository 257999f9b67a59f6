// Help for the loops that see every element.
#pragma once

// Functions marked so exist once for every x86-64 machine and once for those with AVX2; the loader
// takes the right one. Both give the same bits: no operation is contracted or reordered. Sanitizers
// run before the loader's choice could, so they do without.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define TOUCHSTONE_HOT_LOOP
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__x86_64__)
#define TOUCHSTONE_HOT_LOOP
#endif
#ifndef TOUCHSTONE_HOT_LOOP
#define TOUCHSTONE_HOT_LOOP __attribute__((target_clones("default", "avx2")))
#endif

#include "op_under_test/npu/thread_pool.h"

#include <algorithm>
#include <numeric>
#include <utility>

#if defined(__SANITIZE_THREAD__)
#define NPUSIM_STD_THREADS 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define NPUSIM_STD_THREADS 1
#endif
#endif

#ifdef NPUSIM_STD_THREADS
#include <atomic>
#include <thread>
#else
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#endif

namespace npusim {
namespace {

#ifdef NPUSIM_STD_THREADS
void RunOnThreads(uint32_t count, int thread_count, const std::function<void(uint32_t)>& job) {
  // Relaxed: taking a block must not order it after another one, or no race between them is seen.
  std::atomic<uint32_t> next = 0;
  const auto take = [&] { return next.fetch_add(1, std::memory_order_relaxed); };
  const auto work = [&] {
    for (uint32_t i = take(); i < count; i = take()) job(i);
  };
  std::vector<std::thread> helpers(std::min<size_t>(count, thread_count) - 1);
  for (std::thread& helper : helpers) helper = std::thread(work);
  work();
  for (std::thread& helper : helpers) helper.join();
}
#else
void RunOnThreads(uint32_t count, int thread_count, const std::function<void(uint32_t)>& job) {
  // Streams call this from threads of their own; each gets an arena, the workers are shared.
  namespace tbb = oneapi::tbb;
  std::optional<tbb::global_control> more_than_processors;
  if (thread_count > tbb::info::default_concurrency()) {
    more_than_processors.emplace(tbb::global_control::max_allowed_parallelism, thread_count);
  }
  tbb::task_arena arena(thread_count);
  arena.execute([&] { tbb::parallel_for(uint32_t{0}, count, job, tbb::simple_partitioner()); });
}
#endif

// Steele, Lea and Flood's SplitMix64: a counter put through a mixing function.
uint64_t NextRandom(uint64_t& state) {
  uint64_t z = state += 0x9E3779B97F4A7C15;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

}  // namespace

void ParallelFor(uint32_t count, int thread_count, const std::function<void(uint32_t)>& job) {
  if (count > 1 && thread_count > 1) return RunOnThreads(count, thread_count, job);
  for (uint32_t i = 0; i < count; ++i) job(i);
}

std::vector<uint32_t> BlockOrder(uint32_t count, std::optional<uint64_t> seed) {
  std::vector<uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  if (!seed) return order;
  uint64_t state = *seed;
  for (uint32_t i = count; i > 1; --i) std::swap(order[i - 1], order[NextRandom(state) % i]);
  return order;
}

std::vector<uint32_t> CoreDelays(uint32_t count, std::optional<uint64_t> seed) {
  std::vector<uint32_t> delays(count);
  if (!seed) return delays;
  uint64_t state = ~*seed;
  for (uint32_t& delay : delays) {
    const uint64_t chance = NextRandom(state) % 16;
    delay = chance == 0 ? 30 : chance <= 2 ? 10 : 0;
  }
  return delays;
}

}  // namespace npusim

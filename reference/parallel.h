// Loops whose iterations may run at the same time, and sums that each thread keeps for itself.
//
// They run on oneTBB, but on std::thread in builds with the thread sanitizer: Debian's oneTBB is not
// instrumented, so the sanitizer cannot see how its workers hand over to each other and would report
// races that are none.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <thread>

#if defined(__SANITIZE_THREAD__)
#define TOUCHSTONE_STD_THREADS 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define TOUCHSTONE_STD_THREADS 1
#endif
#endif

#ifdef TOUCHSTONE_STD_THREADS
#include <algorithm>
#include <atomic>
#include <vector>
#else
#include <tbb/parallel_for.h>
#endif

namespace touchstone::reference {

/// Calls job(i) once for each i in [0, count), in any order and from several threads; returns when
/// all calls have. `job` must not throw.
template <typename Job>
void ParallelFor(size_t count, const Job& job) {
#ifdef TOUCHSTONE_STD_THREADS
  std::atomic<size_t> next = 0;
  const auto work = [&] {
    for (size_t i = next++; i < count; i = next++) job(i);
  };
  const size_t threads = std::clamp<size_t>(std::thread::hardware_concurrency(), 2, 8);
  std::vector<std::thread> helpers;
  for (size_t i = 1; i < std::min(count, threads); ++i) helpers.emplace_back(work);
  work();
  for (std::thread& helper : helpers) helper.join();
#else
  tbb::parallel_for(size_t{0}, count, job);
#endif
}

/// One T for each thread that asks for its own. Own is thread-safe; the others are read once no
/// thread uses its own any more.
template <typename T>
class PerThread {
 public:
  T& Own() {
    const std::lock_guard lock(mutex_);
    return of_thread_[std::this_thread::get_id()];
  }
  /// Calls visit(value) for each, in no particular order.
  template <typename Visit>
  void ForEach(const Visit& visit) const {
    for (const auto& [thread, value] : of_thread_) visit(value);
  }

 private:
  std::mutex mutex_;
  std::map<std::thread::id, T> of_thread_;
};

}  // namespace touchstone::reference

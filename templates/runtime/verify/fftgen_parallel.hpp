// Host work on all cores. References, inputs and comparisons cost as much as the transform itself.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace fftgen::verify {

inline thread_local bool inside_parallel_for = false;

inline std::uint64_t core_count() {
  static const std::uint64_t cores = std::max(1U, std::thread::hardware_concurrency());  // asking takes system calls
  return cores;
}

/** A function of the number of a task, called while its owner waits. Not a template, so that what runs tasks is compiled once. */
class Task {
 public:
  template <class Body>
  explicit Task(const Body& body)
      : body_(&body), call_([](const void* own, std::uint64_t i) { (*static_cast<const Body*>(own))(i); }) {}

  void operator()(std::uint64_t i) const { call_(body_, i); }

 private:
  const void* body_;
  void (*call_)(const void* body, std::uint64_t i);
};

/** Runs the tasks 0 ... count - 1, each once, in no particular order. A nested call runs on its caller's thread. */
inline void run_tasks(std::uint64_t count, const Task& task) {
  const std::uint64_t workers = inside_parallel_for ? 1 : std::min(count, core_count());
  if (workers <= 1) {
    for (std::uint64_t i = 0; i < count; ++i) task(i);
    return;
  }
  std::atomic<std::uint64_t> next{0};
  std::exception_ptr failure;
  std::mutex failure_mutex;
  const auto work = [&] {
    inside_parallel_for = true;
    try {
      for (std::uint64_t i = next++; i < count; i = next++) task(i);
    } catch (...) {
      const std::lock_guard<std::mutex> lock(failure_mutex);
      failure = std::current_exception();
      next = count;
    }
    inside_parallel_for = false;
  };
  std::vector<std::thread> threads;
  for (std::uint64_t worker = 1; worker < workers; ++worker) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  if (failure) std::rethrow_exception(failure);
}

/** Calls body(0) ... body(count - 1) as tasks. */
template <class Body>
void parallel_for(std::uint64_t count, const Body& body) {
  run_tasks(count, Task(body));
}

/** Cuts 0 .. count - 1 into pieces and calls body(begin, end) for each, in parallel. */
template <class Body>
void parallel_pieces(std::uint64_t count, const Body& body) {
  constexpr std::uint64_t piece = 1 << 15;
  parallel_for((count + piece - 1) / piece,
               [&](std::uint64_t i) { body(i * piece, std::min(count, (i + 1) * piece)); });
}

}  // namespace fftgen::verify

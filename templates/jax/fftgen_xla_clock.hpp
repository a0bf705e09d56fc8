// SPDX-License-Identifier: Apache-2.0
// Times of what XLA executes, for recordings: custom calls that hand their array on and note when they were reached.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#ifdef FFTGEN_EMULATED
#include <chrono>
#endif

#include "fftgen_xla.hpp"

namespace {
namespace fftgen_xla {

#ifdef FFTGEN_EMULATED
/** A moment on the host, where the emulator computes before it returns. */
class Moment {
 public:
  static Moment now(cudaStream_t) { return Moment(std::chrono::steady_clock::now()); }
  double milliseconds_to(const Moment& end) const { return std::chrono::duration<double, std::milli>(end.time_ - time_).count(); }

 private:
  explicit Moment(std::chrono::steady_clock::time_point time) : time_(time) {}
  std::chrono::steady_clock::time_point time_;
};
#else
/** A moment of a stream: an event, which belongs to the last owner. */
class Moment {
 public:
  static Moment now(cudaStream_t stream) {
    Moment made;
    if (cudaEventCreate(&made.event_) == cudaSuccess) static_cast<void>(cudaEventRecord(made.event_, stream));
    return made;
  }
  Moment(Moment&& other) noexcept : event_(std::exchange(other.event_, nullptr)) {}
  Moment& operator=(Moment&& other) noexcept {
    std::swap(event_, other.event_);
    return *this;
  }
  ~Moment() {
    if (event_ != nullptr) static_cast<void>(cudaEventDestroy(event_));
  }
  /** Waits for the end. */
  double milliseconds_to(const Moment& end) const {
    float passed = 0;
    if (cudaEventSynchronize(end.event_) != cudaSuccess) return 0;
    return cudaEventElapsedTime(&passed, event_, end.event_) == cudaSuccess ? passed : 0;
  }

 private:
  Moment() = default;
  cudaEvent_t event_ = nullptr;
};
#endif

/** Executions of each transform of a program, by the number that its calls say. */
class Clock {
 public:
  struct Sum {
    std::int64_t calls = 0;
    double milliseconds = 0;
  };

  /** Never destroyed: XLA may run until the program ends. */
  static Clock& the() {
    static Clock* const clock = new Clock;
    return *clock;
  }

  void begin(std::int64_t number, cudaStream_t stream) {
    const std::lock_guard<std::mutex> lock(mutex_);
    started_[{number, stream}].push_back(Moment::now(stream));
  }

  void end(std::int64_t number, cudaStream_t stream) {
    const std::lock_guard<std::mutex> lock(mutex_);
    // Where several are under way, which of them ends does not matter to their sum.
    std::vector<Moment>& started = started_[{number, stream}];
    if (started.empty()) return;
    std::vector<Span>& running = running_[number];
    running.emplace_back(std::move(started.back()), Moment::now(stream));
    started.pop_back();
    if (running.size() >= MOST_RUNNING) settle(number);
  }

  Sum sum(std::int64_t number) {
    const std::lock_guard<std::mutex> lock(mutex_);
    settle(number);
    return sums_[number];
  }

 private:
  using Span = std::pair<Moment, Moment>;
  static constexpr std::size_t MOST_RUNNING = 64;

  void settle(std::int64_t number) {
    Sum& sum = sums_[number];
    for (const Span& span : running_[number]) {
      sum.calls += 1;
      sum.milliseconds += span.first.milliseconds_to(span.second);
    }
    running_[number].clear();
  }

  std::mutex mutex_;
  std::map<std::pair<std::int64_t, cudaStream_t>, std::vector<Moment>> started_;
  std::map<std::int64_t, std::vector<Span>> running_;
  std::map<std::int64_t, Sum> sums_;
};

/** One call: its attributes are `number`, of the transform, and `end`, 0 before it and 1 behind it. */
inline Error* note(CallFrame& frame) {
  if (xla_abi::is_asked_for_metadata(frame, 0) || frame.stage != xla_abi::EXECUTE) return nullptr;
  const auto transform = number<std::int64_t>(frame, "number", -1);
  cudaStream_t stream = nullptr;
  if (Error* const failed = find_stream(frame, stream)) return failed;
  if (number<std::int64_t>(frame, "end", 0) == 0) {
    Clock::the().begin(transform, stream);
  } else {
    Clock::the().end(transform, stream);
  }
  // The array is handed on where it is: XLA was told that both are one. Otherwise it would have to be copied.
  if (frame.inputs.at(0).data == frame.outputs.at(0).data) return nullptr;
  return xla_abi::error(frame, xla_abi::INTERNAL, "a recorded array is not where it was");
}

}  // namespace fftgen_xla
}  // namespace

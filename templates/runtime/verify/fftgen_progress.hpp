// Reports progress on stderr: on a terminal every second, from the first second on; elsewhere a line every ten
// seconds; or a line for each step, for the program that has started this one (--progress).
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdio>
#include <mutex>
#include <string>
#include <thread>

#ifdef _WIN32
#include <io.h>
#else
#include <unistd.h>
#endif

namespace fftgen::verify {

class Progress {
 public:
  /** Who reads the reports: nobody where another object reports for this one. */
  enum class Listener { people, program, nobody };

  explicit Progress(Listener listener = Listener::people) : listener_(listener) {
    if (listener == Listener::people) watcher_ = std::thread([this] { watch(); });
  }
  ~Progress() {
    if (!watcher_.joinable()) return;
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      finished_ = true;
    }
    changed_.notify_one();
    watcher_.join();
  }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /** Step `number` of `count` begins; `done` is the share of the work done so far, from 0 to 1. */
  void begin(std::size_t number, std::size_t count, double done, const std::string& step) {
    const std::lock_guard<std::mutex> lock(mutex_);
    number_ = number;
    count_ = count;
    step_ = step;
    begun_ = Clock::now();
    const double elapsed = std::chrono::duration<double>(begun_ - started_).count();
    left_ = done > 0 ? elapsed / done * (1 - done) : -1;
    if (listener_ != Listener::program) return;
    std::fprintf(stderr, "fftgen-progress %zu %zu %.0f %s\n", number, count, left_, step.c_str());
    std::fflush(stderr);
  }

  void announce(const std::string& step) {
    const std::lock_guard<std::mutex> lock(mutex_);
    step_ = step;
  }

  /** Removes the line before other text is printed. */
  void clear() {
    const std::lock_guard<std::mutex> lock(mutex_);
    erase();
  }

 private:
  using Clock = std::chrono::steady_clock;

  static bool stderr_is_terminal() {
#ifdef _WIN32
    return _isatty(_fileno(stderr)) != 0;
#else
    return isatty(fileno(stderr)) != 0;
#endif
  }

  void watch() {
    const bool terminal = stderr_is_terminal();
    const int period = terminal ? 1 : 10;
    std::unique_lock<std::mutex> lock(mutex_);
    for (int seconds = period;
         !changed_.wait_for(lock, std::chrono::seconds(period), [this] { return finished_; }); seconds += period) {
      erase();
      std::fprintf(stderr, "%s ... %d s%s", (step_ + remainder()).c_str(), seconds, terminal ? "" : "\n");
      shown_ = terminal;
    }
    erase();
  }

  /** `, 14 of 23 tests, about 40 s left` */
  std::string remainder() const {
    if (count_ == 0) return "";
    std::string text = ", " + std::to_string(number_) + " of " + std::to_string(count_) + " tests";
    const double left = left_ - std::chrono::duration<double>(Clock::now() - begun_).count();
    if (left >= 1) text += ", about " + std::to_string(static_cast<long>(left + 0.5)) + " s left";
    return text;
  }

  void erase() {
    if (shown_) std::fprintf(stderr, "\r\033[K");
    shown_ = false;
  }

  Listener listener_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool finished_ = false;
  bool shown_ = false;
  std::string step_;
  std::size_t number_ = 0;
  std::size_t count_ = 0;  // 0 where nobody has counted
  double left_ = -1;       // seconds when the step began; negative where they are unknown
  Clock::time_point started_ = Clock::now();
  Clock::time_point begun_ = started_;
  std::thread watcher_;
};

}  // namespace fftgen::verify

// Says on stderr what is going on, if a person may be watching and has waited for a second.
#pragma once

#include <chrono>
#include <condition_variable>
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
  Progress() {
    if (!stderr_is_terminal()) return;
    watcher_ = std::thread([this] { watch(); });
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

  void announce(const std::string& step) {
    const std::lock_guard<std::mutex> lock(mutex_);
    step_ = step;
  }

  /** Takes the line away before something else is printed. */
  void clear() {
    const std::lock_guard<std::mutex> lock(mutex_);
    erase();
  }

 private:
  static bool stderr_is_terminal() {
#ifdef _WIN32
    return _isatty(_fileno(stderr)) != 0;
#else
    return isatty(fileno(stderr)) != 0;
#endif
  }

  void watch() {
    std::unique_lock<std::mutex> lock(mutex_);
    for (int seconds = 1; !changed_.wait_for(lock, std::chrono::seconds(1), [this] { return finished_; }); ++seconds) {
      erase();
      std::fprintf(stderr, "%s ... %d s", step_.c_str(), seconds);
      shown_ = true;
    }
    erase();
  }

  void erase() {
    if (shown_) std::fprintf(stderr, "\r\033[K");
    shown_ = false;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  bool finished_ = false;
  bool shown_ = false;
  std::string step_;
  std::thread watcher_;
};

}  // namespace fftgen::verify

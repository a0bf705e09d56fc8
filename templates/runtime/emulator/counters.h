// Counters in global memory from which clusters take numbers. On a GPU the first to arrive gets the next number; here
// the clusters take turns, so that a run does not depend on which worker runs which cluster, nor on when: each takes
// one number, then each another, in every second turn the last cluster first.
//
// A cluster that stops before the others leaves the numbers of its later turns unused, which others would get on a
// GPU.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>

namespace fftgen::emulator {

/// The counters of a launch, for all its workers.
class Counters {
 public:
  /// Adds 1 to the counter; returns its value from before the launch.
  unsigned count(unsigned* counter) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const unsigned begin = begin_.emplace(counter, *counter).first->second;
    ++*counter;
    return begin;
  }

 private:
  std::mutex mutex_;
  std::map<const unsigned*, unsigned> begin_;
};

/// The numbers that one cluster has taken.
class ClusterNumbers {
 public:
  void begin_cluster(std::uint64_t cluster, std::uint64_t clusters) {
    taken_.clear();
    cluster_ = static_cast<unsigned>(cluster);
    clusters_ = static_cast<unsigned>(clusters);
  }

  unsigned take(Counters& counters, unsigned* counter) {
    const unsigned turn = taken_[counter]++;
    const unsigned place = turn % 2 == 0 ? cluster_ : clusters_ - 1 - cluster_;
    return counters.count(counter) + turn * clusters_ + place;
  }

 private:
  std::map<const unsigned*, unsigned> taken_;
  unsigned cluster_ = 0;
  unsigned clusters_ = 1;
};

}  // namespace fftgen::emulator

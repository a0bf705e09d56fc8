// The state of one host thread that runs blocks or clusters, kept from launch to launch so that stacks are used
// again.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "block.h"
#include "cluster.h"
#include "fiber.h"
#include "kernel_call.h"
#include "observer.h"

namespace fftgen::emulator {

class Worker {
 public:
  Worker() : block_(observer_, stacks_), cluster_(observer_, stacks_) {}
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  void begin_launch(const Launch& launch) {
    has_clusters_ = launch.cluster_blocks != 0;
    observer_.begin_launch(launch);
    current_block = nullptr;
    current_cluster = nullptr;
    if (has_clusters_) {
      cluster_.begin_launch(launch);
    } else {
      block_.begin_launch(launch);
    }
  }

  /// Runs the cluster, or the block of a launch without clusters, with this number. Blocks at the positions
  /// `samples`, which ascend, are counted.
  void run(std::uint64_t number, const std::vector<std::uint64_t>& samples) {
    if (has_clusters_) {
      cluster_.run(number, samples);
    } else {
      block_.run(number, std::binary_search(samples.begin(), samples.end(), number));
    }
  }

  const Observer& observer() const { return observer_; }

 private:
  Observer observer_;
  FiberStacks stacks_;
  Block block_;
  Cluster cluster_;
  bool has_clusters_ = false;
};

}  // namespace fftgen::emulator
